#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "../tools/bench/random.h"

namespace stiction {

/// The benchmarks' random numbers, except for rotations: tests rely on the poses drawn here.
class Random : public bench::Random {
 public:
  using bench::Random::Random;

  int index(int count) {
    return static_cast<int>(generator()() % static_cast<std::uint64_t>(count));
  }
  Quat rotation() {
    const Vec3 axis = direction();
    return Quat(Eigen::AngleAxisd(uniform(0, 6.3), axis));
  }
  /// A rotation common in scenes: upright, or turned by right angles.
  Quat right_rotation() {
    static const std::array<Vec3, 3> axes{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    return Quat(Eigen::AngleAxisd(index(4) * std::acos(0.0), axes[index(3)]));
  }
};

}  // namespace stiction
