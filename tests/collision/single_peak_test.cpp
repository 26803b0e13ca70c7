// Which local maxima of the separation of overlapping solids need no search of all directions, and
// the search of a part of the directions.

#include "../../src/collision/convex_single_peak.h"

#include <gtest/gtest.h>
#include <stiction/math/vector.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "../../src/collision/convex_sphere_search.h"
#include "random_numbers.h"

namespace stiction {
namespace {

/// The difference of two boxes along the same axes: a box of the sum of their sizes.
struct BoxPair {
  Vec3 half_sizes = Vec3::Ones();
  Vec3 offset = Vec3::Zero();  ///< within the half sizes

  Vec3 difference(const Vec3& n) const {
    return offset - Vec3(n.cwiseSign()).cwiseProduct(half_sizes);
  }
  double separation(const Vec3& n) const { return n.dot(difference(n)); }
};

constexpr double kTie = 1e-7;

// s is greatest along one of six directions; the other ones are local maxima or not.
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
      if (!SinglePeak(pair, n, depth, kTie).is_only_one_nearby()) continue;
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
  EXPECT_TRUE(SinglePeak(pair, Vec3::UnitX(), 1e-6, kTie).is_only_one_nearby());
  for (const double turn : {1e-3, 0.1, 1.0}) {
    const Vec3 aside(std::cos(turn), std::sin(turn), 0);
    const SinglePeak peak(pair, aside, -pair.separation(aside), kTie);
    EXPECT_FALSE(peak.is_only_one_nearby()) << turn;
  }
}

/// The difference of an ellipsoid and an edge, or a point if the edge has no length.
struct EllipsoidAndEdge {
  Vec3 radii = Vec3::Ones();
  Vec3 half_edge = Vec3::Zero();
  Vec3 offset = Vec3::Zero();
  mutable int num_asked = 0;

  Vec3 difference(const Vec3& n) const {
    ++num_asked;
    return offset - foremost_of_ellipsoid(n) - (half_edge.dot(n) < 0 ? -1 : 1) * half_edge;
  }
  Vec3 foremost_of_ellipsoid(const Vec3& n) const {
    const Vec3 scaled = radii.cwiseProduct(n);
    return radii.cwiseProduct(scaled) / scaled.norm();
  }
};

// Smooth solids and edges: overlap up to a hundredth of their size is decided, at a third of the
// cost of a search of all directions; and wherever it is decided, however deep, no direction nearby
// is better.
TEST(SinglePeak, IsToldOfEllipsoidsAndEdges) {
  Random random(8);
  constexpr int kDraws = 1000;
  int num_shallow = 0;
  int num_single = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    EllipsoidAndEdge pair;
    for (double& radius : pair.radii) radius = random.uniform(0.4, 1);
    const Vec3 n = random.direction();
    // The edge lies across n, and is met on the way along n: s has a ridge there.
    if (draw % 2 == 1) pair.half_edge = random.uniform(0.1, 10) * n.cross(random.direction());
    const double depth = random.log_uniform(1e-6, 1);
    num_shallow += depth <= 0.01;
    const double place = random.uniform(-0.95, 0.95);
    pair.offset = pair.foremost_of_ellipsoid(n) + place * pair.half_edge - depth * n;
    if (!SinglePeak(pair, n, depth, kTie).is_only_one_nearby()) continue;
    num_single += depth <= 0.01;
    EXPECT_LE(pair.num_asked, 400) << draw;
    for (int k = 0; k < 200; ++k) {
      const Vec3 near = n + 0.1 * random.direction();
      const Vec3 m = k % 2 == 0 ? random.direction() : Vec3(near.normalized());
      if (m.dot(n) < -0.5) continue;
      EXPECT_LE(m.dot(pair.difference(m)), kTie - depth) << draw;
    }
  }
  EXPECT_GE(num_single, 0.95 * num_shallow);
}

/// Records the directions that a search for a given separation examines.
struct WatchedPair : BoxPair {
  double wanted_separation = 0;
  std::vector<Vec3> seen = {};

  double wanted() const { return wanted_separation; }
  void look_around(const Vec3& n) { seen.push_back(n); }
  bool is_seen_near(const Vec3& n, double angle) const {
    return std::ranges::any_of(seen, [&](const Vec3& m) { return m.dot(n) > std::cos(angle); });
  }
};

// All directions that separate by the wanted amount are examined, within 60 degrees; directions far
// beyond are not.
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
