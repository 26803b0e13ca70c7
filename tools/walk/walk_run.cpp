#include "walk_run.h"

#include <stiction/scene/report.h>
#include <stiction/scene/simulation.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>
#include <string_view>

namespace stiction::walk {
namespace {

/// The height of the point above the ground, found by a ray from it down.
double height_above_ground(const World& world, BodyId ground, const Vec3& point) {
  constexpr double kFar = 10;
  const std::vector<WorldRayHit> hits =
      world.ray_cast_all({.origin = point, .direction = -Vec3::UnitZ(), .max_distance = kFar});
  for (const WorldRayHit& hit : hits) {
    if (hit.target.body == ground) return hit.distance;
  }
  return 0;
}

}  // namespace

WalkResult run_walk(const Scene& scene, const TrotOptions& options, int threads) {
  Simulation simulation(scene, threads);
  const World& world = simulation.world();
  simulation.set_controller(TrotController(scene, world, options));
  const BodyId trunk = *world.find_body("trunk");
  const BodyId ground = *world.find_body("ground");
  const auto may_touch = [&](BodyId body) {
    return world.definition(body).name.ends_with("_shank");  // the link with the foot
  };
  const Vec3 start = world.state(trunk).pose.translation;
  WalkResult result{.least_height = start.z()};
  double contacts = 0;
  while (!simulation.is_finished()) {
    const std::clock_t before = std::clock();
    const StepReport& report = simulation.step();
    result.seconds += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (report.fallbacks > 0) ++result.fallbacks;
    result.solved = result.solved && report.status == StepStatus::solved;
    result.residual = std::max(result.residual, report.residual);
    result.contacts_max = std::max(result.contacts_max, report.contacts);
    contacts += static_cast<double>(report.contacts);
    const RigidTransform pose = world.state(trunk).pose;
    const Vec3 up = pose.rotation * Vec3::UnitZ();
    result.most_lean = std::max(result.most_lean, std::acos(std::clamp(up.z(), -1.0, 1.0)));
    result.least_height =
        std::min(result.least_height, height_above_ground(world, ground, pose.translation));
    for (const Contact& contact : world.contacts()) {
      const bool on_ground = contact.body_a == ground || contact.body_b == ground;
      const BodyId other = contact.body_a == ground ? contact.body_b : contact.body_a;
      if (on_ground && contact.is_touching() && !may_touch(other)) result.fell = true;
    }
  }
  result.steps = simulation.steps_done();
  result.contacts_mean = contacts / static_cast<double>(std::max<std::size_t>(result.steps, 1));
  result.way = world.state(trunk).pose.translation - start;
  result.state_hash = calc_state_hash(world);
  return result;
}

}  // namespace stiction::walk
