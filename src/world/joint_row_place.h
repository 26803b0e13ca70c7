#pragma once

#include <stiction/contact/contact_problem.h>

#include <optional>

#include "contact_posing.h"
#include "joint_record.h"

namespace stiction {

/// How a row depends on the bodies of one joint.
struct JointRowPart {
  std::size_t joint = 0;  ///< index into the world's joints
  JointRow row;
  /// from the child's centre of mass to the joint's frame where the row was posed, m
  Vec3 arm = Vec3::Zero();
};

/// That arm, at these motions.
Vec3 calc_child_arm(BodyMotions motions, const JointRecord& joint);

/// The origin of a row of a contact problem.
struct JointRowPlace {
  JointRowPart part;
  int slot = 0;                             ///< `JointSlot`
  std::optional<JointRowPart> leader = {};  ///< for the row of a gear: its leader's part
  /// kappa/h, part of the row's offset, m/s or rad/s. In an answer it is 0 for rows whose work is
  /// booked where they were posed, not along the way.
  double curvature = 0;
  /// Of a damper or spring that the step resolves: it gives the same impulse in both halves of a
  /// step, from the middle of its motion.
  bool is_even = false;
};

/// Visits the parts of a row: its own and, for a gear, its leader's.
template <typename Visit>
void for_each_part(const JointRowPlace& place, Visit visit) {
  visit(place.part);
  if (place.leader) visit(*place.leader);
}

/// The leader's part in the row of a joint's gear, at these motions.
template <typename Motions>
JointRowPart calc_leader_part(const WorldValue& world, const JointRecord& follower,
                              const Motions& motions) {
  const JointRecord& leader = world.joints[follower.leader];
  return {follower.leader,
          -follower.definition.gear->ratio *
              calc_joint_rate_row(leader.geometry, central_frame(motions, leader.parent),
                                  central_frame(motions, leader.child)),
          calc_child_arm(motions, leader)};
}

/// Adds the part's Jacobians to the sides of a row of the island's problem.
void add_sides(const WorldValue& world, const Island& island, const JointRowPart& part,
               ContactProblem::Row& row);

/// True if the parts of a gear's row cancel out, as for two hinges about one axis between the same
/// two bodies: then there is nothing to act on.
bool has_no_effect(const WorldValue& world, const Island& island, const JointRowPart& part,
                   const JointRowPart& leader, const ContactProblem& problem,
                   const ContactProblem::Row& row);

}  // namespace stiction
