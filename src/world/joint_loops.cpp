#include "joint_loops.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stiction {
namespace {

/// Sets of movable bodies that joints tie together, each with a root and what is known of it.
class TiedBodies {
 public:
  TiedBodies(std::size_t num_bodies, std::vector<std::size_t>& memory) : memory_(memory) {
    memory_.assign(2 * num_bodies, 0);
    std::iota(memory_.begin(), memory_.begin() + static_cast<std::ptrdiff_t>(num_bodies),
              std::size_t{0});
    facts_ = num_bodies;
  }

  std::size_t root_of(std::size_t body) {
    while (memory_[body] != body) body = memory_[body] = memory_[memory_[body]];
    return body;
  }

  void tie(std::size_t a, std::size_t b) {
    const auto [root, other] = std::pair(root_of(a), root_of(b));
    if (root == other) return close_loop(root);
    memory_[other] = root;
    const bool is_anchored_twice = facts(root) & facts(other) & kAnchored;
    facts(root) |= facts(other);
    if (is_anchored_twice) close_loop(root);
  }

  /// To what is immovable.
  void anchor(std::size_t body) {
    const std::size_t root = root_of(body);
    if (facts(root) & kAnchored) close_loop(root);
    facts(root) |= kAnchored;
  }

  void close_loop(std::size_t root) { facts(root) |= kLooped; }
  bool has_loop(std::size_t body) { return facts(root_of(body)) & kLooped; }

 private:
  static constexpr std::size_t kAnchored = 1, kLooped = 2;

  std::size_t& facts(std::size_t root) { return memory_[facts_ + root]; }

  std::vector<std::size_t>& memory_;  ///< roots of all bodies, then facts
  std::size_t facts_;
};

}  // namespace

void mark_joint_loops(WorldValue& world, std::vector<std::size_t>& roots) {
  if (world.joints.empty()) return;
  TiedBodies tied(world.bodies.size(), roots);
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
    tied.close_loop(tied.root_of(other));
  }
  for (JointRecord& joint : world.joints) joint.in_loop = tied.has_loop(movable_of(joint));
}

bool may_be_redundant(const WorldValue& world, const Island& island) {
  return std::ranges::any_of(island.joints, [&](std::size_t j) { return world.joints[j].in_loop; });
}

}  // namespace stiction
