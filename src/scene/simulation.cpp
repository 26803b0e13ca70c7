#include <stiction/scene/simulation.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>

#include "step_count.h"

namespace stiction {
namespace {

/// The share of step k, from (k-1) h to k h, that the force's from..to covers; 0..1.
double calc_share(const ForceDefinition& force, std::size_t k, double timestep) {
  // Times are given in decimals: what is left of a step by rounding is no part of it.
  constexpr double kRoundOff = 1e-9;
  const double end = static_cast<double>(k);
  const double from = force.from / timestep;
  const double to = force.to ? *force.to / timestep : std::numeric_limits<double>::infinity();
  const double share = std::clamp(std::min(end, to) - std::max(end - 1, from), 0.0, 1.0);
  if (share < kRoundOff) return 0;
  return share > 1 - kRoundOff ? 1 : share;
}

}  // namespace

Simulation::Simulation(const Scene& scene, int threads, bool keep_problems)
    : scene_(scene),
      world_(make_world(scene, threads, keep_problems)),
      num_steps_(calc_num_steps(scene.duration, scene.timestep)) {
  for (const ForceDefinition& force : scene_.forces) {
    const std::optional<BodyId> body = world_.find_body(force.body);
    if (!body) {
      throw std::invalid_argument("expected a force on a body of the scene, got one on '" +
                                  force.body + "'");
    }
    forces_.push_back({force, *body});
  }
  expectations_ = ExpectationMonitor(scene_, world_, num_steps_);
  expectations_.observe_start(world_);
}

double Simulation::time() const { return static_cast<double>(steps_done_) * scene_.timestep; }

const StepReport& Simulation::step() {
  assert(!is_finished());
  apply_forces();
  world_.set_analyse_contacts(analyses_last_step_ && steps_done_ + 1 == num_steps_);
  report_ = world_.step(scene_.timestep);
  if (report_.status != StepStatus::solved) {
    failed_ = true;
    return report_;
  }
  ++steps_done_;
  expectations_.observe_step(world_, report_, steps_done_);
  return report_;
}

void Simulation::apply_forces() {
  for (const ActingForce& force : forces_) {
    const double share = calc_share(force.definition, steps_done_ + 1, scene_.timestep);
    if (share == 0) continue;
    world_.apply_force(force.body, share * force.definition.force, share * force.definition.torque,
                       force.definition.point);
  }
}

}  // namespace stiction
