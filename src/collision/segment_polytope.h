#pragma once

#include <stiction/math/tangent_basis.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "infinity.h"
#include "polytope.h"
#include "segment_distance.h"

namespace stiction {

/// The part of a segment over a face, as seen along a normal.
struct StretchOverFace {
  struct End {
    Vec3 center;            ///< on the unshifted segment
    double height = 0;      ///< above the plane of the face along the normal, m
    FeatureId feature = 0;  ///< of the segment and the polytope
  };
  std::array<End, 2> ends;
  int count = 0;  ///< 0 or 2

  /// The least height, m; infinite if there is none.
  double least() const {
    if (count == 0) return kInfinity;
    return std::min(ends[0].height, ends[1].height);
  }
};

/// A box with given axes about a segment, to tell which edges are too far away to be the nearest.
class BoxAboutSegment {
 public:
  BoxAboutSegment(const Segment& segment, const Vec3& n) : center_(segment.center) {
    const auto [t1, t2] = make_tangent_basis(n);
    axes_ = {n, t1, t2};
    for (const int i : {0, 1, 2}) {
      half_[i] = segment.half_length * std::abs(axes_[i].dot(segment.direction));
    }
  }

  /// True if the edge from a to b is certainly further away than `distance`.
  bool is_further(const Vec3& a, const Vec3& b, double distance) const {
    double least2 = 0;
    for (const int i : {0, 1, 2}) {
      const double start = axes_[i].dot(a - center_);
      const double end = axes_[i].dot(b - center_);
      const double beyond =
          std::max({std::min(start, end) - half_[i], -half_[i] - std::max(start, end), 0.0});
      least2 += beyond * beyond;
      if (least2 > distance * distance) return true;
    }
    return false;
  }

 private:
  Vec3 center_;
  std::array<Vec3, 3> axes_;
  std::array<double, 3> half_;
};

/// The separation of a segment and a polytope, all in the frame of the polytope.
///
/// The polytope swept along the segment is another polytope, whose faces are those of the first and
/// a parallelogram for each edge of its silhouette seen along the segment. Their normals are the
/// axes, numbered as the faces and then the edges.
template <typename Polytope>
class SegmentPolytope {
 public:
  SegmentPolytope(const Segment& segment, const Polytope& polytope)
      : segment_(segment), polytope_(polytope) {}

  int num_axes() const { return polytope_.num_faces() + polytope_.num_edges(); }
  bool is_face(int axis) const { return axis < polytope_.num_faces(); }
  int edge_of(int axis) const { return axis - polytope_.num_faces(); }

  /// A direction and the separation along it, m; minus infinity for an edge without an axis.
  struct Axis {
    Vec3 normal = Vec3::Zero();  ///< unit, from the polytope to the segment
    double separation = -kInfinity;
  };
  Axis axis(int i) const { return is_face(i) ? face_axis(i) : edge_axis(edge_of(i)); }

  /// The end of the segment that is lowest along n.
  Vec3 lowest(const Vec3& n) const {
    const double half = segment_.half_length;
    return segment_.at(n.dot(segment_.direction) > 0 ? -half : half);
  }

  /// The nearest points of the segment and the edges. For a segment outside, they are the nearest
  /// points of all unless it is equally near to the inside of a face. `greatest` is the axis of
  /// greatest separation, where the search begins.
  struct Nearest {
    SegmentPoints points;
    double distance = kInfinity;
    FeatureId feature = kWholeShape;  ///< of the polytope
  };
  Nearest nearest_of_edges(int greatest) const;

  /// The part of the segment, moved by `shift`, that is over a face as seen along n, which is unit
  /// and leaves the face at an angle of less than 90 degrees to its normal. Points beyond a side by
  /// up to `tolerance` count as over it.
  StretchOverFace over_face(int face, const Vec3& n, const Vec3& shift, double tolerance) const;

 private:
  static constexpr int kFewEdges = 6;              // so few are tested faster than sorted out
  static constexpr double kParallelSine2 = 1e-16;  // of the angle to an edge without an axis
  static constexpr double kFlatAngle2 = 1e-14;     // at an edge whose two faces lie in one plane

  double reach(const Vec3& n) const {
    return std::abs(n.dot(segment_.direction)) * segment_.half_length;
  }
  Axis face_axis(int face) const {
    const Vec3& n = polytope_.normal(face);
    return {n, polytope_.height(face, segment_.center) - reach(n)};
  }
  Axis edge_axis(int edge) const;

  const Segment& segment_;
  const Polytope& polytope_;
};

// The normal of the edge's parallelogram is perpendicular to the edge and to the segment, and lies
// between the normals of the edge's faces.
template <typename Polytope>
typename SegmentPolytope<Polytope>::Axis SegmentPolytope<Polytope>::edge_axis(int i) const {
  const auto& edge = polytope_.edge(i);
  const Vec3& left = polytope_.normal(edge.left);
  const Vec3& right = polytope_.normal(edge.right);
  const double left_slope = left.dot(segment_.direction);
  if (left_slope * right.dot(segment_.direction) > 0) return {};
  const Vec3& start = polytope_.vertex(edge.start);
  const Vec3& end = polytope_.vertex(edge.end);
  const Vec3 aside = (end - start).normalized().cross(left);
  const Vec3 across = aside.dot(segment_.direction) * left - left_slope * aside;
  const double sine2 = across.squaredNorm();
  if (sine2 < kParallelSine2) return {};
  const Vec3 between = left + right;
  const Vec3& outwards = between.squaredNorm() > kFlatAngle2 ? between : aside;
  const Vec3 n = (across.dot(outwards) < 0 ? -1 : 1) / std::sqrt(sine2) * across;
  // (The faces of a hull are plane to a tolerance, so the edge may rise along n by that much.)
  const double above = std::min(n.dot(segment_.center - start), n.dot(segment_.center - end));
  return {n, above - reach(n)};
}

template <typename Polytope>
typename SegmentPolytope<Polytope>::Nearest SegmentPolytope<Polytope>::nearest_of_edges(
    int greatest) const {
  Nearest nearest;
  const auto consider = [&](int edge) {
    const SegmentPoints points = nearest_points(segment_, edge_segment(polytope_, edge));
    const double distance = (points.p - points.q).norm();
    if (distance >= nearest.distance) return;
    nearest = {points, distance, edge_point_feature(polytope_, edge, points.q_end)};
  };
  if (polytope_.num_edges() <= kFewEdges) {
    for (int i = 0; i < polytope_.num_edges(); ++i) consider(i);
    return nearest;
  }
  if (is_face(greatest)) {
    for (const int edge : polytope_.edges_of_face(greatest)) consider(edge);
  } else {
    consider(edge_of(greatest));
  }
  const BoxAboutSegment box(segment_, axis(greatest).normal);
  for (int i = 0; i < polytope_.num_edges(); ++i) {
    const auto& edge = polytope_.edge(i);
    const Vec3& start = polytope_.vertex(edge.start);
    if (!box.is_further(start, polytope_.vertex(edge.end), nearest.distance)) consider(i);
  }
  return nearest;
}

// Cuts the segment by each side of the face in turn (Cyrus, Beck, "Generalized two- and
// three-dimensional clipping", 1978).
template <typename Polytope>
StretchOverFace SegmentPolytope<Polytope>::over_face(int face, const Vec3& n, const Vec3& shift,
                                                     double tolerance) const {
  const std::span<const int> corners = polytope_.corners(face);
  const std::span<const int> edges = polytope_.edges_of_face(face);
  const double cosine = n.dot(polytope_.normal(face));
  const auto height = [&](double at) {
    return polytope_.height(face, segment_.at(at) + shift) / cosine;
  };
  std::array<double, 2> s{-segment_.half_length, segment_.half_length};
  std::array<FeatureId, 2> feature{pair_feature(segment_feature(-1), face_feature(face)),
                                   pair_feature(segment_feature(1), face_feature(face))};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3& start = polytope_.vertex(corners[k]);
    const Vec3& end = polytope_.vertex(corners[(k + 1) % corners.size()]);
    const Vec3 outwards = (end - start).cross(polytope_.normal(face)).normalized();
    const auto calc_beyond = [&](double at) {
      return outwards.dot(segment_.at(at) + shift - height(at) * n - start);
    };
    const double beyond[] = {calc_beyond(s[0]), calc_beyond(s[1])};
    if (beyond[0] > tolerance && beyond[1] > tolerance) return {};
    if (beyond[0] <= tolerance && beyond[1] <= tolerance) continue;
    const int cut = beyond[0] > tolerance ? 0 : 1;
    const double fraction = beyond[cut] / (beyond[cut] - beyond[1 - cut]);
    s[cut] += std::min(fraction, 1.0) * (s[1 - cut] - s[cut]);
    feature[cut] = pair_feature(segment_feature(0), edge_feature(edges[k]));
  }
  StretchOverFace over;
  over.count = 2;
  for (const int i : {0, 1}) {
    over.ends[i] = {segment_.at(s[i]), height(s[i]), feature[i]};
  }
  return over;
}

}  // namespace stiction
