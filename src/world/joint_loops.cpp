#include "joint_loops.h"

#include <algorithm>

namespace stiction {
namespace {

/// Sets of movable bodies that joints tie together.
class TiedBodies {
 public:
  TiedBodies(std::size_t num_bodies, std::vector<TiedBody>& memory) : bodies_(memory) {
    bodies_.assign(num_bodies, {});
    for (std::size_t body = 0; body < num_bodies; ++body) bodies_[body].parent = body;
  }

  std::size_t root_of(std::size_t body) {
    while (bodies_[body].parent != body) {
      body = bodies_[body].parent = bodies_[bodies_[body].parent].parent;
    }
    return body;
  }

  void tie(std::size_t a, std::size_t b) {
    TiedBody& root = bodies_[root_of(a)];
    TiedBody& other = bodies_[root_of(b)];
    root.is_looped |= other.is_looped || &root == &other || (root.is_anchored && other.is_anchored);
    root.is_anchored |= other.is_anchored;
    other.parent = root.parent;
  }

  /// Ties a body to an immovable one.
  void anchor(std::size_t body) {
    TiedBody& root = bodies_[root_of(body)];
    root.is_looped |= root.is_anchored;
    root.is_anchored = true;
  }

  void close_loop(std::size_t body) { bodies_[root_of(body)].is_looped = true; }
  bool has_loop(std::size_t body) { return bodies_[root_of(body)].is_looped; }

 private:
  std::vector<TiedBody>& bodies_;
};

}  // namespace

void mark_joint_loops(WorldValue& world, std::vector<TiedBody>& bodies) {
  if (world.joints.empty()) return;
  TiedBodies tied(world.bodies.size(), bodies);
  const auto is_movable = [&](std::size_t body) {
    return body != kWorldBody && world.bodies[body].is_dynamic();
  };
  const auto movable_of = [&](const JointRecord& joint) {
    return is_movable(joint.child) ? joint.child : joint.parent;
  };
  for (const JointRecord& joint : world.joints) {
    if (is_movable(joint.parent) && is_movable(joint.child)) {
      tied.tie(joint.parent, joint.child);
    } else {
      tied.anchor(movable_of(joint));
    }
    if (joint.leader == kNoJoint) continue;
    const std::size_t other = movable_of(world.joints[joint.leader]);
    if (tied.root_of(other) != tied.root_of(movable_of(joint))) tied.tie(movable_of(joint), other);
    tied.close_loop(other);
  }
  for (JointRecord& joint : world.joints) joint.in_loop = tied.has_loop(movable_of(joint));
}

bool may_be_redundant(const WorldValue& world, const Island& island) {
  return std::ranges::any_of(island.joints, [&](std::size_t j) { return world.joints[j].in_loop; });
}

}  // namespace stiction
