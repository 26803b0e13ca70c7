#pragma once

#include <vector>

#include "islands.h"
#include "world_value.h"

namespace stiction {

/// The pairs of bodies that the world's joints tie together, as `Islands` takes them.
std::vector<Islands::BodyPair> pair_joints(const WorldValue& world);
/// Likewise by gears: a body of each follower and one of its leader, both dynamic.
std::vector<Islands::BodyPair> pair_gears(const WorldValue& world);
/// The pair of one follower, a joint with a leader.
Islands::BodyPair pair_gear(const WorldValue& world, const JointRecord& follower);

/// Visits the bodies of a joint and of its leader, the world left out.
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
