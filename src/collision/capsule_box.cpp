// A capsule against a box. Its axis is a segment. The axes that may separate a segment from a box
// are the box's face normals, the common perpendiculars of the segment and the box's edges and, if
// they do not overlap, the direction between the nearest points.

#include <array>
#include <cmath>

#include "axis_choice.h"
#include "box_face.h"
#include "infinity.h"
#include "manifold_points.h"
#include "posed_capsule.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

struct NearestOfSegmentAndBox {
  Vec3 on_segment;
  Vec3 on_box;
  double distance2 = kInfinity;
  int segment_end = 0;
  FeatureId box_feature = kWholeShape;
};

// The part of the segment over a face of the box, as seen along the contact's normal.
struct SegmentOverFace {
  BoxFace face;
  Vec3 normal;
  FacePolygon whole;         // both ends of the segment
  FacePolygon ends;          // of the part over the face
  double least = kInfinity;  // the least gap of that part
};

// All in the frame of the box; normals point from the box to the capsule.
class CapsuleOverBox {
 public:
  CapsuleOverBox(const PosedCapsule& capsule, const Vec3& half)
      : capsule_(capsule),
        half_(half),
        tolerances_(capsule.tolerances(std::min(capsule.radius, half.minCoeff()), half.norm())),
        corner_tolerance_(0.1 * tolerances_.tie) {}

  // Points and normal in the box's frame; features are (segment, box).
  double calc(ShapeManifold& manifold);

 private:
  void add_axis(const Vec3& normal, double separation, double preference);
  void add_face_axes();
  void add_edge_axes();
  void consider(const SegmentPoints& points, FeatureId box_feature);
  void find_nearest();
  Segment edge(int axis, const Vec3& normal) const;
  FeatureId edge_feature(int axis, int end, const Vec3& normal) const;
  SegmentOverFace over_face(const Vec3& normal, const Vec3& shift) const;
  void add_end(const SegmentOverFace& over, const FaceCorner& end, const Vec3& shift,
               ShapeManifold& manifold) const;
  void add_face_points(const SegmentOverFace& over, const Vec3& shift,
                       ShapeManifold& manifold) const;
  void add_foremost(const SegmentOverFace& over, const Vec3& shift, double separation,
                    ShapeManifold& manifold) const;
  bool is_attained_over_face(double separation) const;
  void add_nearest(const Vec3& normal, double separation, ShapeManifold& manifold);
  void add_ball(const Vec3& center, const Vec3& normal, double gap, FeatureId feature,
                ShapeManifold& manifold) const;
  void add_points(int chosen, ShapeManifold& manifold);
  bool is_at_distance(double separation) const {
    return std::sqrt(nearest_.distance2) - capsule_.radius <= separation + tolerances_.tie;
  }

  PosedCapsule capsule_;
  Vec3 half_;
  AxisTolerances tolerances_;
  double corner_tolerance_;
  std::array<AxisCandidate, 7> axes_;
  std::array<Vec3, 7> normals_;
  int count_ = 0;
  int best_edge_ = 0;  // the edge direction of the best axis across an edge
  Vec3 best_edge_normal_ = Vec3::Zero();
  bool is_outside_ = true;  // whether the segment is outside the box
  NearestOfSegmentAndBox nearest_;
};

void CapsuleOverBox::add_axis(const Vec3& normal, double separation, double preference) {
  normals_[count_] = normal;
  axes_[count_++] = {separation, capsule_.predict(normal, separation), preference};
}

void CapsuleOverBox::add_face_axes() {
  for (const int axis : {2, 1, 0}) {
    const double reach = std::abs(capsule_.segment.direction[axis]) * capsule_.segment.half_length;
    const double separation =
        std::abs(capsule_.segment.center[axis]) - half_[axis] - reach - capsule_.radius;
    const double sign = capsule_.segment.center[axis] < 0 ? -1 : 1;
    add_axis(sign * Vec3::Unit(axis), separation, face_area(half_, axis));
  }
}

// Along n = +-(a x e), with e the edge's direction, neither the segment nor the edge has extent.
void CapsuleOverBox::add_edge_axes() {
  double best = -kInfinity;
  for (const int axis : {2, 1, 0}) {
    const Vec3 across = capsule_.segment.direction.cross(Vec3::Unit(axis));
    const double sine2 = across.squaredNorm();
    if (sine2 < kBoxParallelSine2) continue;
    const double along = capsule_.segment.center.dot(across);
    const Vec3 normal = (along < 0 ? -1 : 1) / std::sqrt(sine2) * across;
    const double separation =
        normal.dot(capsule_.segment.center) - normal.cwiseAbs().dot(half_) - capsule_.radius;
    add_axis(normal, separation, 0);
    if (separation <= best) continue;
    best = separation;
    best_edge_ = axis;
    best_edge_normal_ = normal;
  }
}

void CapsuleOverBox::consider(const SegmentPoints& points, FeatureId feature) {
  const double distance2 = (points.p - points.q).squaredNorm();
  if (distance2 >= nearest_.distance2) return;
  nearest_ = {points.p, points.q, distance2, points.p_end, feature};
}

// For a segment outside the box, the nearest features are an end and any feature of the box, a
// vertex of the box and any point of the segment, or inner points of the segment and of the edge of
// the best axis. Only the last is meaningful if the segment pierces the box.
void CapsuleOverBox::find_nearest() {
  const SegmentPoints points =
      nearest_points(capsule_.segment, edge(best_edge_, best_edge_normal_));
  consider(points, edge_feature(best_edge_, points.q_end, best_edge_normal_));
  if (!is_outside_) return;
  for (const int end : {-1, 1}) {
    const Vec3 p = capsule_.segment.at(end * capsule_.segment.half_length);
    const NearestOfBox on_box(half_, p);
    consider({p, on_box.point, end, 0}, on_box.feature);
  }
  for (int i = 0; i < 8; ++i) {
    const int side[] = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
    const Vec3 vertex = half_.cwiseProduct(Vec3(side[0], side[1], side[2]));
    const double s = capsule_.segment.nearest(vertex);
    consider({capsule_.segment.at(s), vertex, capsule_.segment.end_at(s), 0},
             box_feature(side[0], side[1], side[2]));
  }
}

// The edge along `axis` that is foremost along the normal.
Segment CapsuleOverBox::edge(int axis, const Vec3& normal) const {
  Vec3 center = half_.cwiseProduct(normal.unaryExpr([](double x) { return x < 0 ? -1.0 : 1.0; }));
  center[axis] = 0;
  return {center, Vec3::Unit(axis), half_[axis]};
}

FeatureId CapsuleOverBox::edge_feature(int axis, int end, const Vec3& normal) const {
  int side[3];
  for (int i = 0; i < 3; ++i) side[i] = normal[i] < 0 ? -1 : 1;
  side[axis] = end;
  return box_feature(side[0], side[1], side[2]);
}

// Adds a contact point of the capsule's ball about `center`. The box's feature is beneath the
// centre, or aside of that by less than shows in the gap, or the ball is still on its way there.
void CapsuleOverBox::add_ball(const Vec3& center, const Vec3& normal, double gap, FeatureId feature,
                              ShapeManifold& manifold) const {
  add_point(manifold, capsule_.margin, center - (capsule_.radius + 0.5 * gap) * normal, gap,
            feature);
}

// Uses the face nearest to the normal; the capsule is moved by `shift`.
SegmentOverFace CapsuleOverBox::over_face(const Vec3& normal, const Vec3& shift) const {
  const int axis = dominant_axis(normal);
  SegmentOverFace over;
  over.face = {half_, axis, normal[axis] < 0 ? -1 : 1};
  over.normal = normal;
  for (const int end : {-1, 1}) {
    const double s = end * capsule_.segment.half_length;
    over.whole.push_back(over.face.over(capsule_.segment.at(s) + shift, normal, s, 0));
  }
  over.ends = clip_to_face(over.whole, over.face.half_u(), over.face.half_v(), corner_tolerance_);
  for (int i = 0; i < over.ends.count; ++i) {
    over.least = std::min(over.least, over.ends.corners[i].height - capsule_.radius);
  }
  return over;
}

void CapsuleOverBox::add_end(const SegmentOverFace& over, const FaceCorner& end, const Vec3& shift,
                             ShapeManifold& manifold) const {
  const double gap = end.height - capsule_.radius;
  const Vec3 middle = over.face.at(end.u, end.v) + 0.5 * gap * over.normal;
  const FeatureId feature = pair_feature(segment_feature(capsule_.segment.end_at(end.x)),
                                         over.face.feature(end.u, end.v, corner_tolerance_));
  add_point(manifold, capsule_.margin, middle - shift, gap, feature);
}

void CapsuleOverBox::add_face_points(const SegmentOverFace& over, const Vec3& shift,
                                     ShapeManifold& manifold) const {
  for (int i = 0; i < over.ends.count; ++i) add_end(over, over.ends.corners[i], shift, manifold);
}

// Adds the ends nearest to the face's plane, whether or not they are over the face.
void CapsuleOverBox::add_foremost(const SegmentOverFace& over, const Vec3& shift, double separation,
                                  ShapeManifold& manifold) const {
  for (int i = 0; i < over.whole.count; ++i) {
    const FaceCorner& end = over.whole.corners[i];
    if (end.height - capsule_.radius > separation + tolerances_.tie) continue;
    add_end(over, end, shift, manifold);
  }
}

// True if the capsule is as near as `separation` over the face of an axis with that separation:
// then it is the distance.
bool CapsuleOverBox::is_attained_over_face(double separation) const {
  for (int i = 0; i < 3; ++i) {
    if (axes_[i].separation < separation - tolerances_.tie) continue;
    if (over_face(normals_[i], Vec3::Zero()).least <= separation + tolerances_.tie) return true;
  }
  return false;
}

// Adds the nearest points or, if the segment lies along an edge, the ends of the shared stretch.
void CapsuleOverBox::add_nearest(const Vec3& normal, double separation, ShapeManifold& manifold) {
  if (nearest_.distance2 == kInfinity) find_nearest();
  const int axis = dominant_axis(capsule_.segment.direction);
  const FacingPoints facing = facing_points(capsule_.segment, edge(axis, normal), normal);
  for (int i = 0; i < facing.count; ++i) {
    const SegmentPoints& pair = facing.pairs[i];
    add_ball(pair.p, normal, normal.dot(pair.p - pair.q) - capsule_.radius,
             pair_feature(segment_feature(pair.p_end), edge_feature(axis, pair.q_end, normal)),
             manifold);
  }
  if (facing.is_contact(normal, separation + capsule_.radius, tolerances_.tie)) return;
  add_ball(nearest_.on_segment, normal, separation,
           pair_feature(segment_feature(nearest_.segment_end), nearest_.box_feature), manifold);
}

void CapsuleOverBox::add_points(int chosen, ShapeManifold& manifold) {
  const Vec3& normal = normals_[chosen];
  const double separation = axes_[chosen].separation;
  const bool is_face = chosen < 3;
  if (!is_face) add_nearest(normal, separation, manifold);
  if (normal.cwiseAbs().maxCoeff() < kFaceCosine) return;
  SegmentOverFace over = over_face(normal, Vec3::Zero());
  Vec3 shift = Vec3::Zero();
  if (is_face && over.ends.count == 0) {
    // The motion chose a face that the capsule is not over yet: use the place where it will be.
    shift = capsule_.motion_across(normal);
    over = over_face(normal, shift);
  }
  add_face_points(over, shift, manifold);
  if (!is_face) return;
  if (over.least <= separation + tolerances_.tie) return;
  // The foremost feature is beyond the face's rim: add the nearest points if they differ by less
  // than shows in the distance, else the ends that the motion will bring over the face.
  if ((over.ends.count > 0 || is_outside_) && !is_at_distance(separation)) {
    return add_foremost(over, shift, separation, manifold);
  }
  add_nearest(normal, separation, manifold);
}

double CapsuleOverBox::calc(ShapeManifold& manifold) {
  add_face_axes();
  add_edge_axes();
  double greatest = -kInfinity;
  for (int i = 0; i < count_; ++i) greatest = std::max(greatest, axes_[i].separation);
  if (greatest > capsule_.margin) return kInfinity;

  is_outside_ = greatest + capsule_.radius > 0;
  if (is_outside_ && !is_attained_over_face(greatest)) {
    find_nearest();
    const double distance = std::sqrt(nearest_.distance2);
    if (distance - capsule_.radius > capsule_.margin) return kInfinity;
    if (distance - capsule_.radius > greatest + tolerances_.tie) {
      add_axis((nearest_.on_segment - nearest_.on_box) / distance, distance - capsule_.radius, -1);
    }
  }
  const int chosen = choose_axis({axes_.data(), static_cast<std::size_t>(count_)}, tolerances_);
  manifold.normal = normals_[chosen];
  add_points(chosen, manifold);
  return axes_[chosen].separation;
}

}  // namespace

double capsule_box(const Capsule& first, const RigidTransform& X_O1, const Box& second,
                   const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold) {
  const auto calc = [&](const PosedCapsule& capsule) {
    return CapsuleOverBox(capsule, 0.5 * second.size).calc(manifold);
  };
  return calc_in_frame_of_second(first, X_O1, X_O2, query, manifold, calc);
}

}  // namespace stiction
