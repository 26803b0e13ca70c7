#include "surface_way_out.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "infinity.h"
#include "reused.h"
#include "surface_distance.h"
#include "surface_edges.h"
#include "surface_features.h"
#include "surface_touch.h"

namespace stiction {
namespace {

constexpr double kStraightOut = 1e-6;     // rad, angle to a face's normal
constexpr double kWayOutRoundOff = 1e-9;  // share of the radius, in a distance from the centre
// In units of `touch`, found by experiment: needles and plates were found to overlap a face by 2 to
// 5 touches while they stuck through another.
constexpr double kLight = 10;

class WayOut {
 public:
  WayOut(SurfacePatches& patches, const SurfaceSolid& solid, const NarrowPhaseQuery& query,
         double touch, SurfaceManifolds& manifolds)
      : patches_(patches),
        surface_(patches.surface()),
        solid_(solid),
        query_(query),
        touch_(touch),
        manifolds_(manifolds) {}

  void from_inside(const Vec3& center_S);
  void from_outside(double depth);

 private:
  /// The plane across a contact's normal that supports the solid: normal . x = offset.
  struct Support {
    Vec3 normal;
    double offset = 0;
  };

  bool pose_region(const FlatPatch& plane, double depth);
  void pose_cut(const FlatPatch& plane);
  void pose_plane(const Vec3& normal, double offset);
  bool is_beneath(const NearTriangle& near, double depth) const;
  bool overlaps_any(const FlatPatch& patch, double depth) const;
  double side_of_center() const;
  const FlatPatch* find_shallowest_cut(double depth) const;

  SurfacePatches& patches_;
  const TriangleSurface& surface_;
  const SurfaceSolid& solid_;
  const NarrowPhaseQuery& query_;
  double touch_;
  SurfaceManifolds& manifolds_;
  Reused<std::vector<Support>> supports_;
};

// Replaces the contacts by that with a plane, solid everywhere below. Points above the plane are
// dropped: there is no surface for them to meet.
void WayOut::pose_plane(const Vec3& normal, double offset) {
  Reused<ShapeManifold> manifold;
  solid_.touch_plane(normal, offset, query_.margin, manifold);
  std::erase_if(manifold.points, [](const ManifoldPoint& point) { return point.gap > 0; });
  for (ManifoldPoint& point : manifold.points) {
    point.feature = on_surface(point.feature, kSolidBelow);
  }
  manifolds_.clear();
  manifolds_.add(normal, manifold.points);
}

// Replaces the contacts by that with a face, where the face is. Returns true if it leads out by at
// least `depth`. (The triangles of the face are those that the solid passes on its way out.)
bool WayOut::pose_region(const FlatPatch& plane, double depth) {
  const double height = solid_.height_over(plane.normal, plane.offset);
  patches_.collect(solid_, 0, -std::min(0.0, height) * plane.normal);
  manifolds_.clear();
  SurfaceTouch(patches_, solid_, query_).add_region(plane.region, manifolds_);
  manifolds_.remove_repeated_features();
  return manifolds_.least_gap() < -depth;
}

// A flat solid may cut a face far from its lowest point, where there is nothing to meet. So the
// contact is posed where the two cut each other, with the depth of the whole solid. Uses the
// triangles that were collected last.
void WayOut::pose_cut(const FlatPatch& plane) {
  const double height = solid_.height_over(plane.normal, plane.offset);
  Reused<ShapeManifold> part;
  Reused<std::vector<ManifoldPoint>> points;
  points.clear();
  for (const NearTriangle& near : patches_.triangles()) {
    if (surface_.region_of(near.index) != plane.region) continue;
    part.points.clear();
    if (!(solid_.touch(near.shape, {}, part) < 0)) continue;
    for (const ManifoldPoint& point : part.points) {
      points.push_back({point.point, height, on_surface(point.feature, kSolidBelow)});
    }
  }
  if (points.empty()) return pose_plane(plane.normal, plane.offset);
  manifolds_.clear();
  manifolds_.add(plane.normal, points);
  manifolds_.remove_repeated_features();
}

void WayOut::from_inside(const Vec3& center_S) {
  const NearestOnSurface nearest = find_nearest(surface_, center_S, kInfinity);
  const FlatPatch plane = patches_.plane_of(surface_.region_of(nearest.triangle), solid_);
  const Vec3 way = patches_.direction_in_O(nearest.point - center_S);
  const double distance = way.norm();
  const double across = plane.normal.cross(way).norm();
  // A valid way out takes the centre out: a needle may lie with only its end over the face.
  const double depth = std::max(touch_, (1 - kWayOutRoundOff) * distance);
  if (across <= kStraightOut * distance + plane.tolerance) {
    if (!pose_region(plane, depth)) pose_cut(plane);
    return;
  }
  const Vec3 normal = way / distance;
  pose_plane(normal, normal.dot(solid_.center()) + distance);
}

// True if the triangle cuts the solid no deeper than `depth`, because it rises no further above one
// of the planes that support the solid.
bool WayOut::is_beneath(const NearTriangle& near, double depth) const {
  const std::array<Vec3, 3>& corners = near.shape.corners;
  return std::any_of(supports_.begin(), supports_.end(), [&](const Support& support) {
    return std::all_of(corners.begin(), corners.end(), [&](const Vec3& corner) {
      return support.normal.dot(corner) <= support.offset + depth;
    });
  });
}

bool WayOut::overlaps_any(const FlatPatch& patch, double depth) const {
  Reused<ShapeManifold> manifold;
  return std::any_of(patch.triangles.begin(), patch.triangles.end(), [&](const NearTriangle& near) {
    if (is_beneath(near, depth)) return false;
    manifold.points.clear();
    return solid_.touch(near.shape, {}, manifold) < -depth;
  });
}

// 1 if the centre is on the side of the surface that the normals point to, else -1.
double WayOut::side_of_center() const {
  const Vec3 center = patches_.point_in_S(solid_.center());
  if (surface_.is_one_sided(center)) return 1;
  const NearestOnSurface nearest = find_nearest(surface_, center, kInfinity);
  const Vec3 way = (center - nearest.point).normalized();
  const ForemostFeature feature = foremost_feature(surface_.corners(nearest.triangle), way);
  return pseudonormal(surface_, nearest.triangle, feature).dot(way) >= 0 ? 1 : -1;
}

// The face that the solid is least far behind, among those that cut it deeper than `depth`. (On a
// sheet, a face that looks away from the centre's side, as the far slope of a ridge does, would
// lead through the sheet.)
const FlatPatch* WayOut::find_shallowest_cut(double depth) const {
  const FlatPatch* best = nullptr;
  double best_height = -kInfinity;
  std::optional<double> side;  // found once something cuts
  for (const FlatPatch& patch : patches_.patches()) {
    const double height = solid_.height_over(patch.normal, patch.offset);
    if (height >= -depth || height <= best_height || !overlaps_any(patch, depth)) continue;
    if (!side) side = side_of_center();
    if (patch.turn != *side) continue;
    best = &patch;
    best_height = height;
  }
  return best;
}

void WayOut::from_outside(double depth) {
  supports_.clear();
  for (const ShapeManifold& manifold : manifolds_.list()) {
    supports_.push_back({manifold.normal, solid_.height_over(manifold.normal, 0)});
  }
  const FlatPatch* cut = find_shallowest_cut(depth);
  if (!cut) return;
  const FlatPatch plane = *cut;  // (A copy: the patches are collected again.)
  if (!pose_region(plane, touch_)) pose_cut(plane);
}

}  // namespace

void find_way_out(SurfacePatches& patches, const SurfaceSolid& solid, const NarrowPhaseQuery& query,
                  double tie, double touch, SurfaceManifolds& manifolds) {
  const TriangleSurface& surface = patches.surface();
  WayOut way_out(patches, solid, query, touch, manifolds);
  const Vec3 center = patches.point_in_S(solid.center());
  if (surface.is_inside(center)) {
    way_out.from_inside(center);
  } else if (const double gap = manifolds.least_gap(); gap >= -kLight * touch) {
    // A solid that merely touches may be found clear, or cut by the triangle that it touches, by as
    // much as separations count as equal.
    way_out.from_outside(gap > touch ? tie : std::max(touch, -2 * gap));
  }
}

}  // namespace stiction
