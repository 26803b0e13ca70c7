// A box against a box. The axes that may separate them are the 6 face normals and the 9 common
// perpendiculars of their edges (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996, section 5);
// for separated boxes also the direction between the nearest points, so that the gap is the
// distance even where a vertex, or an edge at its end, meets an edge. One of the axes is chosen
// (axis_choice.h); the contact points are the corners of one box's face clipped to the other's, all
// with gaps along that normal.

#include <algorithm>
#include <array>
#include <cmath>

#include "axis_choice.h"
#include "box_face.h"
#include "infinity.h"
#include "manifold_points.h"
#include "segment_distance.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

struct OrientedBox {
  Mat3 R;  // columns: its axes in O
  Vec3 center;
  Vec3 half;

  Vec3 to_local(const Vec3& x_O) const { return R.transpose() * (x_O - center); }
  Vec3 to_O(const Vec3& x) const { return center + R * x; }
};

// The origin of an axis: `axis` of box 0 or 1, or the edges along `axis` and `other_axis`.
enum class AxisKind { face, edges, nearest };
struct AxisSource {
  AxisKind kind = AxisKind::face;
  int box = 0;
  int axis = 0;
  int other_axis = 0;
};

struct NearestOfBoxes {
  std::array<Vec3, 2> on;
  std::array<FeatureId, 2> features;
  double distance2 = kInfinity;
};

// The common part of a face of one box and the opposing face of the other, seen along the contact's
// normal, so that the features to which a corner belongs on either face are opposite along it.
struct SharedFace {
  int box = 0;  // the box whose face is the reference
  BoxFace reference;
  BoxFace incident;
  Vec3 normal;               // in the frame of that box, out of it
  FacePolygon outline;       // of the incident face, over the plane of the reference
  FacePolygon polygon;       // its part over the reference
  Vec3 unshift;              // from a corner to where the smaller box has it now
  double least = kInfinity;  // the least gap of the polygon
};

// All in O; normals point from box 1 to box 0.
class BoxPair {
 public:
  BoxPair(const OrientedBox& first, const OrientedBox& second, const NarrowPhaseQuery& query);

  double calc(ShapeManifold& manifold);

 private:
  void add_axis(const Vec3& normal, double separation, double preference, AxisSource source);
  bool add_face_axes();
  bool add_edge_axes();
  void add_edge_axis(int i, int j);
  Segment edge(int box, int axis, const Vec3& normal) const;
  FeatureId edge_feature(int box, int axis, int end, const Vec3& normal) const;
  SegmentPoints edge_points(const AxisSource& source, const Vec3& normal) const;
  void find_nearest();
  void find_nearest_to_vertices(int box);
  SharedFace shared_face(int box, int axis, const Vec3& normal, const Vec3& shift) const;
  FacePolygon incident_outline(const SharedFace& shared, const Vec3& shift) const;
  void add_corner(const SharedFace& shared, const FaceCorner& corner,
                  ShapeManifold& manifold) const;
  void add_shared_face(const SharedFace& shared, ShapeManifold& manifold) const;
  bool add_foremost(const SharedFace& shared, double separation, double reach,
                    ShapeManifold& manifold) const;
  bool find_attained_over_face(double separation);
  void add_edge_points(const AxisSource& source, const Vec3& normal, double separation,
                       ShapeManifold& manifold) const;
  void add_nearest(const Vec3& normal, double separation, ShapeManifold& manifold);
  bool is_beside(int chosen, double reach) const;
  void add_vertices_over_face(int chosen, ShapeManifold& manifold) const;
  bool add_points(int chosen, double reach, ShapeManifold& manifold);
  bool add_points_of_face_axis(int chosen, double reach, ShapeManifold& manifold);
  bool is_at_distance(double separation) const {
    return std::sqrt(nearest_.distance2) <= separation + tolerances_.tie;
  }
  void add_points_near_face_axis(const Vec3& normal, ShapeManifold& manifold) const;

  // Sign of a normal that points out of box 0 or 1 towards the other.
  static double outward(int box) { return box == 0 ? -1 : 1; }

  std::array<OrientedBox, 2> boxes_;
  Mat3 C_;  // C(i, j) = axis i of box 0 . axis j of box 1
  Mat3 C_abs_;
  Vec3 t_0_;  // centre of box 0 from that of box 1, in the frame of box 0
  PairMotion motion_;
  double margin_;
  AxisTolerances tolerances_;
  double corner_tolerance_;
  std::array<AxisCandidate, 16> axes_;
  std::array<Vec3, 16> normals_;
  std::array<AxisSource, 16> sources_;
  int count_ = 0;
  int best_edges_ = -1;  // index of the best axis across two edges
  NearestOfBoxes nearest_;
  SharedFace attained_;  // over the face of `attained_axis_`, if that is not negative
  int attained_axis_ = -1;
};

BoxPair::BoxPair(const OrientedBox& first, const OrientedBox& second, const NarrowPhaseQuery& query)
    : boxes_{first, second},
      C_(first.R.transpose() * second.R),
      C_abs_(C_.cwiseAbs()),
      t_0_(first.R.transpose() * (first.center - second.center)),
      motion_(query),
      margin_(query.margin) {
  tolerances_ = axis_tolerances(std::min(first.half.minCoeff(), second.half.minCoeff()),
                                first.half.norm(), second.half.norm());
  corner_tolerance_ = 0.1 * tolerances_.tie;
}

void BoxPair::add_axis(const Vec3& normal, double separation, double preference,
                       AxisSource source) {
  normals_[count_] = normal;
  sources_[count_] = source;
  const OrientedBox& first = boxes_[0];
  const auto reach = [&](const Vec3& m) {
    return m.dot(first.center) + (first.R.transpose() * m).cwiseAbs().dot(first.half);
  };
  axes_[count_++] = {separation, motion_.predict(normal, separation, reach), preference};
}

// Returns false if the boxes are further apart than the margin.
bool BoxPair::add_face_axes() {
  const Vec3 t_1 = boxes_[1].R.transpose() * (boxes_[0].center - boxes_[1].center);
  const std::array<Vec3, 2> t{t_0_, t_1};
  const std::array<Vec3, 2> reach{C_abs_ * boxes_[1].half, C_abs_.transpose() * boxes_[0].half};
  for (const int box : {1, 0}) {
    const OrientedBox& owner = boxes_[box];
    for (const int axis : {2, 1, 0}) {
      const double separation = std::abs(t[box][axis]) - owner.half[axis] - reach[box][axis];
      if (separation > margin_) return false;
      const double sign = t[box][axis] < 0 ? -1 : 1;
      add_axis(sign * owner.R.col(axis), separation, face_area(owner.half, axis),
               {AxisKind::face, box, axis, 0});
    }
  }
  return true;
}

bool BoxPair::add_edge_axes() {
  for (const int i : {2, 1, 0}) {
    for (const int j : {2, 1, 0}) {
      add_edge_axis(i, j);
      if (axes_[count_ - 1].separation > margin_) return false;
    }
  }
  return true;
}

// n = +-(a_i x b_j) in the frame of box 0, where a_i is a unit vector and b_j a column of C. Its
// products with a_i and b_j vanish exactly, so the separation is valid for the smallest angles.
void BoxPair::add_edge_axis(int i, int j) {
  const int i1 = (i + 1) % 3;
  const int i2 = (i + 2) % 3;
  const double n1 = -C_(i2, j);
  const double n2 = C_(i1, j);
  const double sine2 = n1 * n1 + n2 * n2;
  if (sine2 < kBoxParallelSine2) return;
  const auto along_b = [&](int k) { return std::abs(n1 * C_(i1, k) + n2 * C_(i2, k)); };
  const Vec3& a = boxes_[0].half;
  const Vec3& b = boxes_[1].half;
  const int j1 = (j + 1) % 3;
  const int j2 = (j + 2) % 3;
  const double along = n1 * t_0_[i1] + n2 * t_0_[i2];
  const double reach =
      std::abs(n1) * a[i1] + std::abs(n2) * a[i2] + along_b(j1) * b[j1] + along_b(j2) * b[j2];
  const double sine = std::sqrt(sine2);
  const double sign = along < 0 ? -1 : 1;
  const Mat3& R = boxes_[0].R;
  const double separation = (std::abs(along) - reach) / sine;
  if (best_edges_ < 0 || separation > axes_[best_edges_].separation) best_edges_ = count_;
  add_axis((sign * n1 / sine) * R.col(i1) + (sign * n2 / sine) * R.col(i2), separation, 0,
           {AxisKind::edges, 0, i, j});
}

// The edge along `axis` that is foremost towards the other box.
Segment BoxPair::edge(int box, int axis, const Vec3& normal) const {
  const OrientedBox& owner = boxes_[box];
  Vec3 center = owner.center;
  for (const int k : {(axis + 1) % 3, (axis + 2) % 3}) {
    const double sign = outward(box) * normal.dot(owner.R.col(k)) < 0 ? -1 : 1;
    center += sign * owner.half[k] * owner.R.col(k);
  }
  return {center, owner.R.col(axis), owner.half[axis]};
}

FeatureId BoxPair::edge_feature(int box, int axis, int end, const Vec3& normal) const {
  int side[3];
  for (int k = 0; k < 3; ++k) {
    side[k] = outward(box) * normal.dot(boxes_[box].R.col(k)) < 0 ? -1 : 1;
  }
  side[axis] = end;
  return box_feature(side[0], side[1], side[2]);
}

SegmentPoints BoxPair::edge_points(const AxisSource& source, const Vec3& normal) const {
  return nearest_points(edge(0, source.axis, normal), edge(1, source.other_axis, normal));
}

// For separated boxes the nearest features are a vertex and anything, or inner points of the two
// edges of the best axis across edges. (If several edges meet at the same height over a face, that
// axis does not tell which of them cross; but there the distance is attained over the face.)
void BoxPair::find_nearest() {
  find_nearest_to_vertices(0);
  find_nearest_to_vertices(1);
  if (best_edges_ < 0) return;
  const AxisSource& source = sources_[best_edges_];
  const Vec3& normal = normals_[best_edges_];
  const SegmentPoints points = edge_points(source, normal);
  const double distance2 = (points.p - points.q).squaredNorm();
  if (distance2 >= nearest_.distance2) return;
  nearest_ = {{points.p, points.q},
              {edge_feature(0, source.axis, points.p_end, normal),
               edge_feature(1, source.other_axis, points.q_end, normal)},
              distance2};
}

void BoxPair::find_nearest_to_vertices(int box) {
  const OrientedBox& owner = boxes_[box];
  const OrientedBox& other = boxes_[1 - box];
  const Vec3 center = other.to_local(owner.center);
  const Mat3 half_axes = (box == 0 ? Mat3(C_.transpose()) : C_) * owner.half.asDiagonal();
  double least = nearest_.distance2;
  int nearest_vertex = -1;
  for (int i = 0; i < 8; ++i) {
    const Vec3 vertex = center + half_axes * Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    const double distance2 = (vertex.cwiseAbs() - other.half).cwiseMax(0.0).squaredNorm();
    if (distance2 >= least) continue;
    least = distance2;
    nearest_vertex = i;
  }
  if (nearest_vertex < 0) return;
  const int side[] = {nearest_vertex & 1 ? 1 : -1, nearest_vertex & 2 ? 1 : -1,
                      nearest_vertex & 4 ? 1 : -1};
  const Vec3 vertex = center + half_axes * Vec3(side[0], side[1], side[2]);
  const NearestOfBox on_other(other.half, vertex);
  nearest_.distance2 = least;
  nearest_.on[box] = other.to_O(vertex);
  nearest_.on[1 - box] = other.to_O(on_other.point);
  nearest_.features[box] = box_feature(side[0], side[1], side[2]);
  nearest_.features[1 - box] = on_other.feature;
}

// The common part of the face of `box` across `axis` and the opposing face of the other box, seen
// along the normal; box 0 moved by `shift`.
SharedFace BoxPair::shared_face(int box, int axis, const Vec3& normal, const Vec3& shift) const {
  const OrientedBox& owner = boxes_[box];
  const OrientedBox& other = boxes_[1 - box];
  const Vec3 towards = -outward(box) * (other.R.transpose() * normal);
  const int other_axis = dominant_axis(towards);
  SharedFace shared;
  shared.box = box;
  shared.normal = outward(box) * (owner.R.transpose() * normal);
  shared.reference = {owner.half, axis, shared.normal[axis] < 0 ? -1 : 1};
  shared.incident = {other.half, other_axis, towards[other_axis] < 0 ? -1 : 1};
  shared.outline = incident_outline(shared, shift);
  shared.polygon = clip_to_face(shared.outline, shared.reference.half_u(),
                                shared.reference.half_v(), corner_tolerance_);
  // Coordinates are those of `box` at its place, with the other one moved.
  const int smaller = boxes_[0].half.norm() <= boxes_[1].half.norm() ? 0 : 1;
  shared.unshift = smaller == box ? Vec3(Vec3::Zero()) : Vec3(-outward(box) * shift);
  for (int i = 0; i < shared.polygon.count; ++i) {
    shared.least = std::min(shared.least, shared.polygon.corners[i].height);
  }
  return shared;
}

FacePolygon BoxPair::incident_outline(const SharedFace& shared, const Vec3& shift) const {
  const OrientedBox& owner = boxes_[shared.box];
  const OrientedBox& other = boxes_[1 - shared.box];
  const BoxFace& incident = shared.incident;
  const Vec3 moved = other.center + outward(shared.box) * shift;
  FacePolygon outline;
  for (const auto& [u, v] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
    const double x = u * incident.half_u();
    const double y = v * incident.half_v();
    const Vec3 corner = owner.to_local(moved + other.R * incident.at(x, y));
    outline.push_back(shared.reference.over(corner, shared.normal, x, y));
  }
  return outline;
}

void BoxPair::add_corner(const SharedFace& shared, const FaceCorner& corner,
                         ShapeManifold& manifold) const {
  const Vec3 middle = shared.reference.at(corner.u, corner.v) + 0.5 * corner.height * shared.normal;
  const FeatureId on_owner = shared.reference.feature(corner.u, corner.v, corner_tolerance_);
  const FeatureId on_other = shared.incident.feature(corner.x, corner.y, corner_tolerance_);
  add_point(manifold, margin_, boxes_[shared.box].to_O(middle) + shared.unshift, corner.height,
            shared.box == 0 ? pair_feature(on_owner, on_other) : pair_feature(on_other, on_owner));
}

void BoxPair::add_shared_face(const SharedFace& shared, ShapeManifold& manifold) const {
  for (int i = 0; i < shared.polygon.count; ++i) {
    add_corner(shared, shared.polygon.corners[i], manifold);
  }
}

// Adds the corners of the incident face that are nearest to the reference's plane, except those
// further aside of the reference than the motion's reach plus the smaller box's width, or, if the
// motion chose the axis, beneath the plane. Returns false if none is left.
bool BoxPair::add_foremost(const SharedFace& shared, double separation, double reach,
                           ShapeManifold& manifold) const {
  if (separation < -tolerances_.tie && reach < kInfinity) return false;
  const double far = reach + 2 * std::min(boxes_[0].half.norm(), boxes_[1].half.norm());
  bool has_any = false;
  for (int i = 0; i < shared.outline.count; ++i) {
    const FaceCorner& corner = shared.outline.corners[i];
    if (corner.height > separation + tolerances_.tie) continue;
    const double aside = std::hypot(std::max(0.0, std::abs(corner.u) - shared.reference.half_u()),
                                    std::max(0.0, std::abs(corner.v) - shared.reference.half_v()));
    if (aside > far) continue;
    add_corner(shared, corner, manifold);
    has_any = true;
  }
  return has_any;
}

// True if some corner over the face of an axis with this `separation` is as near as that: then it
// is the boxes' distance. Keeps the shared part of that face.
bool BoxPair::find_attained_over_face(double separation) {
  for (int i = 0; i < 6; ++i) {
    if (axes_[i].separation < separation - tolerances_.tie) continue;
    attained_ = shared_face(sources_[i].box, sources_[i].axis, normals_[i], Vec3::Zero());
    attained_axis_ = i;
    if (attained_.least <= separation + tolerances_.tie) return true;
  }
  return false;
}

void BoxPair::add_edge_points(const AxisSource& source, const Vec3& normal, double separation,
                              ShapeManifold& manifold) const {
  const SegmentPoints points = edge_points(source, normal);
  add_point(manifold, margin_, 0.5 * (points.p + points.q), separation,
            pair_feature(edge_feature(0, source.axis, points.p_end, normal),
                         edge_feature(1, source.other_axis, points.q_end, normal)));
}

// Adds the nearest points; for edges that lie along each other, the ends of the shared stretch.
void BoxPair::add_nearest(const Vec3& normal, double separation, ShapeManifold& manifold) {
  if (nearest_.distance2 == kInfinity) find_nearest();
  int axis[2];
  for (const int box : {0, 1}) {
    (boxes_[box].R.transpose() * normal).cwiseAbs().minCoeff(&axis[box]);
  }
  const FacingPoints facing =
      facing_points(edge(0, axis[0], normal), edge(1, axis[1], normal), normal);
  for (int i = 0; i < facing.count; ++i) {
    const SegmentPoints& pair = facing.pairs[i];
    add_point(manifold, margin_, 0.5 * (pair.p + pair.q), normal.dot(pair.p - pair.q),
              pair_feature(edge_feature(0, axis[0], pair.p_end, normal),
                           edge_feature(1, axis[1], pair.q_end, normal)));
  }
  if (facing.is_contact(normal, separation, tolerances_.tie)) return;
  add_point(manifold, margin_, 0.5 * (nearest_.on[0] + nearest_.on[1]), separation,
            pair_feature(nearest_.features[0], nearest_.features[1]));
}

bool BoxPair::add_points_of_face_axis(int chosen, double reach, ShapeManifold& manifold) {
  const AxisSource& source = sources_[chosen];
  const Vec3& normal = normals_[chosen];
  const double separation = axes_[chosen].separation;
  SharedFace shared = chosen == attained_axis_
                          ? attained_
                          : shared_face(source.box, source.axis, normal, Vec3::Zero());
  if (shared.polygon.count == 0) {
    // The motion chose a face that the other box is not over yet: use the place where it will be.
    const Vec3& motion = motion_.displacement();
    const Vec3 along = motion - normal.dot(motion) * normal;
    shared = shared_face(source.box, source.axis, normal, along);
  }
  add_shared_face(shared, manifold);
  if (shared.least <= separation + tolerances_.tie) return true;
  // The foremost feature is beyond the face's rim: add the nearest points if they differ by less
  // than shows in the distance, else the corners that the motion will bring over the face.
  if (shared.polygon.count > 0 && !is_at_distance(separation)) {
    return add_foremost(shared, separation, reach, manifold);
  }
  add_nearest(normal, separation, manifold);
  return true;
}

// Close to a face's normal the nearest features alone are not enough: the face's other corners
// touch as soon as the boxes turn a little.
void BoxPair::add_points_near_face_axis(const Vec3& normal, ShapeManifold& manifold) const {
  int nearest_face = 0;
  double cosine = 0;
  for (int i = 0; i < 6; ++i) {
    const double along = std::abs(normal.dot(normals_[i]));
    if (along <= cosine) continue;
    cosine = along;
    nearest_face = i;
  }
  if (cosine < kFaceCosine) return;
  const AxisSource& face = sources_[nearest_face];
  add_shared_face(shared_face(face.box, face.axis, normal, Vec3::Zero()), manifold);
}

// Returns false if the motion cannot reach the corners that it would bring over the face.
bool BoxPair::add_points(int chosen, double reach, ShapeManifold& manifold) {
  const Vec3& normal = normals_[chosen];
  const AxisSource& source = sources_[chosen];
  const double separation = axes_[chosen].separation;
  switch (source.kind) {
    case AxisKind::face:
      return add_points_of_face_axis(chosen, reach, manifold);
    case AxisKind::edges:
      add_edge_points(source, normal, separation, manifold);
      break;
    case AxisKind::nearest:
      add_nearest(normal, separation, manifold);
      break;
  }
  add_points_near_face_axis(normal, manifold);
  return true;
}

// True if the motion chose the axis across two edges that do not cross and lie further aside from
// each other than the motion's reach: the boxes meet elsewhere. Seen along such an axis, separated
// boxes may seem to overlap, even metres away from one of them.
bool BoxPair::is_beside(int chosen, double reach) const {
  const AxisSource& source = sources_[chosen];
  if (source.kind != AxisKind::edges) return false;
  const double separation = axes_[chosen].separation;
  const Vec3& normal = normals_[chosen];
  const SegmentPoints points = edge_points(source, normal);
  const Vec3 between = points.p - points.q;
  if (between.norm() <= std::abs(separation) + tolerances_.tie) return false;
  const double aside = (between - normal.dot(between) * normal).norm();
  return separation < -tolerances_.tie || aside > reach;
}

// A turning box gets the points over a face that it would have over a plane: a vertex that leans
// away from it now may be the one that comes down.
void BoxPair::add_vertices_over_face(int chosen, ShapeManifold& manifold) const {
  const AxisSource& source = sources_[chosen];
  if (source.kind != AxisKind::face) return;
  const OrientedBox& owner = boxes_[source.box];
  const OrientedBox& other = boxes_[1 - source.box];
  const Vec3 up = outward(source.box) * (owner.R.transpose() * normals_[chosen]);
  const BoxFace face{owner.half, source.axis, up[source.axis] < 0 ? -1 : 1};
  for (int i = 0; i < 8; ++i) {
    const Vec3 side(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    const Vec3 vertex = owner.to_local(other.to_O(side.cwiseProduct(other.half)));
    const FaceCorner at = face.over(vertex, up, 0, 0);
    if (std::abs(at.u) > face.half_u() + corner_tolerance_) continue;
    if (std::abs(at.v) > face.half_v() + corner_tolerance_) continue;
    const FeatureId on_face = face.feature(at.u, at.v, corner_tolerance_);
    const FeatureId on_other = box_feature(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    add_point(manifold, margin_, owner.to_O(vertex - 0.5 * at.height * up), at.height,
              source.box == 0 ? pair_feature(on_face, on_other) : pair_feature(on_other, on_face));
  }
}

double BoxPair::calc(ShapeManifold& manifold) {
  if (!add_face_axes() || !add_edge_axes()) return kInfinity;
  double greatest = -kInfinity;
  for (int i = 0; i < count_; ++i) greatest = std::max(greatest, axes_[i].separation);
  if (greatest > tolerances_.tie && !find_attained_over_face(greatest)) {
    find_nearest();
    const double distance = std::sqrt(nearest_.distance2);
    if (distance > margin_) return kInfinity;
    if (distance > greatest + tolerances_.tie) {
      greatest = distance;
      add_axis((nearest_.on[0] - nearest_.on[1]).normalized(), distance, -1,
               {AxisKind::nearest, 0, 0, 0});
    }
  }
  const double reach = motion_.reach(std::min(boxes_[0].half.norm(), boxes_[1].half.norm()));
  const auto add = [&](int i, bool is_last) {
    if (is_last) return add_points(i, kInfinity, manifold);
    return !is_beside(i, reach) && add_points(i, reach, manifold);
  };
  const auto drop = [&](int i) {
    manifold.points.clear();
    axes_[i].separation = -kInfinity;
  };
  const int first = choose_axis({axes_.data(), static_cast<std::size_t>(count_)}, tolerances_);
  const auto axis_at = [&](int i) -> const AxisCandidate& { return axes_[i]; };
  const int chosen = pose_axis(first, count_, axis_at, greatest, tolerances_, add, drop);
  manifold.normal = normals_[chosen];
  if (motion_.turns()) add_vertices_over_face(chosen, manifold);
  return axes_[chosen].separation;
}

OrientedBox oriented(const Box& box, const RigidTransform& X_OB) {
  return {X_OB.rotation.toRotationMatrix(), X_OB.translation, 0.5 * box.size};
}

}  // namespace

double box_box(const Box& first, const RigidTransform& X_O1, const Box& second,
               const RigidTransform& X_O2, const NarrowPhaseQuery& query, ShapeManifold& manifold) {
  const double reach = 0.5 * (first.size.norm() + second.size.norm()) + query.margin;
  if ((X_O1.translation - X_O2.translation).norm() > reach) return kInfinity;
  BoxPair pair(oriented(first, X_O1), oriented(second, X_O2), query);
  return pair.calc(manifold);
}

}  // namespace stiction
