#include "joint_pairs.h"

namespace stiction {

std::vector<Islands::BodyPair> pair_joints(const WorldValue& world) {
  std::vector<Islands::BodyPair> pairs;
  for (const JointRecord& joint : world.joints) {
    const std::size_t body = joint.child != kWorldBody ? joint.child : joint.parent;
    pairs.emplace_back(joint.parent != kWorldBody ? joint.parent : body, body);
  }
  return pairs;
}

Islands::BodyPair pair_gear(const WorldValue& world, const JointRecord& follower) {
  const auto dynamic_body_of = [&](const JointRecord& joint) {
    const bool is_child = joint.child != kWorldBody && world.bodies[joint.child].is_dynamic();
    return is_child ? joint.child : joint.parent;
  };
  return {dynamic_body_of(follower), dynamic_body_of(world.joints[follower.leader])};
}

std::vector<Islands::BodyPair> pair_gears(const WorldValue& world) {
  std::vector<Islands::BodyPair> pairs;
  for (const JointRecord& joint : world.joints) {
    if (joint.leader != kNoJoint) pairs.push_back(pair_gear(world, joint));
  }
  return pairs;
}

}  // namespace stiction
