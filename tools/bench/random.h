#pragma once

#include <stiction/math/vector.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace stiction::bench {

/// Random numbers that do not depend on the standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}
  /// The generator of number `index` of the sequence `seed`: neighbouring seeds of the generator
  /// give unrelated sequences; two of our seeds share none.
  Random(std::uint64_t seed, std::uint64_t index) : Random(seed * 0x9e3779b97f4a7c15u + index) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(generator_() >> 11) * 0x1p-53);
  }
  double log_uniform(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }
  /// A number in low..high, both included.
  int integer(int low, int high) {
    return std::min(high, static_cast<int>(uniform(low, high + 1.0)));
  }
  bool happens(double probability) { return uniform(0, 1) < probability; }
  Vec3 in_cube(double half) {
    const double x = uniform(-half, half);
    const double y = uniform(-half, half);
    return {x, y, uniform(-half, half)};
  }
  /// A direction, uniformly distributed over the sphere.
  Vec3 direction() {
    Vec3 v = in_cube(1);
    while (v.norm() < 0.1 || v.norm() > 1) v = in_cube(1);
    return v.normalized();
  }
  Quat rotation() {
    const Vec3 axis = direction();
    return Quat(Eigen::AngleAxisd(uniform(0, 2 * std::numbers::pi), axis));
  }
  /// At most three quarter turns about each axis.
  Quat right_rotation() {
    const auto quarters = [this](const Vec3& axis) {
      return Quat(Eigen::AngleAxisd(integer(0, 3) * std::numbers::pi / 2, axis));
    };
    const Quat x = quarters(Vec3::UnitX());
    const Quat y = quarters(Vec3::UnitY());
    return (x * y * quarters(Vec3::UnitZ())).normalized();
  }
  std::mt19937_64& generator() { return generator_; }

 private:
  std::mt19937_64 generator_;
};

}  // namespace stiction::bench
