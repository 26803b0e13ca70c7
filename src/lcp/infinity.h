#pragma once

#include <limits>

namespace stiction {

/// A bound that is not there; the error of a point that is none.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace stiction
