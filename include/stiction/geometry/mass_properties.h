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

/// Volume of a shape, m^3. For a closed mesh the enclosed volume, whichever way its triangles face;
/// 0 for an open one; infinite for a plane and a height field (the ground has no bottom).
double volume(const Shape& shape);

/// Mass properties of a homogeneous solid of the given mass, in the shape's frame: closed forms;
/// for a hull, rounded or not, polyhedral integrals. Throws std::invalid_argument for shapes that
/// are not `is_solid`.
MassProperties calc_mass_properties(const Shape& shape, double mass);

/// Likewise for a polyhedron, exact up to round-off (polyhedral integrals).
MassProperties calc_mass_properties(const ConvexPolyhedron& polyhedron, double mass);

/// Mass properties of the homogeneous solid within a closed surface, density in kg/m^3, exact up to
/// round-off (polyhedral integrals). Throws std::invalid_argument if the surface is open (and says
/// where), branches (more than two triangles at an edge, or two that disagree on which side is
/// out), or is inverted (faces inwards).
MassProperties calc_mass_properties(const TriangleMesh& mesh, double density);

/// The properties of the same body in another frame: given in S, returned in B.
MassProperties transformed(const MassProperties& properties_S, const RigidTransform& X_BS);

/// The properties of a rigid union of parts, all in the same frame (parallel axis theorem).
MassProperties combined(std::span<const MassProperties> parts);

/// True if a body can have these properties: all finite, mass > 0, inertia symmetric positive
/// definite, its principal moments at most 1e12 to 1 and within the triangle inequality (to 1e-9 of
/// the largest).
bool is_physical(const MassProperties& properties);

}  // namespace stiction
