#include "convex_contact.h"

#include <algorithm>
#include <cmath>

#include "axis_choice.h"
#include "convex_region.h"
#include "infinity.h"
#include "manifold_points.h"
#include "segment_distance.h"

namespace stiction {
namespace {

constexpr RegionTilt kNear{kFaceCosine, kFaceCosine, kRulingSine};
// Over a face or cap, a face may be tilted more: its corners touch as soon as the solid turns.
constexpr RegionTilt kLeaning{0.5, kFaceCosine, kRulingSine};
constexpr RegionTilt kExact{1 - 5e-13, 1 - 5e-13, 1e-6};

// Greatest distance, as a share of the radius, by which a nearest point is moved onto the foremost
// feature. A nearest point is known to the square root of round-off, and to changes that do not
// show in the gap; one further away is on another feature that is equally near.
constexpr double kAsideOfOwn = 1e-2;

using RegionCorner = ContactRegion::Corner;
using RegionKind = ContactRegion::Kind;

// The solid to which a contact's points belong: the one that faces a face or cap, since its
// foremost features are where the two meet however the motion brought them there; else the smaller
// one.
int owner_of(const ConvexSolid& first, const ContactRegion& region_0, const ConvexSolid& second,
             const ContactRegion& region_1) {
  if (region_0.is_area() != region_1.is_area()) return region_1.is_area() ? 0 : 1;
  return first.outer_radius() <= second.outer_radius() ? 0 : 1;
}

// Visits the points that may come down along a direction as a solid turns: visit(point, feature).
template <typename Visit>
void visit_foremost(const ConvexSolid& solid, const Vec3& direction, const Visit& visit) {
  if (solid.is_polytope()) {
    for (int i = 0; i < solid.num_vertices(); ++i) visit(solid.vertex(i), solid.vertex_id(i));
  } else if (solid.is_frustum()) {
    const auto foremost = [&](int disc) -> Vec3 {
      const bool is_apex = solid.disc_radius(disc) == 0;
      return is_apex ? solid.disc_center(disc) : solid.rim(disc).foremost(direction);
    };
    const Vec3 ruling = foremost(1) - foremost(0);
    const bool is_lying = std::abs(direction.dot(ruling)) <= kRulingSine * ruling.norm();
    for (const int disc : {0, 1}) {
      if (solid.disc_radius(disc) > 0) {
        solid.rim(disc).visit_foremost(direction, is_lying, visit);
      } else {
        visit(foremost(disc), kApexFeature);
      }
    }
  }
}

// A line as seen, without its heights.
Segment flat_segment(const ContactRegion& line) {
  const RegionCorner& a = line.corners()[0];
  const RegionCorner& b = line.corners()[1];
  const Vec2 along = b.at - a.at;
  const double length = along.norm();
  const auto lifted = [](const Vec2& v) { return Vec3(v.x(), v.y(), 0); };
  return {lifted(0.5 * (a.at + b.at)), lifted(along / length), 0.5 * length};
}

class FacingFeatures {
 public:
  FacingFeatures(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                 const Vec3& shift, bool is_exact, double margin, double tolerance,
                 ShapeManifold& manifold);

  double add_all();

 private:
  void add_area_and_area();
  void add_corners(const ContactRegion& from, const ContactRegion& onto);
  void add_crossings(const ContactRegion& polygon, const ContactRegion& area);
  void add_rim_crossings();
  void add_line_and_area(const ContactRegion& line, const ContactRegion& area);
  void add_point_and_area(const ContactRegion& point, const ContactRegion& area);
  void add_lines();
  void add_point_and_line(const ContactRegion& point, const ContactRegion& line);

  bool is_first(const ContactRegion& region) const { return &region == &first_; }
  void add(const ContactRegion& one, const Vec2& at, double height, FeatureId id, double other,
           FeatureId other_id);
  void add_heights(const Vec2& at, double first_height, double second_height, FeatureId first_id,
                   FeatureId second_id);
  void add_on_lines(const Vec2& at, double first_height, int first_end, double second_height,
                    int second_end);
  Segment segment(const ContactRegion& line) const;
  double height_on(const ContactRegion& line, const Vec2& at) const;

  const ContactView view_;
  const ContactRegion first_;
  const ContactRegion second_;
  const Vec3 unshift_;
  const double first_rounding_;
  const double second_rounding_;
  const double margin_;
  const double tolerance_;
  ShapeManifold& manifold_;
  double least_ = kInfinity;
};

RegionTilt tilt_over(const ConvexSolid& other, const Vec3& outward, bool is_exact,
                     const ContactView& view) {
  if (is_exact) return kExact;
  return ContactRegion(other, outward, kNear, Vec3::Zero(), view).is_area() ? kLeaning : kNear;
}

FacingFeatures::FacingFeatures(const ConvexSolid& first, const ConvexSolid& second,
                               const Vec3& normal, const Vec3& shift, bool is_exact, double margin,
                               double tolerance, ShapeManifold& manifold)
    : view_(second.support(normal).point, normal),
      first_(first, -normal, tilt_over(second, normal, is_exact, view_), shift, view_),
      second_(second, normal, tilt_over(first, -normal, is_exact, view_), Vec3::Zero(), view_),
      unshift_(owner_of(first, first_, second, second_) == 0 ? Vec3(-shift) : Vec3(Vec3::Zero())),
      first_rounding_(first.rounding()),
      second_rounding_(second.rounding()),
      margin_(margin),
      tolerance_(tolerance),
      manifold_(manifold) {}

void FacingFeatures::add_heights(const Vec2& at, double first_height, double second_height,
                                 FeatureId first_id, FeatureId second_id) {
  const double top = first_height - first_rounding_;
  const double bottom = second_height + second_rounding_;
  least_ = std::min(least_, top - bottom);
  const Vec3 point = view_.point(at, 0.5 * (top + bottom)) + unshift_;
  const FeatureId feature = pair_feature(first_id, second_id);
  for (ManifoldPoint& other : manifold_.points) {
    if ((other.point - point).squaredNorm() <= tolerance_ * tolerance_) return;
    // The same feature where the motion brings it: the lower of the two places counts.
    const bool is_lower = top - bottom < other.gap - tolerance_;
    if (other.feature == feature && is_lower) other = {point, top - bottom, feature};
  }
  add_point(manifold_, margin_, point, top - bottom, feature);
}

// `height` belongs to region `one`, `other` to the other region.
void FacingFeatures::add(const ContactRegion& one, const Vec2& at, double height, FeatureId id,
                         double other, FeatureId other_id) {
  if (is_first(one)) {
    add_heights(at, height, other, id, other_id);
  } else {
    add_heights(at, other, height, other_id, id);
  }
}

void FacingFeatures::add_corners(const ContactRegion& from, const ContactRegion& onto) {
  for (const RegionCorner& corner : from.corners()) {
    if (!onto.contains(corner.at, tolerance_)) continue;
    add(from, corner.at, corner.height, corner.id, onto.height(corner.at),
        onto.id_at(corner.at, tolerance_));
  }
}

void FacingFeatures::add_crossings(const ContactRegion& polygon, const ContactRegion& area) {
  const auto corners = polygon.corners();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const RegionCorner& from = corners[i];
    const RegionCorner& to = corners[i + 1 < corners.size() ? i + 1 : 0];
    const ContactRegion::Stretch stretch = area.clip(from, to);
    if (stretch.is_empty()) continue;
    const auto add_at = [&](double t, FeatureId id) {
      const Vec2 at = from.at + t * (to.at - from.at);
      add(polygon, at, from.height + t * (to.height - from.height), from.edge_id, area.height(at),
          id);
    };
    if (stretch.from > 0) add_at(stretch.from, stretch.from_id);
    if (stretch.to < 1) add_at(stretch.to, stretch.to_id);
  }
}

// Adds the points where two rims cross: discs across the normal are two circles, others are found
// by Newton's method from there.
void FacingFeatures::add_rim_crossings() {
  constexpr int kMaxSteps = 8;
  const Vec2 between = second_.center() - first_.center();
  const double distance = between.norm();
  const double r0 = first_.radius();
  const double r1 = second_.radius();
  if (!(distance < r0 + r1) || !(distance > std::abs(r0 - r1))) return;
  const double along = 0.5 * (distance + (r0 - r1) * (r0 + r1) / distance);
  const double aside = std::sqrt(std::max(0.0, r0 * r0 - along * along));
  const Vec2 u = between / distance;
  for (const double side : {-1.0, 1.0}) {
    Vec2 at = first_.center() + along * u + side * aside * Vec2(-u.y(), u.x());
    for (int i = 0; i < kMaxSteps; ++i) {
      Vec2 g0, g1;
      const double b0 = first_.beyond_rim(at, g0);
      const double b1 = second_.beyond_rim(at, g1);
      const double det = g0.x() * g1.y() - g0.y() * g1.x();
      if (std::max(std::abs(b0), std::abs(b1)) <= 1e-15 * (r0 + r1) || std::abs(det) < 1e-6) break;
      at -= Vec2(b0 * g1.y() - b1 * g0.y(), b1 * g0.x() - b0 * g1.x()) / det;
    }
    if (!first_.contains(at, tolerance_) || !second_.contains(at, tolerance_)) continue;
    add_heights(at, first_.height(at), second_.height(at), first_.rim_id(side > 0),
                second_.rim_id(side > 0));
  }
}

void FacingFeatures::add_area_and_area() {
  add_corners(first_, second_);
  add_corners(second_, first_);
  if (first_.kind() == RegionKind::polygon) {
    add_crossings(first_, second_);
  } else if (second_.kind() == RegionKind::polygon) {
    add_crossings(second_, first_);
  } else {
    add_rim_crossings();
  }
}

void FacingFeatures::add_line_and_area(const ContactRegion& line, const ContactRegion& area) {
  add_corners(line, area);
  const RegionCorner& from = line.corners()[0];
  const RegionCorner& to = line.corners()[1];
  const ContactRegion::Stretch stretch = area.clip(from, to);
  if (stretch.is_empty()) return;
  for (const bool is_end : {false, true}) {
    const double t = is_end ? stretch.to : stretch.from;
    if (!(t > 0 && t < 1)) continue;
    const Vec2 at = from.at + t * (to.at - from.at);
    add(line, at, from.height + t * (to.height - from.height), line.id(), area.height(at),
        is_end ? stretch.to_id : stretch.from_id);
  }
}

void FacingFeatures::add_point_and_area(const ContactRegion& point, const ContactRegion& area) {
  add_corners(point, area);
}

Segment FacingFeatures::segment(const ContactRegion& line) const {
  const RegionCorner& a = line.corners()[0];
  const RegionCorner& b = line.corners()[1];
  const Vec3 start = view_.point(a.at, a.height);
  const Vec3 end = view_.point(b.at, b.height);
  const double length = (end - start).norm();
  return {0.5 * (start + end), (end - start) / length, 0.5 * length};
}

// Two lines; an `end` is -1 or +1 if the line is met at that end, else 0.
void FacingFeatures::add_on_lines(const Vec2& at, double first_height, int first_end,
                                  double second_height, int second_end) {
  const auto id = [](const ContactRegion& line, int end) {
    return end == 0 ? line.id() : line.corners()[end < 0 ? 0 : 1].id;
  };
  add_heights(at, first_height, second_height, id(first_, first_end), id(second_, second_end));
}

// Adds the ends of the stretch along which the lines face each other, on a round side's own line if
// the other is an edge; else the point where they cross as seen: the foremost points are there,
// however deep the overlap. (Lines of round sides may be far from opposite, depending on their
// radii, so the lines are first moved apart by the radii; edges by a visible amount.)
void FacingFeatures::add_lines() {
  Segment P = segment(first_);
  const Segment Q = segment(second_);
  const double lift =
      first_.line_radius() + second_.line_radius() + 1e-6 * (P.half_length + Q.half_length);
  P.center += lift * view_.n;
  const FacingPoints facing = facing_points(P, Q, view_.n);
  for (int i = 0; i < facing.count; ++i) {
    const SegmentPoints& pair = facing.pairs[i];
    const bool is_round_0 = first_.line_radius() + first_rounding_ > 0;
    const bool is_round_1 = second_.line_radius() + second_rounding_ > 0;
    const double share = is_round_0 == is_round_1 ? 0.5 : is_round_0 ? 0.0 : 1.0;
    add_on_lines((1 - share) * view_.at(pair.p) + share * view_.at(pair.q),
                 view_.height(pair.p) - lift, pair.p_end, view_.height(pair.q), pair.q_end);
  }
  const SegmentPoints seen = nearest_points(flat_segment(first_), flat_segment(second_));
  const double p = height_on(first_, seen.p.head<2>());
  const double q = height_on(second_, seen.q.head<2>());
  if (facing.is_contact(view_.n, p - q + lift, tolerance_)) return;
  add_on_lines(0.5 * (seen.p + seen.q).head<2>(), p, seen.p_end, q, seen.q_end);
}

// The height of a point on a line as seen.
double FacingFeatures::height_on(const ContactRegion& line, const Vec2& at) const {
  const RegionCorner& a = line.corners()[0];
  const RegionCorner& b = line.corners()[1];
  const Vec2 along = b.at - a.at;
  const double t = along.dot(at - a.at) / along.squaredNorm();
  return a.height + t * (b.height - a.height);
}

void FacingFeatures::add_point_and_line(const ContactRegion& point, const ContactRegion& line) {
  const RegionCorner& corner = point.corners()[0];
  const Segment along = flat_segment(line);
  const double t = along.nearest(Vec3(corner.at.x(), corner.at.y(), 0));
  const Vec2 at = along.at(t).head<2>();
  const int end = along.end_at(t);
  add(point, 0.5 * (corner.at + at), corner.height, corner.id, height_on(line, at),
      end == 0 ? line.id() : line.corners()[end < 0 ? 0 : 1].id);
}

double FacingFeatures::add_all() {
  const bool is_line_0 = first_.kind() == RegionKind::line;
  const bool is_line_1 = second_.kind() == RegionKind::line;
  if (first_.is_area() && second_.is_area()) {
    add_area_and_area();
  } else if (first_.is_area()) {
    is_line_1 ? add_line_and_area(second_, first_) : add_point_and_area(second_, first_);
  } else if (second_.is_area()) {
    is_line_0 ? add_line_and_area(first_, second_) : add_point_and_area(first_, second_);
  } else if (is_line_0 && is_line_1) {
    add_lines();
  } else if (is_line_0) {
    add_point_and_line(second_, first_);
  } else if (is_line_1) {
    add_point_and_line(first_, second_);
  } else {
    const RegionCorner& a = first_.corners()[0];
    const RegionCorner& b = second_.corners()[0];
    add_heights(0.5 * (a.at + b.at), a.height, b.height, a.id, b.id);
  }
  return least_;
}

}  // namespace

double add_facing_points(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                         const Vec3& shift, bool is_exact, double margin, double tolerance,
                         ShapeManifold& manifold) {
  return FacingFeatures(first, second, normal, shift, is_exact, margin, tolerance, manifold)
      .add_all();
}

void add_points_over_face(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                          double margin, double tolerance, ShapeManifold& manifold) {
  const ContactView view(second.support(normal).point, normal);
  const double rounding = first.rounding() + second.rounding();
  for (const bool is_first : {true, false}) {
    const ConvexSolid& solid = is_first ? first : second;
    const ConvexSolid& ground = is_first ? second : first;
    const double up = is_first ? 1 : -1;
    const ContactRegion face(ground, up * normal, kExact, Vec3::Zero(), view);
    if (!face.is_area()) continue;
    visit_foremost(solid, -up * normal, [&](const Vec3& x, FeatureId id) {
      const Vec2 at = view.at(x);
      const double gap = up * (view.height(x) - face.height(at)) - rounding;
      if (gap > margin || !face.contains(at, tolerance)) return;
      const double middle = face.height(at) + up * (ground.rounding() + 0.5 * gap);
      const FeatureId face_id = face.id_at(at, tolerance);
      add_point(manifold, margin, view.point(at, middle), gap,
                is_first ? pair_feature(id, face_id) : pair_feature(face_id, id));
    });
  }
}

double calc_way_aside(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal) {
  const ContactView view(second.support(normal).point, normal);
  const ContactRegion region_0(first, -normal, kExact, Vec3::Zero(), view);
  const ContactRegion region_1(second, normal, kExact, Vec3::Zero(), view);
  if (region_0.kind() != RegionKind::line || region_1.kind() != RegionKind::line) return 0;
  const SegmentPoints seen = nearest_points(flat_segment(region_0), flat_segment(region_1));
  return (seen.p - seen.q).norm();
}

bool add_foremost_points(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                         double gap, double reach, double margin, double tolerance,
                         ShapeManifold& manifold) {
  const ContactView view(second.support(normal).point, normal);
  const ContactRegion region_0(first, -normal, kNear, Vec3::Zero(), view);
  const ContactRegion region_1(second, normal, kNear, Vec3::Zero(), view);
  const bool is_first = owner_of(first, region_0, second, region_1) == 0;
  const ContactRegion& own = is_first ? region_0 : region_1;
  const ConvexSolid& owner = is_first ? first : second;
  const double side = is_first ? 1 : -1;  // the owner's side of the other solid, along the normal
  const ContactRegion onto(is_first ? second : first, side * normal, kExact, Vec3::Zero(), view);
  const auto is_aside = [&](const Vec2& at) {
    return onto.is_area() ? !onto.contains(at, reach) : (onto.nearest(at) - at).norm() > reach;
  };
  bool has_any = false;
  double least = kInfinity;
  for (const RegionCorner& corner : own.corners()) least = std::min(least, side * corner.height);
  for (const RegionCorner& corner : own.corners()) {
    const double above = side * corner.height - least;
    if (above > tolerance || is_aside(corner.at)) continue;
    const double middle = corner.height - side * (owner.rounding() + 0.5 * (gap + above));
    const FeatureId feature =
        is_first ? pair_feature(corner.id, region_1.id()) : pair_feature(region_0.id(), corner.id);
    add_point(manifold, margin, view.point(corner.at, middle), gap + above, feature);
    has_any = true;
  }
  return has_any;
}

void add_nearest_points(const ConvexSolid& first, const Vec3& on_first, const ConvexSolid& second,
                        const Vec3& on_second, const Vec3& normal, double gap, double margin,
                        ShapeManifold& manifold) {
  const ContactView view(on_second, normal);
  const ContactRegion region_0(first, -normal, kNear, Vec3::Zero(), view);
  const ContactRegion region_1(second, normal, kNear, Vec3::Zero(), view);
  Vec3 middle =
      0.5 * (on_first - first.rounding() * normal + on_second + second.rounding() * normal);
  if (region_0.is_area() != region_1.is_area()) {
    const ContactRegion& own = region_1.is_area() ? region_0 : region_1;
    const ConvexSolid& owner = region_1.is_area() ? first : second;
    const Vec3 to_own = view.point(own.nearest(view.at(middle)), 0) - middle;
    const Vec3 aside = to_own - normal.dot(to_own) * normal;
    if (aside.norm() <= kAsideOfOwn * owner.outer_radius()) middle += aside;
  }
  const FeatureId feature = pair_feature(region_0.id(), region_1.id());
  std::erase_if(manifold.points,
                [&](const ManifoldPoint& point) { return point.feature == feature; });
  add_point(manifold, margin, middle, gap, feature);
}

}  // namespace stiction
