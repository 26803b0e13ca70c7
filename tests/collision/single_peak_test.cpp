// Which local maximum of the separation of overlapping solids needs no search of all directions,
// and the search of a part of them.

#include "../../src/collision/convex_single_peak.h"

#include <gtest/gtest.h>
#include <stiction/math/vector.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "../../src/collision/convex_sphere_search.h"

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

/// Which directions a search looks at that wants a given separation.
struct WatchedPair : BoxPair {
  double wanted_separation = 0;
  std::vector<Vec3> seen = {};

  double wanted() const { return wanted_separation; }
  void look_around(const Vec3& n) { seen.push_back(n); }
  bool is_seen_near(const Vec3& n, double angle) const {
    return std::ranges::any_of(seen, [&](const Vec3& m) { return m.dot(n) > std::cos(angle); });
  }
};

// Whatever separates by what is wanted is looked at, within 60 degrees; what is far beyond is not.
TEST(SphereSearchWithin, LooksAtAllWithinSixtyDegreesAndNoFurther) {
  std::mt19937 random(6);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto direction = [&] {
    return Vec3(normal(random), normal(random), normal(random)).normalized();
  };
  int num_within = 0;
  for (int draw = 0; draw < 50; ++draw) {
    const Vec3 half(0.01, 1 + 0.5 * uniform(random), 1 + 0.5 * uniform(random));
    const Vec3 offset = 0.5 * half.cwiseProduct(Vec3(uniform(random), uniform(random), 0));
    WatchedPair pair{{half, offset}, -0.1};
    const Vec3 axis = (Vec3::UnitX() + 0.5 * direction()).normalized();
    SphereSearch(pair).run_within(axis);
    for (const Vec3& n : pair.seen) EXPECT_GT(n.dot(axis), std::cos(M_PI / 3 + 0.3)) << draw;
    for (int k = 0; k < 200; ++k) {
      const Vec3 n = (Vec3::UnitX() + 0.1 * direction()).normalized();
      if (n.dot(axis) < 0.5 || pair.separation(n) < pair.wanted()) continue;
      ++num_within;
      EXPECT_TRUE(pair.is_seen_near(n, 0.2)) << draw << ": " << n.transpose();
    }
    EXPECT_FALSE(pair.is_seen_near(-Vec3::UnitX(), 0.2)) << "as good, but behind";
  }
  EXPECT_GE(num_within, 1000);
}

}  // namespace
}  // namespace stiction
