#pragma once

#include <limits>

namespace stiction {

/// A distance that nothing reaches, m, or a time that never comes.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace stiction
