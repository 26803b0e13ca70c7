#pragma once

#include <limits>

namespace stiction {

/// An absent bound, or the error of an unusable point.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace stiction
