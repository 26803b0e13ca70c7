#pragma once

namespace stiction {

/// Names and codes of FCLIB's files.
inline constexpr const char* kFclibLocalGroup = "fclib_local";
inline constexpr const char* kFclibGlobalGroup = "fclib_global";
/// A matrix's `nz` where it is compressed.
inline constexpr int kFclibCompressedColumns = -1;
inline constexpr int kFclibCompressedRows = -2;

}  // namespace stiction
