#pragma once

#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

#include <span>

namespace stiction {

/// Mass, centre of mass and rotational inertia of a rigid body, in a frame B.
struct MassProperties {
  double mass = 0;              ///< kg
  Vec3 center = Vec3::Zero();   ///< centre of mass p_BC, m
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, in B's axes, kg m^2
};

/// Volume of a shape in closed form, m^3; infinite for a plane.
double volume(const Shape& shape);

/// Closed forms for a homogeneous solid of the given mass, in the shape's frame. Not for a plane.
MassProperties calc_mass_properties(const Shape& shape, double mass);

/// The same body seen from another frame: given in S, returned in B.
MassProperties transformed(const MassProperties& properties_S, const RigidTransform& X_BS);

/// The rigid union of several parts, all in the same frame (parallel axis theorem).
MassProperties combined(std::span<const MassProperties> parts);

/// Whether a body can have these: mass > 0, inertia symmetric positive definite, and the principal
/// moments obey the triangle inequality (to 1e-9 of the largest), all finite.
bool is_physical(const MassProperties& properties);

}  // namespace stiction
