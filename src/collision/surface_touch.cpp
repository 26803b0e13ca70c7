#include "surface_touch.h"

#include <algorithm>
#include <cmath>

#include "axis_choice.h"
#include "surface_features.h"

namespace stiction {
namespace {

// Share of the radius: points up to this height above the lowest one decide whether a solid is over
// a patch as a whole. They are those of a face tilted by less than 0.1 rad, up to which it counts.
constexpr double kFootHeight = 0.2;

Vec3 foot_of(const ManifoldPoint& point, const Vec3& normal) {
  return point.point - 0.5 * point.gap * normal;
}

// True if the segment passes through the triangle before its end.
bool blocks(const NearTriangle& near, const Vec3& start, const Vec3& way) {
  constexpr double kEnd = 1 - 1e-6;
  constexpr double kOnPlane = 1e-9;
  const Vec3 end = start + way;
  if ((near.bounds.lower.array() > start.cwiseMax(end).array()).any()) return false;
  if ((near.bounds.upper.array() < start.cwiseMin(end).array()).any()) return false;
  const Triangle& triangle = near.shape;
  const Vec3 e1 = triangle.corners[1] - triangle.corners[0];
  const Vec3 e2 = triangle.corners[2] - triangle.corners[0];
  // A segment that ends on the triangle's plane crosses it nowhere else, however small the angle.
  const Vec3 n = e1.cross(e2);
  if (std::abs(n.dot(end - triangle.corners[0])) <= kOnPlane * n.norm() * way.norm()) return false;
  const Vec3 across = way.cross(e2);
  const double volume = e1.dot(across);
  if (volume == 0) return false;
  const Vec3 from = start - triangle.corners[0];
  const double u = from.dot(across) / volume;
  const Vec3 turned = from.cross(e1);
  const double v = way.dot(turned) / volume;
  const double s = e2.dot(turned) / volume;
  return u >= 0 && v >= 0 && u + v <= 1 && s > 0 && s < kEnd;
}

}  // namespace

SurfaceTouch::SurfaceTouch(const SurfacePatches& patches, const SurfaceSolid& solid,
                           const NarrowPhaseQuery& query)
    : patches_(patches),
      surface_(patches.surface()),
      solid_(solid),
      margin_(query.margin),
      displacement_(query.relative_displacement) {
  const AxisTolerances tolerances =
      axis_tolerances(solid.inner_radius(), solid.outer_radius(), solid.outer_radius());
  tie_ = tolerances.tie;
  touch_ = tolerances.touch;
}

void SurfaceTouch::add_to(SurfaceManifolds& manifolds) {
  for (const FlatPatch& patch : patches_.patches()) add_patch(patch, manifolds);
  // If several triangles meet at a corner that is just touched, each may be separated best along a
  // normal that is not a normal of the surface. Such a contact is better than none.
  if (stray_.separation < manifolds.least_gap() - tie_) {
    manifolds.add(stray_.normal, stray_.points);
  }
  manifolds.remove_repeated_features();
  manifolds.remove_if(
      [&](const Vec3& normal, const ManifoldPoint& point) { return is_covered(normal, point); });
}

void SurfaceTouch::add_region(int region, SurfaceManifolds& manifolds) {
  const std::span<const FlatPatch> all = patches_.patches();
  const auto patch = std::find_if(all.begin(), all.end(),
                                  [&](const FlatPatch& one) { return one.region == region; });
  if (patch == all.end()) return;
  solid_.touch_plane(patch->normal, patch->offset, margin_, plane_);
  points_.clear();
  add_face(*patch, solid_.height_over(patch->normal, patch->offset), manifolds);
}

// True for a patch of a one-sided surface that faces away from the solid.
bool SurfaceTouch::is_hidden_behind(const FlatPatch& patch) const {
  return patch.normal.dot(solid_.center()) < patch.offset && patches_.is_one_sided_for(solid_);
}

void SurfaceTouch::add_patch(const FlatPatch& patch, SurfaceManifolds& manifolds) {
  const double height = solid_.height_over(patch.normal, patch.offset);
  if (height > margin_ || is_hidden_behind(patch)) return;
  solid_.touch_plane(patch.normal, patch.offset, margin_, plane_);
  points_.clear();
  if (is_nearest_over(patch, height)) {
    add_face(patch, height, manifolds);
  } else {
    add_edges(patch, height, manifolds);
  }
}

// The motion of the solid until it meets the plane, at most to the end of the step.
Vec3 SurfaceTouch::way_to(const FlatPatch& patch, double height) const {
  const double approach = -patch.normal.dot(displacement_);
  if (!(approach > 0)) return Vec3::Zero();
  return std::clamp(height / approach, 0.0, 1.0) * displacement_;
}

// True if the solid has its lowest points over the patch, now or where it will meet the plane: then
// its distance from the patch is that from the plane.
bool SurfaceTouch::is_nearest_over(const FlatPatch& patch, double height) const {
  if (height < -touch_ && !solid_.is_ball()) return false;
  const Vec3 way = way_to(patch, height);
  return std::any_of(plane_.points.begin(), plane_.points.end(), [&](const ManifoldPoint& point) {
    const Vec3 foot = foot_of(point, patch.normal);
    return point.gap <= height + tie_ && (patch.is_under(foot) || patch.is_under(foot + way));
  });
}

// Adds the points of the contact with the plane that are over the patch, now or where they will
// meet it; if the solid is only partly over it, also the corners of that part. Uses `points_`.
void SurfaceTouch::add_face(const FlatPatch& patch, double height, SurfaceManifolds& manifolds) {
  const FeatureId face = face_feature(patch.region);
  const Vec3 way = way_to(patch, height);
  bool is_whole = true;
  for (const ManifoldPoint& point : plane_.points) {
    const Vec3 foot = foot_of(point, patch.normal);
    if (patch.is_under(foot) || patch.is_under(foot + way)) {
      points_.push_back({point.point, point.gap, on_surface(point.feature, face)});
    } else if (point.gap <= height + kFootHeight * solid_.outer_radius()) {
      is_whole = false;
    }
  }
  if (!is_whole && !solid_.is_ball()) {
    for (const NearTriangle& triangle : patch.triangles) {
      solid_.touch_along(triangle.shape, patch.normal, margin_, part_);
      add_over(patch, triangle, part_);
    }
  }
  manifolds.add(patch.normal, points_);
}

// A vertex of the solid over a triangle is over the region, wherever the triangle ends.
void SurfaceTouch::add_over(const FlatPatch& patch, const NearTriangle& triangle,
                            const ShapeManifold& manifold) {
  for (const ManifoldPoint& point : manifold.points) {
    const bool is_own = std::any_of(
        plane_.points.begin(), plane_.points.end(),
        [&](const ManifoldPoint& own) { return (own.feature ^ point.feature) <= kSurfaceBits; });
    const FeatureId other =
        is_own ? face_feature(patch.region) : feature_of(triangle, point.feature);
    points_.push_back({point.point, point.gap, on_surface(point.feature, other)});
  }
}

void SurfaceTouch::add_edges(const FlatPatch& patch, double height, SurfaceManifolds& manifolds) {
  edges_.clear();
  edge_points_.clear();
  bool is_stuck = false;
  bool is_along = false;
  for (const NearTriangle& triangle : patch.triangles) {
    if (solid_.is_beyond(triangle.shape, margin_)) continue;
    const double separation = solid_.touch(triangle.shape, {.margin = margin_}, part_);
    if (part_.points.empty()) continue;
    const Vec3& normal = part_.normal;
    if (is_same_normal(normal, patch.normal)) {
      add_over(patch, triangle, part_);
      return add_face(patch, height, manifolds);
    }
    const ForemostFeature feature = foremost_feature(triangle.shape.corners, normal);
    if (feature.count < 3 &&
        is_normal_of_surface(surface_, triangle.index, feature, patches_.direction_in_S(normal))) {
      keep_edge(triangle, separation, feature);
    } else {
      keep_stray(patch, triangle, separation);
      is_stuck = is_stuck || separation < 0;
      is_along = is_along || normal.dot(patch.normal) > kFaceCosine;
    }
  }
  for (const EdgeContact& contact : edges_) add_edge(contact, manifolds);
  // A neighbour is nearer, but a small motion makes the part over the patch touch it as well.
  if (is_along) return add_face(patch, height, manifolds);
  // Sunk in so far that every single triangle would push it out sideways, into the next one.
  const Vec3& center = solid_.center();
  const bool is_center_over = patch.is_under(center);
  if (edges_.empty() && is_stuck && is_center_over) add_face(patch, height, manifolds);
}

void SurfaceTouch::keep_edge(const NearTriangle& triangle, double separation,
                             const ForemostFeature& feature) {
  EdgeContact contact{part_.normal, separation, &triangle, feature, edge_points_.size(), 0};
  append_part(triangle, edge_points_);
  contact.end_point = edge_points_.size();
  edges_.push_back(contact);
}

void SurfaceTouch::keep_stray(const FlatPatch& patch, const NearTriangle& triangle,
                              double separation) {
  const double cosine = part_.normal.dot(patch.normal);
  if (separation < -touch_ || cosine <= 0) return;
  const bool is_nearer = separation < stray_.separation - tie_;
  const bool is_equal = separation <= stray_.separation + tie_;
  if (!is_nearer && !(is_equal && cosine > stray_.cosine)) return;
  stray_.separation = separation;
  stray_.cosine = cosine;
  stray_.normal = part_.normal;
  stray_.points.clear();
  append_part(triangle, stray_.points);
}

// Appends the points of `part_`, with the surface's features.
void SurfaceTouch::append_part(const NearTriangle& triangle,
                               std::vector<ManifoldPoint>& points) const {
  for (const ManifoldPoint& point : part_.points) {
    const FeatureId other = feature_of(triangle, point.feature);
    points.push_back({point.point, point.gap, on_surface(point.feature, other)});
  }
}

void SurfaceTouch::add_edge(const EdgeContact& contact, SurfaceManifolds& manifolds) {
  const PlaneChoice choice = choose_plane(contact);
  if (choice.is_plane) return add_plane_at_edge(contact, choice, manifolds);
  manifolds.add(contact.normal,
                std::span(edge_points_)
                    .subspan(contact.first_point, contact.end_point - contact.first_point));
}

// If the solid flies past a ridge, but the plane across the shortest way to it would block the
// motion, the plane of an adjacent face that the solid is in front of now keeps them apart as well.
// Chooses the one that requires the least change of the motion (axis_choice.h); both triangles
// choose the same.
SurfaceTouch::PlaneChoice SurfaceTouch::choose_plane(const EdgeContact& contact) const {
  PlaneChoice choice;
  const double way = contact.normal.dot(displacement_);
  choice.predicted = contact.separation + way;
  if (way >= 0 || choice.predicted >= 0 || contact.separation < -touch_) return choice;
  const std::array<int, 3> at = surface_.vertices_of(contact.triangle->index);
  consider_planes_at(at[contact.feature.corner[0]], contact, choice);
  return choice;
}

void SurfaceTouch::consider_planes_at(int vertex, const EdgeContact& contact,
                                      PlaneChoice& choice) const {
  const std::array<int, 3> own = surface_.vertices_of(contact.triangle->index);
  std::array<int, 8> storage;
  for (const int triangle : surface_.triangles_at(vertex, storage)) {
    const std::array<int, 3> at = surface_.vertices_of(triangle);
    const bool has_feature =
        contact.feature.count == 1 ||
        std::find(at.begin(), at.end(), own[contact.feature.corner[1]]) != at.end();
    if (!has_feature) continue;
    const FlatPatch plane = patches_.plane_of(surface_.region_of(triangle), solid_);
    const double height = solid_.height_over(plane.normal, plane.offset);
    const double predicted = height + plane.normal.dot(displacement_);
    if (is_hidden_behind(plane) || height < -tie_ || predicted <= choice.predicted + tie_) continue;
    choice = {predicted, true, plane, height};
  }
}

void SurfaceTouch::add_plane_at_edge(const EdgeContact& contact, const PlaneChoice& choice,
                                     SurfaceManifolds& manifolds) {
  solid_.touch_plane(choice.plane.normal, choice.plane.offset, margin_, part_);
  std::erase_if(part_.points,
                [&](const ManifoldPoint& point) { return point.gap > choice.height + tie_; });
  for (ManifoldPoint& point : part_.points) {
    point.feature = on_surface(point.feature, feature_at(contact));
  }
  manifolds.add(choice.plane.normal, part_.points);
}

// The mesh's feature for a triangle's feature.
FeatureId SurfaceTouch::feature_of(const NearTriangle& triangle, FeatureId pair) const {
  const auto own = static_cast<std::uint32_t>(pair & kSurfaceBits);
  const int k = static_cast<int>(own >> 2);
  if ((own & 3) == vertex_feature(0))
    return vertex_feature(surface_.vertices_of(triangle.index)[k]);
  if ((own & 3) == edge_feature(0)) return edge_feature(surface_.edge_of(triangle.index, k));
  return face_feature(surface_.region_of(triangle.index));
}

FeatureId SurfaceTouch::feature_at(const EdgeContact& contact) const {
  const int triangle = contact.triangle->index;
  if (contact.feature.count == 1) {
    return vertex_feature(surface_.vertices_of(triangle)[contact.feature.corner[0]]);
  }
  return edge_feature(surface_.edge_of(triangle, contact.feature.edge()));
}

// True if another part of the surface lies between the solid and the point that it is to meet: a
// solid cannot feel what is behind a sheet. In a valley the plane of one side continues behind the
// other side, over which the solid is now; what matters there is its path to that plane.
bool SurfaceTouch::is_covered(const Vec3& normal, const ManifoldPoint& point) const {
  if (point.gap <= touch_) return false;
  const Vec3 start = point.point + 0.5 * point.gap * normal;
  if (!is_blocked(start, -point.gap * normal)) return false;
  const double approach = -normal.dot(displacement_);
  if (point.gap > approach) return true;
  // Lifted, so that it may slide along a surface that it touches now.
  return is_blocked(start + touch_ * normal, point.gap / approach * displacement_);
}

bool SurfaceTouch::is_blocked(const Vec3& start, const Vec3& way) const {
  const std::span<const NearTriangle> all = patches_.triangles();
  return std::any_of(all.begin(), all.end(),
                     [&](const NearTriangle& triangle) { return blocks(triangle, start, way); });
}

}  // namespace stiction
