// The positions of contact points, and their agreement with the normal, for nearly parallel faces
// and edges, at any distance, also of plates and needles.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::Kind;
using oracle::KindPair;
using oracle::Posed;
using oracle::PosedPair;

const std::vector<KindPair> kFlatFaced = {{Kind::box, Kind::box},
                                          {Kind::sphere, Kind::box},
                                          {Kind::capsule, Kind::box},
                                          {Kind::sphere, Kind::hull},
                                          {Kind::capsule, Kind::hull}};
const std::vector<KindPair> kRound = {{Kind::capsule, Kind::capsule},
                                      {Kind::sphere, Kind::cylinder},
                                      {Kind::capsule, Kind::cylinder},
                                      {Kind::sphere, Kind::cone},
                                      {Kind::capsule, Kind::cone}};

// One shape in two is a plate or a needle: one or two lengths are reduced to 1e-3.
Shape shape_of_any_build(Random& random, Kind kind) {
  Shape shape = oracle::random_shape(random, kind, 0.1, 1);
  if (random.index(2) == 0) return shape;
  constexpr double kThin = 1e-3;
  if (auto* box = std::get_if<Box>(&shape)) {
    const int axis = random.index(3);
    box->size[axis] *= kThin;
    if (random.index(2) == 0) box->size[(axis + 1) % 3] *= kThin;
  } else if (auto* capsule = std::get_if<Capsule>(&shape)) {
    capsule->radius *= kThin;
  } else if (auto* hull = std::get_if<Hull>(&shape)) {
    std::vector<Vec3> points = hull->polyhedron->vertices();
    for (Vec3& point : points) point.z() *= kThin;
    hull->polyhedron = std::make_shared<const ConvexPolyhedron>(points);
  } else if (auto* cylinder = std::get_if<Cylinder>(&shape)) {
    (random.index(2) == 0 ? cylinder->radius : cylinder->length) *= kThin;
  }
  return shape;
}

// Aligned up to a tilt of at most 0.15 rad, at any place around each other.
PosedPair nearly_aligned_pair(Random& random, const KindPair& kinds) {
  PosedPair pair;
  pair.A.shape = shape_of_any_build(random, kinds.a);
  pair.B.shape = shape_of_any_build(random, kinds.b);
  pair.B.X_WS = {random.rotation(), random.in_cube(1)};
  const Quat tilt(Eigen::AngleAxisd(random.log_uniform(1e-4, 0.15), random.direction()));
  pair.A.X_WS.rotation = pair.B.X_WS.rotation * random.right_rotation() * tilt;
  const double reach = bounding_radius(pair.A.shape) + bounding_radius(pair.B.shape);
  pair.A.X_WS.translation =
      pair.B.X_WS.translation + random.in_cube(random.uniform(0.5, 2) * reach);
  return pair;
}

// Half a gap along the normal from each point there is A, half a gap against it B.
void expect_opposite_points(const std::vector<KindPair>& pairs) {
  Random random(61);
  for (const KindPair& kinds : pairs) {
    int num_apart = 0;
    for (int i = 0; i < 1500; ++i) {
      const auto [A, B] = nearly_aligned_pair(random, kinds);
      const ShapeManifold manifold = oracle::contact(A, B, kInf);
      if (oracle::least_gap(manifold) <= 0) continue;
      ++num_apart;
      const double size = oracle::size_of(A, B);
      for (const ManifoldPoint& point : manifold.points) {
        const Vec3 half = 0.5 * point.gap * manifold.normal;
        const Vec3 a = point.point + half;
        const Vec3 b = point.point - half;
        ASSERT_LE((oracle::project(A, a) - a).norm(), 1e-2 * size) << oracle::describe(A, B);
        ASSERT_LE((oracle::project(B, b) - b).norm(), 1e-2 * size) << oracle::describe(A, B);
      }
    }
    EXPECT_GT(num_apart, 500);
  }
}

TEST(ContactPoints, OfFlatFacesAreOppositeAlongTheNormal) { expect_opposite_points(kFlatFaced); }
TEST(ContactPoints, OfRoundShapesAreOppositeAlongTheNormal) { expect_opposite_points(kRound); }

// A contact that only requires gap + n . u >= 0 keeps the shapes apart only if no part of them is
// further along n than its points, whichever n the motion chose.
TEST(ContactPoints, OfFlatFacesInMotionHaveTheSeparationAlongTheNormalAsLeastGap) {
  Random random(62);
  for (const KindPair& kinds : kFlatFaced) {
    int num_other = 0;
    for (int i = 0; i < 2500; ++i) {
      const auto [A, B] = nearly_aligned_pair(random, kinds);
      const ShapeManifold now = oracle::contact(A, B, kInf);
      if (oracle::least_gap(now) <= 0) continue;
      // The motion is not swept if it is shorter than the bounding radius of the smaller shape.
      const double reach = std::min(bounding_radius(A.shape), bounding_radius(B.shape));
      const Vec3 aside = random.in_cube(0.5);
      const Vec3 d = 0.9 * reach * random.uniform(0, 1) * (aside - now.normal).normalized();
      const ShapeManifold posed = oracle::contact(A, B, kInf, d);
      const double separation = oracle::separation(A, B, posed.normal);
      ASSERT_NEAR(oracle::least_gap(posed), separation, 1e-7 * oracle::size_of(A, B))
          << oracle::describe(A, B);
      if ((posed.normal - now.normal).norm() > 1e-3) ++num_other;
    }
    EXPECT_GT(num_other, 10);
  }
}

// The direction between two corners that are 1e-5 of the larger box apart.
TEST(ContactPoints, OfSmallGapsBesideLargeShapesHaveAUnitNormal) {
  Random random(63);
  for (int i = 0; i < 3000; ++i) {
    const Posed large{Box{100 * Vec3::Ones()}, {random.rotation(), Vec3::Zero()}};
    const Posed small = oracle::at(Box{0.3 * Vec3::Ones()}, Vec3::Zero(), random.rotation());
    const Vec3 corner = large.X_WS * Vec3(50, 50, 50);
    const Vec3 n = (large.X_WS.rotation * Vec3(1, 1, 1)).normalized();
    const Mat3 R = small.X_WS.rotation.toRotationMatrix();
    const Vec3 lowest = R * (-0.15 * (R.transpose() * n).cwiseSign());
    Posed beside = small;
    beside.X_WS.translation = corner - lowest + random.log_uniform(1e-4, 1e-2) * n;
    const ShapeManifold manifold = oracle::contact(beside, large, kInf);
    ASSERT_NEAR(manifold.normal.norm(), 1, 1e-14) << oracle::describe(beside, large);
  }
}

}  // namespace
}  // namespace stiction
