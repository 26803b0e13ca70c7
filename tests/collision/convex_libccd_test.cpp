// Gaps and depths of convex shapes against libccd, which knows them only by their support
// functions. If GJK reports that two shapes meet, they do; it reports "apart" also when it gives
// up. Its expanding polytope is inside the difference of the shapes, so its depth is never greater
// than the true one (and 0 where it gives up). MPR refines a portal in a direction of its own, so
// its depth is never smaller. Its iterations have to be limited.

#include <ccd/ccd.h>
#include <gtest/gtest.h>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::Kind;
using oracle::KindPair;
using oracle::Posed;
using oracle::PosedPair;

/// libccd's resolution, relative to the size of a pair.
constexpr double kResolution = 1e-4;

Vec3 foremost(const Sphere& sphere, const Vec3& n) { return sphere.radius * n.normalized(); }
Vec3 foremost(const Box& box, const Vec3& n) {
  return 0.5 * box.size.cwiseProduct(n.unaryExpr([](double x) { return x < 0 ? -1.0 : 1.0; }));
}
Vec3 foremost(const Capsule& capsule, const Vec3& n) {
  return Vec3(0, 0, std::copysign(0.5 * capsule.length, n.z())) + capsule.radius * n.normalized();
}
Vec3 on_rim(double radius, double z, const Vec3& n) {
  const double across = n.head<2>().norm();
  const double scale = across > 0 ? radius / across : 0.0;
  return {scale * n.x(), scale * n.y(), z};
}
Vec3 foremost(const Cylinder& cylinder, const Vec3& n) {
  return on_rim(cylinder.radius, std::copysign(0.5 * cylinder.length, n.z()), n);
}
Vec3 foremost(const Cone& cone, const Vec3& n) {
  const Vec3 apex(0, 0, 0.5 * cone.length);
  const Vec3 rim = on_rim(cone.radius, -0.5 * cone.length, n);
  return n.dot(apex) > n.dot(rim) ? apex : rim;
}
Vec3 foremost(const Hull& hull, const Vec3& n) {
  const std::vector<Vec3>& vertices = hull.polyhedron->vertices();
  return *std::max_element(vertices.begin(), vertices.end(),
                           [&](const Vec3& a, const Vec3& b) { return n.dot(a) < n.dot(b); });
}

void ccd_support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
  const Posed& posed = *static_cast<const Posed*>(object);
  const Vec3 n = posed.X_WS.rotation.conjugate() * Vec3(Eigen::Map<const Vec3>(direction->v));
  Vec3 x = Vec3::Zero();
  std::visit(
      [&](const auto& shape) {
        if constexpr (requires { foremost(shape, n); }) x = foremost(shape, n);
      },
      posed.shape);
  Eigen::Map<Vec3>(result->v) = posed.X_WS * x;
}

void ccd_center(const void* object, ccd_vec3_t* result) {
  const Posed& posed = *static_cast<const Posed*>(object);
  Vec3 middle = Vec3::Zero();
  if (const auto* hull = std::get_if<Hull>(&posed.shape)) {
    for (const Vec3& vertex : hull->polyhedron->vertices()) middle += vertex;
    middle /= static_cast<double>(hull->polyhedron->vertices().size());
  }
  Eigen::Map<Vec3>(result->v) = posed.X_WS * middle;
}

ccd_t ccd_settings() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd_support;
  ccd.support2 = ccd_support;
  ccd.center1 = ccd_center;
  ccd.center2 = ccd_center;
  ccd.max_iterations = 500;
  ccd.epa_tolerance = 1e-6;
  ccd.mpr_tolerance = 1e-6;
  return ccd;
}

bool meet(const Posed& A, const Posed& B) {
  const ccd_t ccd = ccd_settings();
  return ccdGJKIntersect(&A, &B, &ccd) != 0;
}

Posed shifted(const Posed& posed, const Vec3& by) {
  Posed result = posed;
  result.X_WS.translation += by;
  return result;
}

/// One of libccd's two ways to find a depth, m; infinite if it finds none.
using Penetration = decltype(ccdGJKPenetration);
double depth_by(Penetration* penetration, const Posed& A, const Posed& B) {
  const ccd_t ccd = ccd_settings();
  ccd_real_t depth = 0;
  ccd_vec3_t direction;
  ccd_vec3_t position;
  const bool is_found = penetration(&A, &B, &ccd, &depth, &direction, &position) == 0;
  return is_found ? depth : kInf;
}

std::vector<KindPair> convex_pairs() {
  const std::array<Kind, 6> kinds{Kind::sphere,   Kind::box,  Kind::capsule,
                                  Kind::cylinder, Kind::cone, Kind::hull};
  std::vector<KindPair> pairs;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (std::size_t j = i; j < kinds.size(); ++j) pairs.push_back({kinds[i], kinds[j]});
  }
  return pairs;
}

// Sizes of similar magnitude: at ratios above 25 libccd fails.
PosedPair similar_pair(Random& random, const KindPair& kinds) {
  const Posed A{oracle::random_shape(random, kinds.a, 0.3, 1.2),
                {random.rotation(), random.in_cube(1)}};
  const Posed B{oracle::random_shape(random, kinds.b, 0.3, 1.2),
                {random.rotation(), random.in_cube(1)}};
  return {A, B};
}

// A gap is how far one shape can move before they meet, a depth how far it has to move until they
// no longer overlap.
TEST(Libccd, FindsTheShapesToMeetWhereTheGapIsUsedUp) {
  Random random(71);
  int num_poses = 0;
  int num_given_up = 0;
  for (const KindPair& kinds : convex_pairs()) {
    for (int i = 0; i < 200; ++i) {
      const auto [A, B] = similar_pair(random, kinds);
      const ShapeManifold manifold = oracle::contact(A, B, kInf);
      const double gap = oracle::least_gap(manifold);
      const double resolution = kResolution * oracle::size_of(A, B);
      const auto meet_beyond = [&](double beyond) {
        return meet(shifted(A, -(gap + beyond) * manifold.normal), B);
      };
      ASSERT_FALSE(meet_beyond(-resolution)) << oracle::describe(A, B);
      ++num_poses;
      if (!meet_beyond(resolution)) ++num_given_up;
    }
  }
  EXPECT_LE(num_given_up, num_poses / 100);
}

TEST(Libccd, FindsTheDepthBetweenItsLeastAndItsGreatest) {
  Random random(72);
  int num_poses = 0;
  int num_found = 0;
  for (const KindPair& kinds : convex_pairs()) {
    for (int i = 0; i < 200; ++i) {
      const auto [A, B] = similar_pair(random, kinds);
      const double depth = -oracle::least_gap(oracle::contact(A, B, kInf));
      const double resolution = kResolution * oracle::size_of(A, B);
      if (depth < resolution) continue;
      const double least = depth_by(ccdGJKPenetration, A, B);
      ASSERT_LE(least, depth + resolution) << oracle::describe(A, B);
      ASSERT_GE(depth_by(ccdMPRPenetration, A, B), depth - resolution) << oracle::describe(A, B);
      ++num_poses;
      if (least >= depth - 10 * resolution) ++num_found;
    }
  }
  EXPECT_GT(num_poses, 1000);
  EXPECT_GE(num_found, num_poses * 9 / 10);
}

}  // namespace
}  // namespace stiction
