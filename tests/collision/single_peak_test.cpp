// Which local maximum of the separation of overlapping solids needs no search of all directions.

#include "../../src/collision/convex_single_peak.h"

#include <gtest/gtest.h>
#include <stiction/geometry/shape.h>

#include <array>
#include <random>

namespace stiction {
namespace {

/// The differences of two boxes along the same axes: a box of the sum of their sizes.
struct BoxPair {
  Vec3 half_sizes = Vec3::Ones();
  Vec3 offset = Vec3::Zero();  ///< within the half sizes

  Vec3 difference(const Vec3& n) const {
    return offset - Vec3(n.cwiseSign()).cwiseProduct(half_sizes);
  }
  double separation(const Vec3& n) const { return n.dot(difference(n)); }
};

constexpr double kTie = 1e-7;

// s is greatest along one of six directions; the other ones are local maxima or none.
TEST(SinglePeak, IsNeverSaidWhereAnotherIsBetter) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int num_single = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    BoxPair pair{.half_sizes = Vec3(1, std::pow(10, uniform(random)), 1)};
    // Near one face, or two or three of them, to depths of 1e-6 to 1 of the size.
    for (int k = 0; k < 3; ++k) {
      const double depth = std::pow(10, 3 * uniform(random) - 3);
      pair.offset[k] = pair.half_sizes[k] * (draw % 3 < k ? uniform(random) : 1 - depth);
    }
    for (int k = 0; k < 3; ++k) {
      const Vec3 n = Vec3::Unit(k);
      const double depth = -pair.separation(n);
      if (!is_only_peak_nearby(pair, n, depth, kTie)) continue;
      ++num_single;
      for (int other = 0; other < 3; ++other) {
        if (other == k) continue;
        EXPECT_LE(pair.separation(Vec3::Unit(other)), kTie - depth) << draw;
        EXPECT_LE(pair.separation(-Vec3::Unit(other)), kTie - depth) << draw;
      }
    }
  }
  EXPECT_GE(num_single, 400) << "shallow overlap is decided";
}

TEST(SinglePeak, IsNoDirectionOnASlope) {
  const BoxPair pair{.offset = Vec3(1 - 1e-6, 0.2, 0.1)};
  EXPECT_TRUE(is_only_peak_nearby(pair, Vec3::UnitX(), 1e-6, kTie));
  for (const double turn : {1e-3, 0.1, 1.0}) {
    const Vec3 aside(std::cos(turn), std::sin(turn), 0);
    EXPECT_FALSE(is_only_peak_nearby(pair, aside, -pair.separation(aside), kTie)) << turn;
  }
}

}  // namespace
}  // namespace stiction
