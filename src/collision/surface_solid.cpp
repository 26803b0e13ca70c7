#include "surface_solid.h"

#include <algorithm>
#include <cmath>

#include "disc_rim.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

constexpr double kBeside = 1e-2;  // share of the radius
// Sine of the angle between axis and normal above which the plane of both is known (to 1e-10) and a
// side, for which it matters, may be foremost.
constexpr double kUpright = 1e-6;

}  // namespace

SurfaceSolid::SurfaceSolid(const Shape& shape, const Quat& R_O1)
    : shape_(shape),
      X_O1_{R_O1, Vec3::Zero()},
      R_1O_(R_O1.toRotationMatrix().transpose()),
      bounds_(calc_aabb(shape, RigidTransform{})),
      solid_(shape, X_O1_) {}

double SurfaceSolid::touch(const Triangle& triangle, const NarrowPhaseQuery& query,
                           ShapeManifold& manifold) const {
  manifold.points.clear();
  if (const auto* sphere = std::get_if<Sphere>(&shape_)) {
    return sphere_triangle(*sphere, X_O1_, triangle, query, manifold);
  }
  if (const auto* capsule = std::get_if<Capsule>(&shape_)) {
    const double separation = capsule_triangle(*capsule, X_O1_, triangle, query, manifold);
    straighten(manifold);
    return separation;
  }
  const double separation = convex_pair(solid_, ConvexSolid(triangle), query, manifold);
  if (has_side()) straighten(manifold);
  return separation;
}

bool SurfaceSolid::has_side() const { return solid_.is_frustum(); }

// Points on a round side belong on its foremost line, the one in the plane of the axis and the
// normal. Nearest points are known there only to the square root of round-off, and a rolling solid
// is sensitive to their place. Edges that run beside the line share its contact in the closed
// forms, at points in between (see facing_points); on a surface another triangle is nearer there.
void SurfaceSolid::straighten(ShapeManifold& manifold) const {
  const Vec3 axis = R_1O_.transpose().col(2);
  const Vec3 common = axis.cross(manifold.normal);
  if (!(common.norm() > kUpright)) return;
  const Vec3 across = common.normalized();
  const auto is_on_side = [&](const ManifoldPoint& point) {
    return !has_side() || point.feature >> 32 == kLateralFeature;
  };
  const auto is_beside = [&](const ManifoldPoint& point) {
    return is_on_side(point) && std::abs(across.dot(point.point)) > kBeside * outer_radius();
  };
  if (!std::all_of(manifold.points.begin(), manifold.points.end(), is_beside)) {
    std::erase_if(manifold.points, is_beside);
  }
  for (ManifoldPoint& point : manifold.points) {
    if (is_on_side(point)) point.point -= across.dot(point.point) * across;
  }
}

void SurfaceSolid::touch_along(const Triangle& triangle, const Vec3& normal, double margin,
                               ShapeManifold& manifold) const {
  manifold.points.clear();
  if (is_ball()) return;
  contact_along(solid_, ConvexSolid(triangle), normal, margin, manifold);
}

void SurfaceSolid::touch_plane(const Vec3& normal, double offset, double margin,
                               ShapeManifold& manifold) const {
  calc_manifold(shape_, X_O1_, Plane{normal, offset}, RigidTransform{}, {.margin = margin},
                manifold);
}

bool SurfaceSolid::is_beyond(const Triangle& triangle, double margin, const Vec3& way) const {
  const Vec3 a = R_1O_ * triangle.corners[0];
  const Vec3 b = R_1O_ * triangle.corners[1];
  const Vec3 c = R_1O_ * triangle.corners[2];
  const Vec3 lower = a.cwiseMin(b).cwiseMin(c);
  const Vec3 upper = a.cwiseMax(b).cwiseMax(c);
  // Round-off in a far corner must not hide a triangle.
  const double reach =
      margin + 1e-14 * std::max(-lower.minCoeff(), upper.maxCoeff()) + 1e-14 * outer_radius();
  const Vec3 way_1 = R_1O_ * way;
  const Vec3 from = bounds_.lower + way_1.cwiseMin(0) - Vec3::Constant(reach);
  const Vec3 to = bounds_.upper + way_1.cwiseMax(0) + Vec3::Constant(reach);
  if ((lower.array() > to.array()).any() || (upper.array() < from.array()).any()) return true;
  const Vec3 nearest = Vec3::Zero().cwiseMax(lower).cwiseMin(upper);
  return nearest.norm() > outer_radius() + reach + way.norm();
}

}  // namespace stiction
