#pragma once

#include <Eigen/Core>

#include <cstring>

namespace stiction {

/// True if two vectors are the same to the last bit: unlike ==, 0 and -0 differ, and NaN is itself.
template <typename Vector>
bool has_same_bits(const Vector& a, const Vector& b) {
  return std::memcmp(a.data(), b.data(), sizeof(Vector)) == 0;
}

}  // namespace stiction
