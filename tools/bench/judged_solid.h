#pragma once

#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

#include <span>
#include <vector>

namespace stiction::bench {

/// A convex solid from its definition alone, as a judge of contacts sees it: it shares nothing with
/// the code that finds them. All in the frame O in which the solid is posed.
///
/// Every solid is a core with a ball of `radius()` about each of its points: a sphere is a point, a
/// capsule a segment, a rounded shape says its core; the others are their own.
class JudgedSolid {
 public:
  /// Of a hull, `points` are those it is the hull of; of an ellipsoid, its radii are the only one;
  /// of a superquadric they are its radii and (exponent, 0, 0).
  /// No plane, mesh or height field.
  JudgedSolid(const Shape& shape, std::span<const Vec3> points, const RigidTransform& X_OS);
  /// The hull of points in O that may lie in one plane: a triangle.
  explicit JudgedSolid(std::span<const Vec3> points);

  double radius() const { return radius_; }
  /// The point of the core furthest along n (any length).
  Vec3 core_support(const Vec3& n) const;
  /// Greatest n . x over the solid, for a unit n.
  double support(const Vec3& n) const { return n.dot(core_support(n)) + radius_; }
  /// The point of the solid nearest to x, which is x itself inside. Not for triangles.
  Vec3 nearest_point(const Vec3& x) const;

 private:
  enum class Core { box, cylinder, cone, ellipsoid, superquadric, points };

  Vec3 nearest_core_point_S(const Vec3& x_S) const;

  Core core_ = Core::points;
  /// Of a box, ellipsoid or superquadric; of others: radius, radius, half length.
  Vec3 half_ = Vec3::Zero();
  double exponent_ = 2;       ///< of a superquadric
  std::vector<Vec3> points_;  ///< in O
  double radius_ = 0;
  Mat3 R_OS_ = Mat3::Identity();
  Vec3 p_OS_ = Vec3::Zero();
  Shape shape_;
};

/// How far n (unit, from B to A) separates A from B: the distance of their supporting planes. Their
/// signed distance is the greatest of all n.
double separation(const JudgedSolid& A, const JudgedSolid& B, const Vec3& n);

}  // namespace stiction::bench
