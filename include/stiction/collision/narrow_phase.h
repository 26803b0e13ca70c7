#pragma once

#include <stiction/collision/collider.h>
#include <stiction/collision/manifold.h>
#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

namespace stiction {

/// What the narrow phase is asked about a pair of shapes.
struct NarrowPhaseQuery {
  /// Points are wanted up to this gap, m, >= 0.
  double margin = 0;
  /// Predicted displacement of A relative to B over the step, in the world frame, m: best h times
  /// their present relative velocity at `motion_center`, without this step's forces (a box at rest
  /// then has none, instead of the fall that its support will prevent). Zero, and no rotation: no
  /// motion is known, and the gap is the exact signed distance.
  ///
  /// Where several normals keep the shapes apart now, the motion chooses: the nearest points' if
  /// the motion respects it, else the one that needs the least change of the motion. A box that
  /// slides over the seam of two flush boxes meets no edge. If the shapes touch now, this holds for
  /// an overlap of up to 1e-3 of the smaller inscribed radius.
  ///
  /// If it exceeds the bounding radius of the smaller shape, the straight way is followed: shapes
  /// that pass each other have no contact; those that hit have that of the hit, with the gap that
  /// the motion has yet to use up along its normal, at the point where the smaller shape has it
  /// now.
  Vec3 relative_displacement = Vec3::Zero();
  /// Predicted rotation of A relative to B over the step, as a vector in the world frame, rad, and
  /// the point (world frame, m) that is displaced by no more than `relative_displacement`; best the
  /// middle of the shape that moves, or of the smaller one. All solids are judged by where their
  /// own points go: the corner of a box that spins over flush tiles is met by none of their sides.
  /// Ways further than the smaller radius, and those over meshes and height fields, are taken as
  /// straight.
  Vec3 relative_rotation = Vec3::Zero();
  Vec3 motion_center = Vec3::Zero();
  /// How far forces may take A against B beside that way, m, >= 0: shapes that pass each other on
  /// the straight way have a contact where they come as near as this, which that way respects.
  double deviation = 0;
};

/// Contacts of shape A at X_WA with shape B at X_WB, of which none is a mesh or a height field.
///
/// Every pair with a plane, a sphere or a capsule and box against box are closed forms, unless the
/// other is a `Convex`. The others (box, cylinder, cone, hull, rounded or not) are decided by all
/// directions that may separate them best: normals of faces and caps, common perpendiculars of
/// edges, and where edges, sides and rims meet the roots of one or two equations; each is evaluated
/// exactly, and only near the nearest points, where a bound shows that no other can matter.
///
/// `manifold` is overwritten (its capacity is reused; nothing else is allocated except where
/// cylinders and cones overlap each other deeply, or something overlaps a `Convex`, which libccd
/// looks into); no points if the shapes are further apart than the margin. The least gap is the
/// signed distance: exact for separated shapes, to 1e-8 of the smaller shape, and the depth along
/// the normal of least translation for overlapping ones (to 1e-6 for two cylinders or cones that
/// overlap); unless the motion chose another normal, along which it is less. Face against face
/// gives all corners of the clipped polygon, parallel edges, sides and axes both ends of the
/// stretch where they face each other, on a plane all vertices or ends. A round cap has eight
/// points that are fixed in its body, and a ninth where the cap is tilted, the foremost one of its
/// rim. If the query has a rotation, a face or cap has all points that a plane would have, however
/// the other solid leans: one of them may come down as it turns. For a hull that costs O(vertices).
///
/// Swapping A and B returns the same points bit for bit, with the opposite normal and the numbers
/// of the exchanged features. Never NaN, coincident centres included: what is 1e140 m apart, or no
/// number, has no points. Two planes never touch. Shapes must have passed `checked_shape`.
void calc_manifold(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                   const RigidTransform& X_WB, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold);

/// Contacts of any two shapes: those of `calc_manifold`, and those with a mesh or a height field,
/// which may have several normals. The list is overwritten. Costs what is near: O(log n + k) for k
/// triangles of n within the margin. Two surfaces, which cannot move, never touch.
void calc_manifolds(const Collider& A, const RigidTransform& X_WA, const Collider& B,
                    const RigidTransform& X_WB, const NarrowPhaseQuery& query,
                    ManifoldList& manifolds);

}  // namespace stiction
