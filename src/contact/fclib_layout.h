#pragma once

namespace stiction {

/// Names and codes of FCLIB's files.
inline constexpr const char* kFclibLocalGroup = "fclib_local";
inline constexpr const char* kFclibGlobalGroup = "fclib_global";
/// Values of a matrix's `nz` for compressed storage.
inline constexpr int kFclibCompressedColumns = -1;
inline constexpr int kFclibCompressedRows = -2;

}  // namespace stiction
