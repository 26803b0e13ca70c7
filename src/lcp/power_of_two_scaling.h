#pragma once

#include <cmath>

namespace stiction {

/// Diagonal elements below 2^-kUsableBits of the largest element of M do not set a scale; no scale
/// differs by more than half as many bits from the one that suits the largest element.
inline constexpr int kUsableBits = 60;

/// log2 of the power of two nearest to 1 / sqrt(x), x > 0; one less for every factor of 4 in x.
inline int exponent_of_inverse_sqrt(double x) { return -((std::ilogb(x) + 1) >> 1); }

}  // namespace stiction
