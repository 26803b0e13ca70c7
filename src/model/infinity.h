#pragma once

#include <limits>

namespace stiction {

/// A bound that is not there; the residual of an answer that is none.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace stiction
