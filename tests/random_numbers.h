#pragma once

#include <stiction/math/rotation.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>

namespace stiction {

/// Numbers that are the same with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  int index(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  Vec3 in_cube(double half) {
    const double x = uniform(-half, half);
    const double y = uniform(-half, half);
    return {x, y, uniform(-half, half)};
  }
  Vec3 direction() {
    Vec3 v = in_cube(1);
    while (v.norm() < 0.1 || v.norm() > 1) v = in_cube(1);
    return v.normalized();
  }
  Quat rotation() {
    const Vec3 axis = direction();
    return Quat(Eigen::AngleAxisd(uniform(0, 6.3), axis));
  }
  /// One turn of many scenes: upright, or turned by right angles.
  Quat right_rotation() {
    static const std::array<Vec3, 3> axes{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    return Quat(Eigen::AngleAxisd(index(4) * std::acos(0.0), axes[index(3)]));
  }
  double log_uniform(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace stiction
