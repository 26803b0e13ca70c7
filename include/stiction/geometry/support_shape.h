#pragma once

#include <stiction/geometry/mass_properties.h>
#include <stiction/geometry/shape.h>
#include <stiction/math/vector.h>

#include <memory>
#include <string>
#include <string_view>

namespace stiction {

/// A convex solid given by its support function, for shapes that the library does not have.
///
/// Bounds, contacts with every other shape and queries all follow from it. A contact has one point,
/// so the surface should be round where it touches; model a solid with flat faces as a hull, whose
/// contacts have all corners. All functions must always return the same values, and may be called
/// by several threads at once; `support` must not throw: the program would end.
class SupportShape {
 public:
  virtual ~SupportShape() = default;

  /// The point of the solid with the greatest n . x, m, in the shape's frame; n is a unit vector.
  /// Make it exact to round-off: gaps are no more accurate than this.
  virtual Vec3 support(const Vec3& n) const = 0;
  /// A point inside, m, in the shape's frame: the centre of a ball of `inner_radius` in the solid.
  virtual Vec3 center() const { return Vec3::Zero(); }
  virtual double inner_radius() const = 0;  ///< m, > 0
  /// Radius of a ball about the frame's origin that holds the solid, m, finite.
  virtual double bounding_radius() const = 0;
  virtual double volume() const = 0;  ///< m^3, > 0
  /// Mass properties of the homogeneous solid of this mass (kg, > 0), in the shape's frame.
  virtual MassProperties mass_properties(double mass) const = 0;
  /// The kind, which `shape_name` returns, and the size in words, which `stiction info` prints.
  virtual std::string_view name() const { return "support shape"; }
  virtual std::string describe() const;
};

/// The ellipsoid about the origin with semi-axes along x, y and z, m, each > 0: closed forms.
/// Throws std::invalid_argument for other numbers.
Convex make_ellipsoid(const Vec3& radii);

}  // namespace stiction
