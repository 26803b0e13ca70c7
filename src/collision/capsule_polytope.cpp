// A capsule against a hull or a triangle: a segment against a polytope, minus the radius. If they
// do not overlap, the direction between the nearest points is one more axis.

#include <algorithm>
#include <cmath>

#include "axis_choice.h"
#include "infinity.h"
#include "manifold_points.h"
#include "posed_capsule.h"
#include "segment_polytope.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

// Squared sine of the greatest angle at which a segment counts as lying along an edge.
constexpr double kFacingSine2 = 1e-2;

// All in the frame of the polytope; normals point from the polytope to the capsule.
template <typename Polytope>
class CapsuleOverPolytope {
 public:
  CapsuleOverPolytope(const Polytope& polytope, const PosedCapsule& capsule)
      : polytope_(polytope),
        capsule_(capsule),
        pair_(capsule_.segment, polytope_),
        tolerances_(
            capsule.tolerances(polytope.inner_radius(capsule.radius), polytope.bounding_radius())),
        corner_tolerance_(0.1 * tolerances_.tie) {}
  CapsuleOverPolytope(const CapsuleOverPolytope&) = delete;
  CapsuleOverPolytope& operator=(const CapsuleOverPolytope&) = delete;

  // Points and normal in the polytope's frame; features are (segment, polytope).
  double calc(ShapeManifold& manifold);

 private:
  using Pair = SegmentPolytope<Polytope>;

  bool is_straight(int axis) const { return axis == num_axes_; }
  typename Pair::Axis axis(int i) const {
    return is_straight(i) ? typename Pair::Axis{straight_, nearest_.distance} : pair_.axis(i);
  }
  AxisCandidate candidate(int i) const;

  bool find_greatest();
  bool is_outside() const { return greatest_separation_ + capsule_.radius >= 0; }
  bool is_attained_over_face() const;
  int face_towards(const Vec3& normal) const;
  int edge_along_segment(const Vec3& normal) const;

  void add_ball(const SegmentPoints& pair, const Vec3& normal, double gap, FeatureId of_polytope,
                ShapeManifold& manifold) const;
  StretchOverFace over_face(int face, const Vec3& normal, const Vec3& shift) const {
    return pair_.over_face(face, normal, shift, corner_tolerance_);
  }
  void add_stretch(const StretchOverFace& over, const Vec3& normal, ShapeManifold& manifold) const;
  void add_foremost(int face, const Vec3& normal, double separation, ShapeManifold& manifold) const;
  bool add_facing(const Vec3& normal, double separation, ShapeManifold& manifold) const;
  void add_nearest(int chosen, const Vec3& normal, double separation,
                   ShapeManifold& manifold) const;
  void add_face_points(int face, double separation, ShapeManifold& manifold) const;
  void add_points(int chosen, const Vec3& normal, double separation, ShapeManifold& manifold) const;

  const Polytope& polytope_;
  PosedCapsule capsule_;
  Pair pair_;
  AxisTolerances tolerances_;
  double corner_tolerance_;
  int num_axes_ = 0;  // the faces; if the segment may be inside, the faces and edges
  int greatest_ = 0;  // the one of greatest separation among these
  double greatest_separation_ = -kInfinity;
  // For a segment outside; computed only if no face attains the distance.
  typename Pair::Nearest nearest_;
  Vec3 straight_ = Vec3::Zero();
};

template <typename Polytope>
AxisCandidate CapsuleOverPolytope<Polytope>::candidate(int i) const {
  const auto [normal, distance] = axis(i);
  const double separation = distance - capsule_.radius;
  const double preference = is_straight(i) ? -1 : (pair_.is_face(i) ? polytope_.area(i) : 0);
  return {separation, capsule_.predict(normal, separation), preference};
}

// Returns false if some axis separates the two by more than the margin. For a segment outside some
// face, the edges matter only if it is nearest to one.
template <typename Polytope>
bool CapsuleOverPolytope<Polytope>::find_greatest() {
  while (num_axes_ < pair_.num_axes()) {
    const int first = num_axes_;
    num_axes_ = first == 0 ? polytope_.num_faces() : pair_.num_axes();
    for (int i = first; i < num_axes_; ++i) {
      const double separation = pair_.axis(i).separation - capsule_.radius;
      if (separation > capsule_.margin) return false;
      if (separation <= greatest_separation_) continue;
      greatest_separation_ = separation;
      greatest_ = i;
    }
    if (is_outside()) break;
  }
  return true;
}

// True if the capsule is as near as the greatest separation over the face of an axis with that
// separation: then it is the distance.
template <typename Polytope>
bool CapsuleOverPolytope<Polytope>::is_attained_over_face() const {
  for (int face = 0; face < polytope_.num_faces(); ++face) {
    if (pair_.axis(face).separation - capsule_.radius < greatest_separation_ - tolerances_.tie)
      continue;
    const double least = over_face(face, polytope_.normal(face), Vec3::Zero()).least();
    if (least - capsule_.radius <= greatest_separation_ + tolerances_.tie) return true;
  }
  return false;
}

template <typename Polytope>
int CapsuleOverPolytope<Polytope>::face_towards(const Vec3& normal) const {
  int best = 0;
  for (int face = 1; face < polytope_.num_faces(); ++face) {
    if (polytope_.normal(face).dot(normal) > polytope_.normal(best).dot(normal)) best = face;
  }
  return best;
}

// The edge foremost along the normal of those nearly parallel to the segment; -1 if none is.
template <typename Polytope>
int CapsuleOverPolytope<Polytope>::edge_along_segment(const Vec3& normal) const {
  int best = -1;
  double most = -kInfinity;
  for (int i = 0; i < polytope_.num_edges(); ++i) {
    const Vec3& start = polytope_.vertex(polytope_.edge(i).start);
    const Vec3& end = polytope_.vertex(polytope_.edge(i).end);
    const double along = normal.dot(start + end);
    if (along <= most) continue;
    const Vec3 edge = end - start;
    const double sine2 = edge.cross(capsule_.segment.direction).squaredNorm();
    if (sine2 > kFacingSine2 * edge.squaredNorm()) continue;
    most = along;
    best = i;
  }
  return best;
}

// Adds a contact point of the capsule's ball. The polytope's feature is beneath its centre, or
// aside of that by less than shows in the gap, or the ball is still on its way there.
template <typename Polytope>
void CapsuleOverPolytope<Polytope>::add_ball(const SegmentPoints& pair, const Vec3& normal,
                                             double gap, FeatureId of_polytope,
                                             ShapeManifold& manifold) const {
  add_point(manifold, capsule_.margin, pair.p - (capsule_.radius + 0.5 * gap) * normal, gap,
            pair_feature(segment_feature(pair.p_end), of_polytope));
}

template <typename Polytope>
void CapsuleOverPolytope<Polytope>::add_stretch(const StretchOverFace& over, const Vec3& normal,
                                                ShapeManifold& manifold) const {
  for (int i = 0; i < over.count; ++i) {
    const StretchOverFace::End& end = over.ends[i];
    const Vec3 middle = end.center - 0.5 * (end.height + capsule_.radius) * normal;
    add_point(manifold, capsule_.margin, middle, end.height - capsule_.radius, end.feature);
  }
}

// Adds the ends nearest to the face's plane, whether or not they are over the face.
template <typename Polytope>
void CapsuleOverPolytope<Polytope>::add_foremost(int face, const Vec3& normal, double separation,
                                                 ShapeManifold& manifold) const {
  const Vec3 lowest = pair_.lowest(normal);
  for (const int end : {-1, 1}) {
    const Vec3 low = capsule_.segment.at(end * capsule_.segment.half_length);
    const double above = normal.dot(low - lowest);
    if (above > tolerances_.tie) continue;
    add_ball({low, low, end, 0}, normal, separation + above, face_feature(face), manifold);
  }
}

// Adds the ends of the stretch along an edge. Returns true if they are the whole contact.
template <typename Polytope>
bool CapsuleOverPolytope<Polytope>::add_facing(const Vec3& normal, double separation,
                                               ShapeManifold& manifold) const {
  const int edge = edge_along_segment(normal);
  if (edge < 0) return false;
  const FacingPoints facing =
      facing_points(capsule_.segment, edge_segment(polytope_, edge), normal);
  for (int i = 0; i < facing.count; ++i) {
    const SegmentPoints& pair = facing.pairs[i];
    add_ball(pair, normal, normal.dot(pair.p - pair.q) - capsule_.radius,
             edge_point_feature(polytope_, edge, pair.q_end), manifold);
  }
  return facing.is_contact(normal, separation + capsule_.radius, tolerances_.tie);
}

template <typename Polytope>
void CapsuleOverPolytope<Polytope>::add_nearest(int chosen, const Vec3& normal, double separation,
                                                ShapeManifold& manifold) const {
  if (add_facing(normal, separation, manifold)) return;
  if (nearest_.distance < kInfinity) {
    add_ball(nearest_.points, normal, separation, nearest_.feature, manifold);
  } else if (pair_.is_face(chosen)) {
    add_foremost(chosen, normal, separation, manifold);
  } else {
    const int edge = pair_.edge_of(chosen);
    const SegmentPoints pair = nearest_points(capsule_.segment, edge_segment(polytope_, edge));
    add_ball(pair, normal, separation, edge_point_feature(polytope_, edge, pair.q_end), manifold);
  }
}

// Adds the points along the normal of a face.
template <typename Polytope>
void CapsuleOverPolytope<Polytope>::add_face_points(int face, double separation,
                                                    ShapeManifold& manifold) const {
  const Vec3& normal = polytope_.normal(face);
  StretchOverFace over = over_face(face, normal, Vec3::Zero());
  if (over.count == 0) {
    // The motion chose a face that the capsule is not over yet: use the place where it will be.
    over = over_face(face, normal, capsule_.motion_across(normal));
  }
  add_stretch(over, normal, manifold);
  const double enough = separation + capsule_.radius + tolerances_.tie;
  if (over.least() <= enough) return;
  // The foremost feature is beyond the face's rim: add the nearest points if they differ by less
  // than shows in the distance, else the ends that the motion will bring over the face.
  if ((over.count > 0 || is_outside()) && nearest_.distance > enough) {
    return add_foremost(face, normal, separation, manifold);
  }
  add_nearest(face, normal, separation, manifold);
}

template <typename Polytope>
void CapsuleOverPolytope<Polytope>::add_points(int chosen, const Vec3& normal, double separation,
                                               ShapeManifold& manifold) const {
  if (pair_.is_face(chosen)) return add_face_points(chosen, separation, manifold);
  add_nearest(chosen, normal, separation, manifold);
  const int face = face_towards(normal);
  if (polytope_.normal(face).dot(normal) < kFaceCosine) return;
  add_stretch(over_face(face, normal, Vec3::Zero()), normal, manifold);
}

template <typename Polytope>
double CapsuleOverPolytope<Polytope>::calc(ShapeManifold& manifold) {
  if (!find_greatest()) return kInfinity;
  int count = num_axes_;
  if (is_outside() && !is_attained_over_face()) {
    nearest_ = pair_.nearest_of_edges(greatest_);
    if (nearest_.distance - capsule_.radius > capsule_.margin) return kInfinity;
    if (nearest_.distance - capsule_.radius > greatest_separation_ + tolerances_.tie) {
      straight_ = (nearest_.points.p - nearest_.points.q) / nearest_.distance;
      ++count;
    }
  }
  const int chosen = choose_axis(
      count, [&](int i) { return candidate(i); }, tolerances_);
  const auto [normal, distance] = axis(chosen);
  manifold.normal = normal;
  add_points(chosen, normal, distance - capsule_.radius, manifold);
  return distance - capsule_.radius;
}

}  // namespace

double capsule_hull(const Capsule& first, const RigidTransform& X_O1, const Hull& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold) {
  const HullPolytope polytope(*second.polyhedron);
  const auto calc = [&](const PosedCapsule& capsule) {
    return CapsuleOverPolytope(polytope, capsule).calc(manifold);
  };
  return calc_in_frame_of_second(first, X_O1, X_O2, query, manifold, calc);
}

double capsule_triangle(const Capsule& first, const RigidTransform& X_O1, const Triangle& second,
                        const NarrowPhaseQuery& query, ShapeManifold& manifold) {
  const Segment segment{X_O1.translation, X_O1.rotation * Vec3::UnitZ(), 0.5 * first.length};
  const TrianglePolytope polytope(second);
  const PosedCapsule capsule{segment, first.radius, query.margin, PairMotion(query)};
  return CapsuleOverPolytope(polytope, capsule).calc(manifold);
}

}  // namespace stiction
