#include <stiction/world/world.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "checked_numbers.h"
#include "joint_rank.h"
#include "world_implementation.h"

namespace stiction {
namespace {

/// Radius of gyration about the axis through the centre of mass for which it is largest, m.
double calc_gyration(const MassProperties& mass) {
  const double largest = Eigen::SelfAdjointEigenSolver<Mat3>(mass.inertia, Eigen::EigenvaluesOnly)
                             .eigenvalues()
                             .maxCoeff();
  return std::sqrt(largest / mass.mass);
}

[[noreturn]] void reject_joint_of_world(const JointDefinition& definition,
                                        const std::string& wanted) {
  throw std::invalid_argument("joint '" + definition.name + "': expected " + wanted);
}

/// Throws if the leader of the joint `follower` does not exist in the world, has no position, or
/// follows it.
void check_leader(const WorldValue& world, const JointDefinition& definition, const JointGear& gear,
                  JointId follower) {
  if (gear.leader == follower) reject_joint_of_world(definition, "another joint as its leader");
  for (std::optional<JointGear> next = gear; next;) {
    const auto leader = std::ranges::find(world.joints, next->leader, &JointRecord::id);
    if (leader == world.joints.end()) {
      reject_joint_of_world(definition, "a leader of this world, got the id " +
                                            std::to_string(next->leader.value) +
                                            ", which it does not have");
    }
    if (!has_position(leader->definition.kind)) {
      reject_joint_of_world(definition, "a revolute or prismatic leader, got '" +
                                            leader->definition.name + "', which is " +
                                            std::string(to_string(leader->definition.kind)));
    }
    next = leader->definition.gear;
    if (next && next->leader == follower) {
      reject_joint_of_world(definition, "a leader that does not follow it, got '" +
                                            leader->definition.name + "', which does");
    }
  }
}

/// The offset with which the gear asks for the present position.
double calc_gear_offset(const WorldValue& world, const JointRecord& joint) {
  if (joint.leader == kNoJoint) return 0;
  const JointRecord& leader = world.joints[joint.leader];
  return find_joint_position(joint, world.bodies, joint.position) -
         joint.definition.gear->ratio * find_joint_position(leader, world.bodies, leader.position);
}

}  // namespace

JointId World::add_joint(const JointDefinition& definition) {
  WorldValue& value = implementation_->value;
  check_joint(definition);
  if (definition.gear) check_leader(value, definition, *definition.gear, {value.next_joint_id});
  JointRecord joint;
  joint.definition = definition;
  double gyration = 0;
  for (const auto& body : {definition.parent, definition.child}) {
    if (!body) continue;
    if (implementation_->find(*body) == value.bodies.end()) {
      reject_joint_of_world(definition, "bodies of this world, got the id " +
                                            std::to_string(body->value) +
                                            ", which it does not have");
    }
    const BodyRecord& record = implementation_->body(*body);
    if (!record.is_dynamic()) continue;
    const double own = calc_gyration(record.mass);
    gyration = gyration > 0 ? std::min(gyration, own) : own;
  }
  if (gyration == 0) {
    reject_joint_of_world(definition, "a dynamic body, got two that forces do not move");
  }
  joint.gyration = gyration;
  joint.id = {value.next_joint_id};
  joint.position = definition.position;
  const RigidTransform X_AJ = checked_pose(definition.frame);
  value.joints.push_back(std::move(joint));
  JointRecord& made = value.joints.back();
  implementation_->connect(made);
  const auto pose_of = [&](const std::optional<BodyId>& body) {
    return body ? implementation_->body(*body).X_WB() : RigidTransform();
  };
  const RigidTransform X_WA = definition.anchor == JointAnchor::parent  ? pose_of(definition.parent)
                              : definition.anchor == JointAnchor::child ? pose_of(definition.child)
                                                                        : RigidTransform();
  made.geometry =
      make_joint_geometry(definition, X_WA * X_AJ, central_frame(value.bodies, made.parent),
                          central_frame(value.bodies, made.child));
  made.gear_offset = calc_gear_offset(value, made);
  ++value.next_joint_id;
  return made.id;
}

void World::remove_joint(JointId id) {
  implementation_->joint(id);
  implementation_->value.joints.erase(implementation_->find(id));
  implementation_->connect_joints();
}

bool World::has_joint(JointId id) const {
  return implementation_->find(id) != implementation_->value.joints.end();
}

std::vector<JointId> World::joints() const {
  std::vector<JointId> ids;
  for (const JointRecord& joint : implementation_->value.joints) ids.push_back(joint.id);
  return ids;
}

std::optional<JointId> World::find_joint(std::string_view name) const {
  const auto& joints = implementation_->value.joints;
  const auto found = std::ranges::find_if(
      joints, [&](const JointRecord& joint) { return joint.definition.name == name; });
  if (found == joints.end()) return std::nullopt;
  return found->id;
}

const JointDefinition& World::definition(JointId id) const {
  return implementation_->joint(id).definition;
}

void World::set_motor(JointId id, const std::optional<JointMotor>& motor) {
  JointRecord& joint = implementation_->joint(id);
  if (motor) {
    if (!has_position(joint.definition.kind)) {
      reject_joint_of_world(joint.definition, "a motor on revolute and prismatic joints only");
    }
    check_motor(*motor, joint.definition.name);
  }
  joint.definition.motor = motor;
}

void World::set_gear(JointId id, const std::optional<JointGear>& gear) {
  JointRecord& joint = implementation_->joint(id);
  if (gear) {
    if (!has_position(joint.definition.kind)) {
      reject_joint_of_world(joint.definition, "a gear on revolute and prismatic joints only");
    }
    check_gear(*gear, joint.definition.name);
    check_leader(implementation_->value, joint.definition, *gear, id);
  }
  joint.definition.gear = gear;
  implementation_->connect(joint);
  joint.gear_offset = calc_gear_offset(implementation_->value, joint);
}

std::size_t World::count_redundant_rows() const {
  return stiction::count_redundant_rows(implementation_->value);
}

JointState World::joint_state(JointId id) const {
  const auto& bodies = implementation_->value.bodies;
  JointRecord joint = implementation_->joint(id);
  joint.position = find_joint_position(joint, bodies, joint.position);
  double leader_position = 0;
  if (joint.leader != kNoJoint) {
    const JointRecord& leader = implementation_->value.joints[joint.leader];
    leader_position = find_joint_position(leader, bodies, leader.position);
  }
  const RigidTransform X_WP = central_frame(bodies, joint.parent);
  const RigidTransform X_WC = central_frame(bodies, joint.child);
  JointState state;
  state.force = joint.force;
  state.torque = joint.torque;
  state.error = find_joint_error(joint, leader_position, bodies);
  state.motor_effort = joint.efforts[kMotorSlot];
  state.gear_effort = joint.efforts[kGearSlot];
  if (!has_position(joint.geometry.kind)) return state;
  state.position = joint.position;
  const JointRow rate = calc_joint_rate_row(joint.geometry, X_WP, X_WC);
  if (joint.parent != kWorldBody) state.velocity += rate.parent.dot(bodies[joint.parent].velocity);
  if (joint.child != kWorldBody) state.velocity += rate.child.dot(bodies[joint.child].velocity);
  return state;
}

}  // namespace stiction
