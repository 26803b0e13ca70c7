// A ball against a box: the point of the box nearest to its centre, or the nearest face if the
// centre is inside. Posed along a face's normal if the motion requires it (see axis_choice.h): a
// ball that rolls over the seam of two flush boxes catches no edge.

#include <array>
#include <cmath>

#include "axis_choice.h"
#include "box_face.h"
#include "infinity.h"
#include "manifold_points.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

// In the frame of the box.
struct BallOverBox {
  Vec3 center;
  double radius;
  Vec3 half;
  Vec3 displacement;

  int face_sign(int axis) const { return center[axis] < 0 ? -1 : 1; }

  AxisCandidate face(int axis) const {
    const double separation = std::abs(center[axis]) - half[axis] - radius;
    return {separation, separation + face_sign(axis) * displacement[axis], face_area(half, axis)};
  }
};

}  // namespace

double sphere_box(const Sphere& first, const RigidTransform& X_O1, const Box& second,
                  const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                  ShapeManifold& manifold) {
  const Mat3 R = X_O2.rotation.toRotationMatrix();
  const BallOverBox pair{R.transpose() * X_O1.translation, first.radius, 0.5 * second.size,
                         R.transpose() * query.relative_displacement};

  const Vec3 outside = (pair.center.cwiseAbs() - pair.half).cwiseMax(0.0);
  const double distance = outside.norm();
  if (distance - pair.radius > query.margin) return kInfinity;

  const AxisTolerances tolerances =
      axis_tolerances(std::min(pair.radius, pair.half.minCoeff()), pair.radius, pair.half.norm());
  std::array<AxisCandidate, 4> axes{pair.face(2), pair.face(1), pair.face(0)};
  const NearestOfBox nearest(pair.half, pair.center);
  Vec3 straight = Vec3::Zero();
  std::size_t count = 3;
  if (distance > outside.maxCoeff() + tolerances.tie) {
    straight = (pair.center - nearest.point) / distance;
    axes[count++] = {distance - pair.radius,
                     distance - pair.radius + straight.dot(pair.displacement), -1};
  }
  const int chosen = choose_axis({axes.data(), count}, tolerances);

  const int axis = 2 - chosen;
  const bool is_face = chosen < 3;
  const BoxFace face{pair.half, is_face ? axis : 0, is_face ? pair.face_sign(axis) : 1};
  const Vec3 normal = is_face ? face.normal() : straight;
  const double gap = axes[chosen].separation;
  manifold.normal = R * normal;
  const FeatureId feature = is_face ? face.feature(0, 0, 0) : nearest.feature;
  add_point(manifold, query.margin, R * (pair.center - (pair.radius + 0.5 * gap) * normal), gap,
            pair_feature(kWholeShape, feature));
  return gap;
}

}  // namespace stiction
