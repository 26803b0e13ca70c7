#pragma once

#include <stiction/body/material.h>
#include <stiction/geometry/mass_properties.h>
#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stiction {

/// Handle of a body in its world: never reused, so a handle to a removed body stays invalid.
struct BodyId {
  std::uint32_t value = 0;
  auto operator<=>(const BodyId&) const = default;
};

/// Handle of a collision group in its world; 0 is the group of whatever names none.
using GroupId = std::uint32_t;

enum class BodyKind {
  dynamic,    ///< moves under forces and contacts
  fixed,      ///< "static" in files: never moves
  kinematic,  ///< keeps the velocity it was given, whatever touches it
};

/// Bodies, their centres of mass in the body frame, shapes and joints are placed within this, m, in
/// each coordinate: products of four such numbers do not overflow.
inline constexpr double kLargestPlace = 1e75;
/// Whether it is; no place that is not finite.
inline bool is_place_in_range(const Vec3& place) {
  return place.allFinite() && place.cwiseAbs().maxCoeff() <= kLargestPlace;
}

/// A shape as part of a body.
struct ShapeDefinition {
  Shape shape;
  RigidTransform pose = {};                 ///< X_BS: of the shape in the body frame
  double density = 1000;                    ///< kg/m^3, > 0; used where the body gives no mass
  std::optional<MaterialId> material = {};  ///< default: the body's
  std::optional<GroupId> group = {};        ///< default: the body's
  /// Reports what overlaps it, and neither touches anything nor has mass.
  bool trigger = false;
};

/// What a body is before it exists. Every number finite, places up to `kLargestPlace`; SI units.
struct BodyDefinition {
  std::string name = {};
  BodyKind kind = BodyKind::dynamic;
  RigidTransform pose = {};  ///< X_WB at the start; the rotation is normalised on reading
  Vec3 linear_velocity = Vec3::Zero();   ///< of the centre of mass, in the world frame, m/s
  Vec3 angular_velocity = Vec3::Zero();  ///< in the world frame, rad/s
  std::vector<ShapeDefinition> shapes = {};
  /// Spread over the shapes by volume, kg, > 0. Wins over the shapes' densities.
  std::optional<double> mass = {};
  /// In the body frame. Wins over `mass`.
  std::optional<MassProperties> inertial = {};
  MaterialId material = 0;
  GroupId group = 0;
};

/// Where a body is and how it moves.
struct BodyState {
  RigidTransform pose;                   ///< X_WB, of the body frame
  Vec3 linear_velocity = Vec3::Zero();   ///< of the centre of mass, in the world frame, m/s
  Vec3 angular_velocity = Vec3::Zero();  ///< in the world frame, rad/s
};

/// Mass properties by the order of precedence above, in the body frame. Zero for a fixed body
/// without inertial, and for a kinematic one with neither inertial nor shapes but triggers. Throws
/// std::invalid_argument, naming the body, for a dynamic body with neither of these either, a
/// plane, mesh or height field on a body that is not fixed, or an inertia no body can have.
MassProperties resolve_mass_properties(const BodyDefinition& definition);

[[gnu::used]] inline constexpr auto kBodyLayouts =
    abi::layouts_of<Shape, BodyDefinition, BodyState>();

}  // namespace stiction
