#pragma once

#include <limits>
#include <numbers>

namespace stiction {

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kPi = std::numbers::pi;
inline constexpr double kDegree = kPi / 180;

}  // namespace stiction
