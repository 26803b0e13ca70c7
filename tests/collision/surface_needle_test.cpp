// Surfaces with strips so narrow that only the ends of their triangles are visible.

#include <gtest/gtest.h>

#include "query_shapes.h"

namespace stiction {
namespace {

using oracle::Posed;

/// A plate on edge: its top is a strip along x, in the plane z = 0.
Mesh plate(double length, double thickness) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1 ? 0.5 : -0.5) * length, (i & 2 ? 0.5 : -0.5) * thickness,
                         i & 4 ? 0.0 : -0.5 * length);
  }
  return oracle::mesh_of({std::make_shared<const ConvexPolyhedron>(corners)});
}

// A block that is turned a little about the strip's length comes down on one of the strip's long
// edges: the normal is that of the block's face, and the gap is the height of its plane there. The
// block's centre is behind the side of the plate at that edge, so only the strip meets it.
TEST(NarrowStrip, IsMetAtItsEdgeByAFaceThatLeans) {
  constexpr double kGap = 1e-3;
  const Collider surface(plate(0.45, 4e-4));
  for (const double angle : {1e-2, 1e-3, 1e-4, 3e-5, 1e-5, 1e-6}) {
    for (const double side : {-1.0, 1.0}) {
      const Quat turn(Eigen::AngleAxisd(side * angle, Vec3::UnitX()));
      const Vec3 up = turn * Vec3::UnitZ();
      const Vec3 edge(0, side > 0 ? -2e-4 : 2e-4, 0);
      const Vec3 inwards = turn * Vec3(0, 0.1 * side, 0);
      const Posed block{Box{Vec3(0.2, 0.3, 0.1)}, {turn, edge + inwards + (kGap + 0.05) * up}};
      ManifoldList manifolds;
      calc_manifolds(Collider(block.shape), block.X_WS, surface, RigidTransform(), {.margin = 0.01},
                     manifolds);
      ASSERT_FALSE(manifolds.empty());
      const auto nearest = std::min_element(manifolds.begin(), manifolds.end(),
                                            [](const ShapeManifold& a, const ShapeManifold& b) {
                                              return oracle::least_gap(a) < oracle::least_gap(b);
                                            });
      EXPECT_LE((nearest->normal - up).norm(), 2e-7) << angle;
      EXPECT_NEAR(oracle::least_gap(*nearest), kGap, 1e-9) << angle;
    }
  }
}

}  // namespace
}  // namespace stiction
