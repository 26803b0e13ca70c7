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

/// Handle of a collision group in its world; 0 is the group of every shape that names none.
using GroupId = std::uint32_t;

enum class BodyKind {
  dynamic,    ///< moves under forces and contacts
  fixed,      ///< "static" in files: never moves
  kinematic,  ///< keeps the velocity it was given, whatever touches it
};

/// Limit for every coordinate of a position (of a body, its centre of mass, a shape or a joint), m:
/// products of four such numbers do not overflow.
inline constexpr double kLargestPlace = 1e75;
/// True if every coordinate is finite and within `kLargestPlace`.
inline bool is_place_in_range(const Vec3& place) {
  return place.allFinite() && place.cwiseAbs().maxCoeff() <= kLargestPlace;
}

/// A shape as part of a body.
struct ShapeDefinition {
  Shape shape;
  RigidTransform pose = {};                 ///< X_BS: pose of the shape in the body frame
  double density = 1000;                    ///< kg/m^3, > 0; used where the body gives no mass
  std::optional<MaterialId> material = {};  ///< default: the body's
  std::optional<GroupId> group = {};        ///< default: the body's
  /// A trigger reports the shapes that overlap it; it touches nothing and has no mass.
  bool trigger = false;
};

/// Definition of a body to be added. All numbers finite, positions within `kLargestPlace`; SI
/// units.
struct BodyDefinition {
  std::string name = {};
  BodyKind kind = BodyKind::dynamic;
  RigidTransform pose = {};  ///< X_WB at the start; the rotation is normalised on reading
  Vec3 linear_velocity = Vec3::Zero();   ///< of the centre of mass, in the world frame, m/s
  Vec3 angular_velocity = Vec3::Zero();  ///< in the world frame, rad/s
  std::vector<ShapeDefinition> shapes = {};
  /// Total mass, kg, > 0, spread over the shapes by volume. Wins over the shapes' densities.
  std::optional<double> mass = {};
  /// In the body frame. Wins over `mass`.
  std::optional<MassProperties> inertial = {};
  MaterialId material = 0;
  GroupId group = 0;
};

/// Pose and velocity of a body.
struct BodyState {
  RigidTransform pose;                   ///< X_WB, of the body frame
  Vec3 linear_velocity = Vec3::Zero();   ///< of the centre of mass, in the world frame, m/s
  Vec3 angular_velocity = Vec3::Zero();  ///< in the world frame, rad/s
};

/// Mass properties in the body frame; `inertial` wins over `mass`, `mass` over densities. Zero for
/// a fixed body without `inertial`, and for a kinematic one with neither `inertial` nor shapes
/// other than triggers. Throws std::invalid_argument, naming the body, for a dynamic body with
/// neither of the two, for a plane, mesh or height field on a body that is not fixed, and for an
/// inertia that no body can have.
MassProperties resolve_mass_properties(const BodyDefinition& definition);

[[gnu::used]] inline constexpr auto kBodyLayouts =
    abi::layouts_of<Shape, BodyDefinition, BodyState>();

}  // namespace stiction
