#pragma once

#include <stiction/body/body.h>
#include <stiction/collision/broad_phase.h>
#include <stiction/collision/collider.h>
#include <stiction/contact/contact_problem.h>

#include <cstddef>
#include <vector>

namespace stiction {

/// Where a body is and how it moves, at its centre of mass C, where the equations of motion are
/// simplest.
struct BodyMotion {
  Vec3 center = Vec3::Zero();           ///< p_WC, m
  Quat rotation = Quat::Identity();     ///< R_WB
  Vec6 velocity = Vec6::Zero();         ///< of C and angular; world
  Vec3 previous_center = Vec3::Zero();  ///< before the last step, for interpolation
  Quat previous_rotation = Quat::Identity();
};

/// A body as the world keeps it: its definition and its state.
struct BodyRecord : BodyMotion {
  // Fields that every stage of a step reads come first, to share cache lines.
  BodyId id;
  bool has_trigger = false;          ///< one of its shapes is a trigger
  bool is_ball = false;              ///< all shapes are spheres about C: turning changes nothing
  bool has_shape_materials = false;  ///< any of its shapes has its own material
  bool is_placed = false;            ///< added or teleported since the last step
  /// The last step began and ended with the body at rest, to the last bit, and no force acted on it
  /// but gravity; nothing was done to it since.
  bool is_unchanged = false;
  /// Of its first shape in the broad phase; those of the others follow it.
  BroadPhase::ProxyId first_proxy = 0;
  double radius = 0;  ///< of the ball about C that holds every bounded shape except triggers, m

  Vec3 force = Vec3::Zero();   ///< for the next step, world, N
  Vec3 torque = Vec3::Zero();  ///< about C, N m

  MassProperties mass;  ///< body frame
  Mat3 inverse_inertia = Mat3::Zero();
  std::vector<Collider> colliders;  ///< one for each of definition.shapes
  BodyDefinition definition;        ///< with the pose and velocities at creation

  bool is_dynamic() const { return definition.kind == BodyKind::dynamic; }
  bool is_fixed() const { return definition.kind == BodyKind::fixed; }
  std::size_t num_shapes() const { return definition.shapes.size(); }
  bool is_trigger(int shape) const { return has_trigger && definition.shapes[shape].trigger; }
  MaterialId material_of(int shape) const {
    if (!has_shape_materials) return definition.material;
    return definition.shapes[shape].material.value_or(definition.material);
  }
  GroupId group_of(int shape) const {
    return definition.shapes[shape].group.value_or(definition.group);
  }

  RigidTransform X_WB() const { return {rotation, center - rotation * mass.center}; }
  /// The pose before the last step, or where the body was put since.
  RigidTransform previous_X_WB() const {
    return {previous_rotation, previous_center - previous_rotation * mass.center};
  }
  /// Puts the body there, and forgets its previous pose.
  void teleport(const RigidTransform& X_WB);

  /// World axes, about C, with the body at this rotation.
  Mat3 inertia_W(const Quat& R_WB) const;
  Mat3 inverse_inertia_W(const Quat& R_WB) const;
  double kinetic_energy() const;  ///< J
};

/// Returns the record of a new body in its initial state. Throws std::invalid_argument, naming the
/// body, if the definition is invalid.
BodyRecord make_body_record(const BodyDefinition& definition);

/// The velocity of the material point p_W of a body.
inline Vec3 point_velocity(const BodyMotion& body, const Vec6& velocity, const Vec3& p_W) {
  return velocity.head<3>() + velocity.tail<3>().cross(p_W - body.center);
}

/// A view of the motions of the world's bodies, or of copies of them; owns nothing.
class BodyMotions {
 public:
  BodyMotions(const std::vector<BodyRecord>& bodies)
      : first_(reinterpret_cast<const std::byte*>(static_cast<const BodyMotion*>(bodies.data()))),
        stride_(sizeof(BodyRecord)) {}
  BodyMotions(const std::vector<BodyMotion>& motions)
      : first_(reinterpret_cast<const std::byte*>(motions.data())), stride_(sizeof(BodyMotion)) {}

  const BodyMotion& operator[](std::size_t i) const {
    return *reinterpret_cast<const BodyMotion*>(first_ + i * stride_);
  }

 private:
  const std::byte* first_;
  std::size_t stride_;
};

}  // namespace stiction
