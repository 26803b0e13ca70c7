#pragma once

#include "point_sets.h"
#include "polyhedron_laws.h"

#include <stiction/geometry/convex_polyhedron.h>

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::test {

/// Expects the laws of polyhedron_laws.h, and what is known of the set, to hold for its hull.
inline void expect_hull(const PointSet& set, PointSets& random) {
  const double extent = extent_of(set.points);
  const double flat = 8.1e-8 * extent;  // the class's coplanarity tolerance, plus rounding
  const double rounding = 1e-12 * (extent + largest_coordinate(set.points));
  const double support_tolerance = set.is_exact ? rounding : flat;
  const ConvexPolyhedron solid(set.points);
  expect_closed_surface(solid);
  expect_supporting_planes(solid, set.points, flat, set.is_exact);
  for (int trial = 0; trial < 20; ++trial) {
    const int last = static_cast<int>(solid.vertices().size()) - 1;
    const Vec3 direction = random.normal();
    expect_support(solid, direction, random.integer(0, last), support_tolerance);
    const auto& face = solid.faces()[random.integer(0, static_cast<int>(solid.faces().size()) - 1)];
    expect_support(solid, face.normal, random.integer(0, last), support_tolerance);
  }
  EXPECT_GT(solid.volume(), 0);
  EXPECT_GT(solid.inner_radius(), 0);
  EXPECT_LE(solid.inner_radius(), solid.bounding_radius());
  if (set.num_faces >= 0) {
    EXPECT_EQ(static_cast<int>(solid.faces().size()), set.num_faces);
  }
  if (set.num_vertices >= 0) {
    EXPECT_EQ(static_cast<int>(solid.vertices().size()), set.num_vertices);
  }
}

inline void expect_hulls(unsigned seed, int rounds) {
  PointSets random(seed);
  for (int round = 0; round < rounds; ++round) {
    for (const PointSet& set : random.make()) {
      SCOPED_TRACE(set.kind + ", round " + std::to_string(round));
      expect_hull(set, random);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace stiction::test
