#include "field_laws.h"

#include <stiction/collision/narrow_phase.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "field_draws.h"
#include "judged_height_field.h"
#include "judged_solid.h"

namespace stiction::bench {
namespace {

/// A frame with world axes and the origin of the field.
RigidTransform at_field(const PosedPair& pair, const RigidTransform& X_WS) {
  return {X_WS.rotation, X_WS.translation - pair.B.X_WS.translation};
}

JudgedHeightField field_of(const PosedPair& pair) {
  return {*std::get<HeightField>(pair.B.shape).grid, at_field(pair, pair.B.X_WS)};
}

JudgedSolid solid_of(const PosedPair& pair, const Vec3& displacement) {
  RigidTransform X_OA = at_field(pair, pair.A.X_WS);
  X_OA.translation += displacement;
  return {pair.A.shape, pair.A.points, X_OA};
}

struct Half {
  Vec3 normal;
  double gap = 0;
};

/// Adds the half spaces that the contacts allow to `halves`.
void add_halves(const ManifoldList& contacts, std::vector<Half>& halves) {
  for (const ShapeManifold& manifold : contacts) {
    double least = kInfinity;
    for (const ManifoldPoint& point : manifold.points) least = std::min(least, point.gap);
    halves.push_back({manifold.normal, least});
  }
}

/// The displacement nearest to `wanted` with normal . displacement >= -gap for all.
// Projects onto the half spaces in turn, each with its correction (Dykstra, "An algorithm for
// restricted least squares regression", 1983). Remaining violations are removed by shortening the
// result, possibly to 0, as long as all gaps are positive.
Vec3 project(const std::vector<Half>& halves, const Vec3& wanted) {
  constexpr int kRounds = 200;
  std::vector<double> corrections(halves.size(), 0);
  Vec3 way = wanted;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < halves.size(); ++i) {
      const double over = halves[i].gap + halves[i].normal.dot(way) - corrections[i];
      const double push = std::max(0.0, -over);
      way += (push - corrections[i]) * halves[i].normal;
      corrections[i] = push;
    }
  }
  double share = 1;
  for (const Half& half : halves) {
    const double approach = -half.normal.dot(way);
    if (approach > half.gap) share = std::min(share, std::max(0.0, half.gap) / approach);
  }
  return share * way;
}

}  // namespace

double FieldLaws::calc_least_separation(const Vec3& displacement, double enough, double tolerance) {
  const JudgedHeightField field = field_of(pair_);
  const JudgedSolid A = solid_of(pair_, displacement);
  const Vec3 center = at_field(pair_, pair_.A.X_WS).translation + displacement;
  const double radius = bounding_radius(pair_.A.shape);
  double least = kInfinity;
  for (const FieldTriangle& triangle : field.triangles()) {
    const Vec3 middle = (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3;
    double reach = radius;
    for (const Vec3& corner : triangle.corners) {
      reach = std::max(reach, radius + (corner - middle).norm());
    }
    if ((center - middle).norm() - reach > std::min(enough, least)) continue;
    const JudgedSolid B(triangle.corners);
    const double found = search_.find_above(A, B, triangle.normal, enough, tolerance).lower;
    least = std::min(least, found);
  }
  return least;
}

bool FieldLaws::is_center_inside() const {
  return field_of(pair_).is_inside(at_field(pair_, pair_.A.X_WS) * center_of_mass(pair_.A));
}

// Two points that are as near as the gap show that it is not too small; if the points of the
// contacts are not, the triangles decide.
double FieldLaws::calc_gap_error(const ShapeManifold& found, double gap, double tolerance) {
  const double fine = 0.1 * tolerance;
  if (gap < -tolerance) {
    if (is_center_inside()) return 0;
    return calc_least_separation(Vec3::Zero(), 0, fine) <= 0 ? 0 : kInfinity;
  }
  if (is_center_inside() && gap > tolerance) return kInfinity;
  const bool is_attained = calc_least_distance(found) <= std::max(gap, 0.0) + fine;
  const double least = calc_least_separation(Vec3::Zero(), is_attained ? gap : kInfinity, fine);
  return is_attained ? std::max(0.0, gap - least) : std::abs(gap - least);
}

double FieldLaws::calc_least_distance(const ShapeManifold& found) const {
  const JudgedHeightField field = field_of(pair_);
  const JudgedSolid A = solid_of(pair_, Vec3::Zero());
  double least = kInfinity;
  for (const ManifoldPoint& point : found.points) {
    const Vec3 middle = point.point - pair_.B.X_WS.translation;
    const Vec3 half = 0.5 * point.gap * found.normal;
    const Vec3 way = A.nearest_point(middle + half) - field.nearest_point(middle - half);
    least = std::min(least, way.norm());
  }
  return least;
}

double FieldLaws::calc_point_error(const ManifoldPoint& point, const Vec3& normal) const {
  if (is_center_inside()) return 0;
  const Vec3 middle = point.point - pair_.B.X_WS.translation;
  const Vec3 half = 0.5 * point.gap * normal;
  const Vec3 a = solid_of(pair_, Vec3::Zero()).nearest_point(middle + half);
  const Vec3 b = field_of(pair_).nearest_point(middle - half);
  return std::max((a - middle - half).norm(), (b - middle + half).norm());
}

// The contacts found for one motion may differ from those of the motion that respects them: a ball
// that slides down a slope instead of flying into it may meet the next one.
Vec3 FieldLaws::respectful_displacement(const Vec3& wanted) const {
  constexpr int kRounds = 20;
  const Collider A(pair_.A.shape);
  std::vector<Half> halves;
  ManifoldList contacts;
  Vec3 displacement = wanted;
  for (int round = 0; round < kRounds; ++round) {
    calc_manifolds(A, pair_.A.X_WS, *pair_.B.mesh, pair_.B.X_WS, {kInfinity, displacement},
                   contacts);
    add_halves(contacts, halves);
    const Vec3 changed = project(halves, wanted);
    if ((changed - displacement).norm() <= 1e-9 * wanted.norm()) return changed;
    displacement = changed;
  }
  return displacement;
}

double FieldLaws::calc_velocity_error(const Vec3& wanted, double tolerance) {
  const Vec3 displacement = respectful_displacement(wanted);
  return std::max(0.0, -calc_least_separation(displacement, -tolerance, tolerance));
}

}  // namespace stiction::bench
