#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <random>

namespace stiction {

/// Random numbers from the bits of the Mersenne twister and operations that IEEE 754 rounds the
/// same everywhere. The distributions of the standard library, and its powers and logarithms,
/// differ between platforms.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : generator_(seed) {}

  /// In [low, high).
  double uniform(double low, double high) { return low + (high - low) * unit(); }

  /// In (0, 1].
  double positive() { return 1 - unit(); }

  /// 0..count - 1.
  Eigen::Index below(Eigen::Index count) {
    return static_cast<Eigen::Index>(generator_() % static_cast<std::uint64_t>(count));
  }

  /// Mean 0 and variance 1, the sum of twelve uniform numbers: normal except for its tails.
  double nearly_normal() {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += unit();
    return sum;
  }

  /// ratio^-U for a uniform U in [0, 1): between 1 / ratio and 1, uniform in its logarithm.
  /// ratio >= 1. The power is the product of those roots ratio^(-1/2), ratio^(-1/4), ... for which
  /// the binary digit of U is set, with 32 digits.
  double log_uniform(double ratio) {
    double power = 1;
    double root = 1 / ratio;
    std::uint64_t digits = generator_();
    for (int k = 0; k < 32; ++k, digits >>= 1) {
      root = std::sqrt(root);
      if ((digits & 1) != 0) power *= root;
    }
    return power;
  }

 private:
  double unit() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }

  std::mt19937_64 generator_;
};

}  // namespace stiction
