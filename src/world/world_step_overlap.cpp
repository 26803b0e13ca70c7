// Overlap that the user made, and overlap that a step leaves.

#include <algorithm>
#include <iterator>

#include "depth_removal.h"
#include "joint_pairs.h"
#include "overlap_depth.h"
#include "stage_stopwatch.h"
#include "world_step.h"

namespace stiction {
namespace {

/// True if the bodies have shapes that collide now but did not before the last step.
bool is_freed(const WorldValue& world, const BodyRecord& a, const BodyRecord& b) {
  if (world.freed_bodies.contains(std::minmax(a.id, b.id))) return true;
  if (world.freed_groups.empty()) return false;
  for (std::size_t i = 0; i < a.num_shapes(); ++i) {
    const GroupId group = a.group_of(static_cast<int>(i));
    for (std::size_t k = 0; k < b.num_shapes(); ++k) {
      if (world.freed_groups.contains(std::minmax(group, b.group_of(static_cast<int>(k))))) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

/// Bodies that were added or teleported into each other, or that overlap when they begin to
/// collide, are pushed out at a bounded speed. Lifting them counts as work from outside, as does
/// moving bodies back to their joints, or out of overlap that an approximate step left; lifting
/// them out of overlap that a solved step itself made does not.
void WorldStep::look_for_placed_overlap() {
  const StageStopwatch stopwatch(report_.collide_seconds);
  const auto& placed = world_.placed_depths;
  if (world_.has_placed || !world_.freed_bodies.empty() || !world_.freed_groups.empty()) {
    const auto is_placed = [&](std::size_t i, std::size_t k) {
      const BodyRecord& a = world_.bodies[i];
      const BodyRecord& b = world_.bodies[k];
      return a.is_placed || b.is_placed || is_freed(world_, a, b);
    };
    left_to_push_ = find_overlaps(world_, tools_.finder, is_placed);
  }
  left_to_push_.insert(placed.begin(), placed.end());
  pushes_out_ = !left_to_push_.empty() || world_.has_left_overlap;
  for (JointRecord& joint : world_.joints) {
    visit_bodies(world_, joint, [&](std::size_t i) { joint.is_off |= world_.bodies[i].is_placed; });
    pushes_out_ |= joint.is_off || std::abs(calc_excess(joint, joint.position)) > kTouchingGap;
  }
  for (auto& [pair, depth] : left_to_push_) {
    depth = std::max(0.0, depth - h_ * world_.options.max_push_out);
  }
}

/// Carries bodies that stick to turning kinematic ones. Islands with joints are left out: their
/// joints already hold where the step ends.
void WorldStep::carry() {
  if (world_.options.integrator != Integrator::automatic || !has_carrier(world_)) return;
  std::vector<char>& followed = tools_.buffers.is_followed;
  followed.assign(world_.bodies.size(), 0);
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const Island island = islands_[i];
    if (island.joints.empty()) continue;
    for (const std::size_t body : island.bodies) followed[body] = 1;
  }
  report_.work += carry_bodies(world_, found_, memory_, followed, tools_.buffers.carried_bodies);
}

/// Undoes gaps and overlap from moving along tangents. The first-order scheme leaves gaps to the
/// next step's velocities.
void WorldStep::restore_contacts() {
  const WorldOptions& options = world_.options;
  if (options.integrator != Integrator::automatic || !options.remove_depth) return;
  const StageStopwatch stopwatch(report_.collide_seconds);
  restore_rolling_contacts(world_, found_, memory_, h_, tools_.buffers.rolling_contacts);
}

void WorldStep::remove_depth() {
  const StageStopwatch stopwatch(report_.collide_seconds);
  if (!world_.options.remove_depth) {
    report_.penetration = calc_depth(world_, tools_.finder);
    return;
  }
  std::swap(world_.placed_depths, left_to_push_);
  pushes_out_ = pushes_out_ || report_.status == StepStatus::approximate;
  const double before = pushes_out_ ? world_.potential_energy() : 0.0;
  const DepthsBefore depths{found_, tools_.buffers.at_rest, joint_motions_,
                            h_ * world_.options.max_push_out};
  report_.penetration = stiction::remove_depth(world_, depths, tools_.finder, *tools_.depth_model);
  if (!pushes_out_ || tools_.is_cancelled) return;
  report_.work += world_.potential_energy() - before;
  if (world_.placed_depths.empty()) return;
  const auto overlaps = find_overlaps(world_, tools_.finder);
  auto& placed = world_.placed_depths;
  for (auto entry = placed.begin(); entry != placed.end();) {
    const auto present = overlaps.find(entry->first);
    entry->second = std::min(entry->second, present == overlaps.end() ? 0.0 : present->second);
    entry = entry->second == 0 ? placed.erase(entry) : std::next(entry);
  }
}

/// Restores the world after the step was cancelled during the removal of depth.
void WorldStep::take_back() {
  report_.status = StepStatus::cancelled;
  std::swap(world_.placed_depths, left_to_push_);
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    static_cast<BodyMotion&>(world_.bodies[i]) = tools_.buffers.before[i];
  }
}

}  // namespace stiction
