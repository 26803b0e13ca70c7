#pragma once

#include <stiction/collision/collider.h>
#include <stiction/collision/manifold.h>
#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

namespace stiction {

/// The narrow phase's query for a pair of shapes.
struct NarrowPhaseQuery {
  /// Contact points with gaps up to this are wanted, m, >= 0.
  double margin = 0;
  /// Predicted displacement of A relative to B over the step, in the world frame, m: best h times
  /// their present relative velocity at `motion_center`, without this step's forces. (A box at rest
  /// then has none, instead of the fall that its support will prevent.) If displacement and
  /// rotation are zero, no motion is known, and the gap is the exact signed distance.
  ///
  /// If several normals separate the shapes now, the motion chooses: the normal of the nearest
  /// points if the motion respects it, else the normal that requires the least change of the
  /// motion. So a box that slides over the seam of two flush boxes catches no edge. Shapes that
  /// touch now are treated likewise up to an overlap of 1e-3 of the smaller inscribed radius.
  ///
  /// A displacement beyond the bounding radius of the smaller shape is swept along a straight line:
  /// shapes that pass each other have no contact; those that hit get the contact of the hit. Its
  /// gap is the part of the motion along its normal that is left until the hit, at the place where
  /// the smaller shape has the contact point now.
  Vec3 relative_displacement = Vec3::Zero();
  /// Predicted rotation of A relative to B over the step, as a vector in the world frame, rad, and
  /// the point (world frame, m) that is displaced by no more than `relative_displacement`; best the
  /// centre of the moving shape, or of the smaller one. Solids are judged by the paths of their own
  /// points: a box that spins on flush tiles does not catch their sides with its corners.
  /// Displacements beyond the smaller radius, and over meshes and height fields, are taken as
  /// straight.
  Vec3 relative_rotation = Vec3::Zero();
  Vec3 motion_center = Vec3::Zero();
  /// Bound on how far forces may divert A relative to B from the predicted motion, m, >= 0: shapes
  /// that pass each other within this distance on the straight line get a contact there, one that
  /// the straight motion respects.
  double deviation = 0;
};

/// Computes the contacts of shapes A and B, neither of them a mesh or a height field.
///
/// Pairs with a plane, a sphere or a capsule, and box against box, have closed forms unless the
/// other shape is a `Convex`. All others (box, cylinder, cone, hull, rounded or not) are decided by
/// all directions that may separate them best: normals of faces and caps, common perpendiculars of
/// edges and, where edges, sides and rims meet, the roots of one or two equations. Each is
/// evaluated exactly, and only those near the nearest points if a bound excludes the others.
///
/// `manifold` is overwritten. Its capacity is reused, and nothing else is allocated except where
/// cylinders and cones overlap each other deeply, or something overlaps a `Convex`, which libccd
/// handles. There are no points if the shapes are further apart than the margin. The least gap is
/// the signed distance: exact for separated shapes, to 1e-8 of the smaller shape, and the depth
/// along the normal of least translation for overlapping ones (to 1e-6 for two overlapping
/// cylinders or cones). Along another normal that the motion chose it is less.
///
/// Face against face gives all corners of the clipped polygon; parallel edges, sides and axes give
/// both ends of the stretch where they face each other; on a plane, all vertices or ends. A round
/// cap has eight points fixed in its body and, if the cap is tilted, a ninth: the foremost one of
/// its rim. If the query has a rotation, a face or cap has all points that it would have on a
/// plane, however the other solid leans: one of them may come down as it turns. For a hull that
/// costs O(vertices).
///
/// Swapping A and B returns the same points bit for bit, with the opposite normal and the numbers
/// of the exchanged features. Results are never NaN, even for coincident centres: shapes 1e140 m
/// apart, or with poses that are not finite, have no points. Two planes never touch. Shapes must
/// have passed `checked_shape`.
void calc_manifold(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                   const RigidTransform& X_WB, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold);

/// Computes the contacts of any two shapes: those of `calc_manifold`, and those with a mesh or a
/// height field, which may have several normals. The list is overwritten. Costs O(log n + k) for k
/// of n triangles within the margin. Two surfaces, which cannot move, never touch.
void calc_manifolds(const Collider& A, const RigidTransform& X_WA, const Collider& B,
                    const RigidTransform& X_WB, const NarrowPhaseQuery& query,
                    ManifoldList& manifolds);

}  // namespace stiction
