#pragma once

#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

#include <span>
#include <vector>

namespace stiction::bench {

/// A convex solid from its definition alone, for judging contacts: it shares nothing with the code
/// that finds them. All quantities are in the frame O in which the solid is posed.
///
/// Every solid is a core with a ball of `radius()` about each of its points. The core is a point
/// for a sphere, a segment for a capsule, the given core for a rounded shape, and the solid itself
/// for all others.
class JudgedSolid {
 public:
  /// `points` are the generating points of a hull; an ellipsoid's radii as the only point; a
  /// superquadric's radii and (exponent, 0, 0). Not for planes, meshes or height fields.
  JudgedSolid(const Shape& shape, std::span<const Vec3> points, const RigidTransform& X_OS);
  /// The hull of points in O that may lie in one plane, such as a triangle.
  explicit JudgedSolid(std::span<const Vec3> points);

  double radius() const { return radius_; }
  /// The point of the core furthest along n (any length).
  Vec3 core_support(const Vec3& n) const;
  /// The greatest n . x over the solid, for a unit n.
  double support(const Vec3& n) const { return n.dot(core_support(n)) + radius_; }
  /// The point of the solid nearest to x, which is x itself inside. Not for triangles.
  Vec3 nearest_point(const Vec3& x) const;

 private:
  enum class Core { box, cylinder, cone, ellipsoid, superquadric, points };

  Vec3 nearest_core_point_S(const Vec3& x_S) const;

  Core core_ = Core::points;
  /// Half sizes of a box, radii of an ellipsoid or superquadric; for others: radius, radius, half
  /// length.
  Vec3 half_ = Vec3::Zero();
  double exponent_ = 2;       ///< of a superquadric
  std::vector<Vec3> points_;  ///< in O
  double radius_ = 0;
  Mat3 R_OS_ = Mat3::Identity();
  Vec3 p_OS_ = Vec3::Zero();
  Shape shape_;
};

/// The separation of A and B along n (unit, from B to A): the distance of their supporting planes.
/// The greatest over all n is their signed distance.
double separation(const JudgedSolid& A, const JudgedSolid& B, const Vec3& n);

}  // namespace stiction::bench
