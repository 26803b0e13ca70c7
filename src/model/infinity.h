#pragma once

#include <limits>

namespace stiction {

/// An absent bound, or the residual of an unusable answer.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace stiction
