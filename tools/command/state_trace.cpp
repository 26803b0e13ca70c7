#include "state_trace.h"

#include <stiction/math/rotation.h>

#include <algorithm>
#include <cmath>

namespace stiction::command {
namespace {

constexpr std::size_t kMostPoses = std::size_t{1} << 22;

/// Times closer than this count as equal, since time steps are written in decimals: a share of a
/// step, or the rounding of k h.
double calc_time_tolerance(double time, double timestep) {
  constexpr double kShareOfStep = 1e-9;
  constexpr double kRounding = 1e-15;
  return kShareOfStep * timestep + kRounding * time;
}

/// Unlike a norm, finite whenever possible.
double calc_distance(const Vec3& a, const Vec3& b) {
  return std::hypot(a.x() - b.x(), a.y() - b.y(), a.z() - b.z());
}

/// Exactly 0 for equal rotations.
double calc_angle(const Quat& a, const Quat& b) {
  return a.coeffs() == b.coeffs() ? 0 : rotation_angle(a, b);
}

}  // namespace

std::vector<RigidTransform> list_moving_poses(const World& world) {
  std::vector<RigidTransform> poses;
  for (const BodyId body : world.bodies()) {
    if (world.definition(body).kind == BodyKind::fixed) continue;
    poses.push_back(world.state(body).pose);
  }
  return poses;
}

void StateTrace::observe_step(const Simulation& simulation) {
  if (simulation.steps_done() % stride_ != 0) return;
  samples_.push_back({simulation.time(), list_moving_poses(simulation.world())});
  const std::size_t bodies = std::max<std::size_t>(samples_.back().poses.size(), 1);
  if (samples_.size() > 1 && samples_.size() > kMostPoses / bodies) forget_every_other();
}

void StateTrace::forget_every_other() {
  std::vector<Sample> kept;
  kept.reserve(samples_.size());
  for (std::size_t i = 1; i < samples_.size(); i += 2) kept.push_back(std::move(samples_[i]));
  samples_ = std::move(kept);
  stride_ *= 2;
}

const StateTrace::Sample* StateTrace::find(double time, double timestep) const {
  const double tolerance = calc_time_tolerance(time, timestep);
  const auto found = std::lower_bound(
      samples_.begin(), samples_.end(), time - tolerance,
      [](const Sample& sample, double earliest) { return sample.time < earliest; });
  return found != samples_.end() && found->time <= time + tolerance ? &*found : nullptr;
}

void StateDistanceMeter::observe_step(const Simulation& simulation) {
  const double timestep = std::min(reference_timestep_, simulation.scene().timestep);
  const StateTrace::Sample* sample = reference_.find(simulation.time(), timestep);
  if (sample == nullptr) return;
  const std::vector<RigidTransform> poses = list_moving_poses(simulation.world());
  double position = 0;
  double rotation = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const RigidTransform& reference = sample->poses[i];
    position = std::max(position, calc_distance(poses[i].translation, reference.translation));
    rotation = std::max(rotation, calc_angle(poses[i].rotation, reference.rotation));
  }
  ++distance_.common_times;
  distance_.last_time = simulation.time();
  distance_.position_last = position;
  distance_.position_max = std::max(distance_.position_max, position);
  distance_.rotation_last = rotation;
  distance_.rotation_max = std::max(distance_.rotation_max, rotation);
}

}  // namespace stiction::command
