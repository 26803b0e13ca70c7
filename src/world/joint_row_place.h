#pragma once

#include <stiction/contact/contact_problem.h>

#include <optional>

#include "contact_posing.h"
#include "joint_record.h"

namespace stiction {

/// What a row sees of the bodies of a joint.
struct JointRowPart {
  std::size_t joint = 0;  ///< index into the world's joints
  JointRow row;
  Vec3 arm = Vec3::Zero();  ///< of the joint's frame about the child, where the row was posed, m
};

/// That arm, where the bodies are at these motions.
Vec3 calc_child_arm(BodyMotions motions, const JointRecord& joint);

/// Where a row of a contact problem comes from.
struct JointRowPlace {
  JointRowPart part;
  int slot = 0;                             ///< `JointSlot`
  std::optional<JointRowPart> leader = {};  ///< of the row of a gear: the part of its leader
  /// kappa/h, part of the row's offset, m/s or rad/s. In an answer, 0 of rows whose work is booked
  /// where they were posed, not along the way.
  double curvature = 0;
};

/// Visits the parts of a row: its own, and of a gear its leader's.
template <typename Visit>
void for_each_part(const JointRowPlace& place, Visit visit) {
  visit(place.part);
  if (place.leader) visit(*place.leader);
}

/// The part of its leader in the row of a joint's gear, where the bodies are at these motions.
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

/// Makes a row of the island's problem see what the part does, besides what it sees already.
void add_sides(const WorldValue& world, const Island& island, const JointRowPart& part,
               ContactProblem::Row& row);

/// Whether the parts of a gear's row cancel out, as of two hinges about one axis between the same
/// two bodies: there is nothing that it could act on.
bool has_no_effect(const WorldValue& world, const Island& island, const JointRowPart& part,
                   const JointRowPart& leader, const ContactProblem& problem,
                   const ContactProblem::Row& row);

}  // namespace stiction
