#pragma once

#include <vector>

#include "islands.h"
#include "world_value.h"

namespace stiction {

/// Returns the pairs of bodies that the world's joints tie together, in the form that `Islands`
/// takes.
std::vector<Islands::BodyPair> pair_joints(const WorldValue& world);
/// Likewise for gears: a body of each follower and one of its leader, both dynamic.
std::vector<Islands::BodyPair> pair_gears(const WorldValue& world);
/// The pair of one follower, which must have a leader.
Islands::BodyPair pair_gear(const WorldValue& world, const JointRecord& follower);

/// Visits the bodies of a joint and of its leader, except for the world.
template <typename Visit>
void visit_bodies(const WorldValue& world, const JointRecord& joint, Visit&& visit) {
  for (const std::size_t body : {joint.parent, joint.child}) {
    if (body != kWorldBody) visit(body);
  }
  if (joint.leader == kNoJoint) return;
  for (const std::size_t body :
       {world.joints[joint.leader].parent, world.joints[joint.leader].child}) {
    if (body != kWorldBody) visit(body);
  }
}

}  // namespace stiction
