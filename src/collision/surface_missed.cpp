// Contacts that the search for nearest features leaves out. A triangle behind the plane of a
// contact cannot be met by a motion that respects that contact. For the others, this tests whether
// the motion that respects all contacts and is nearest to the wanted one would sink into them: past
// a ridge onto its far side, or into the slope of a valley that was not the nearest.

#include <algorithm>
#include <array>
#include <cmath>

#include "surface_features.h"
#include "surface_touch.h"

namespace stiction {
namespace {

constexpr int kMaxMissed = 8;

// A half space in which the motion has to stay, normal . displacement >= -gap, and the offset of
// the plane along its normal.
struct ContactPlane {
  Vec3 normal;
  double gap = 0;
  double offset = 0;
};

// Projects onto the half spaces in turn, each with its correction (Dykstra, "An algorithm for
// restricted least squares regression", 1983). If they meet at small angles it has not converged
// after these rounds; it need only find what the motion might meet.
Vec3 respectful(const std::vector<ContactPlane>& planes, const Vec3& wanted,
                std::vector<double>& corrections) {
  constexpr int kRounds = 30;
  corrections.assign(planes.size(), 0);
  Vec3 way = wanted;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const double over = planes[i].gap + planes[i].normal.dot(way) - corrections[i];
      const double push = std::max(0.0, -over);
      way += (push - corrections[i]) * planes[i].normal;
      corrections[i] = push;
    }
  }
  return way;
}

}  // namespace

void SurfaceTouch::add_missed(SurfaceManifolds& manifolds) {
  if (displacement_.isZero(0) || manifolds.least_gap() < -touch_) return;
  Reused<std::vector<ContactPlane>> planes;
  Reused<std::vector<double>> corrections;
  const auto is_behind_a_plane = [&](const NearTriangle& near) {
    return std::any_of(planes.begin(), planes.end(), [&](const ContactPlane& plane) {
      return std::all_of(
          near.shape.corners.begin(), near.shape.corners.end(),
          [&](const Vec3& corner) { return plane.normal.dot(corner) <= plane.offset + tie_; });
    });
  };
  for (int i = 0; i < kMaxMissed; ++i) {
    planes.clear();
    for (const ShapeManifold& manifold : manifolds.list()) {
      if (manifold.points.empty()) continue;
      const double gap = std::min_element(manifold.points.begin(), manifold.points.end(),
                                          [](const ManifoldPoint& a, const ManifoldPoint& b) {
                                            return a.gap < b.gap;
                                          })
                             ->gap;
      planes.push_back({manifold.normal, gap, solid_.height_over(manifold.normal, 0) - gap});
    }
    const Vec3 way = respectful(planes, displacement_, corrections);
    const NearTriangle* deepest = nullptr;
    double least = -tie_;
    for (const NearTriangle& near : patches_.triangles()) {
      if (is_behind_a_plane(near)) continue;
      Triangle moved = near.shape;
      for (Vec3& corner : moved.corners) corner -= way;
      if (solid_.is_beyond(moved, 0)) continue;
      const double separation = solid_.touch(moved, {.margin = 0}, part_);
      if (separation >= least) continue;
      least = separation;
      deepest = &near;
    }
    if (!deepest) return;
    const NarrowPhaseQuery query{.margin = margin_, .relative_displacement = displacement_};
    if (solid_.touch(deepest->shape, query, part_) < -touch_) return;
    points_.clear();
    append_part(*deepest, points_);
    if (points_.empty()) return;
    manifolds.add(part_.normal, points_);
    manifolds.remove_repeated_features();
  }
}

}  // namespace stiction
