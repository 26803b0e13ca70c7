#pragma once

#include <stiction/abi.h>

#include <string_view>

namespace stiction {

/// The version of the library that is linked, as "MAJOR.MINOR.PATCH". The same text as
/// `stiction --version`, the report's "stiction" field and the CMake package's version.
std::string_view version();

}  // namespace stiction
