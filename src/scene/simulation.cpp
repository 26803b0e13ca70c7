#include <stiction/scene/simulation.h>
#include <stiction/scene/warnings.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "expectation_steps.h"
#include "file_errors.h"
#include "number_text.h"
#include "step_count.h"

namespace stiction {
namespace {

constexpr double kNotableJointError = 1e-6;  ///< m, rad

/// The share of step k, from (k-1) h to k h, that the force's from..to covers; 0 to 1.
double calc_share(const ForceDefinition& force, std::size_t k, double timestep) {
  // Times are given in decimals: a rest of a step that is due to rounding is ignored.
  constexpr double kRoundOff = 1e-9;
  const double end = static_cast<double>(k);
  const double from = force.from / timestep;
  const double to = force.to ? *force.to / timestep : std::numeric_limits<double>::infinity();
  const double share = std::clamp(std::min(end, to) - std::max(end - 1, from), 0.0, 1.0);
  if (share < kRoundOff) return 0;
  return share > 1 - kRoundOff ? 1 : share;
}

}  // namespace

Simulation::Simulation(const Scene& scene, int threads, bool keep_problems,
                       std::function<bool()> should_stop)
    : scene_(scene),
      world_(make_world(scene, threads, keep_problems, std::move(should_stop))),
      num_steps_(calc_num_steps(scene.duration, scene.timestep)) {
  for (const ForceDefinition& force : scene_.forces) {
    const std::optional<BodyId> body = world_.find_body(force.body);
    if (!body) {
      throw std::invalid_argument("expected a force on a body of the scene, got one on '" +
                                  force.body + "'");
    }
    forces_.push_back({force, *body});
  }
  warnings_ = scene_.warnings;
  const std::vector<std::string> at_start = find_start_warnings(world_);
  warnings_.insert(warnings_.end(), at_start.begin(), at_start.end());
  const double end = static_cast<double>(num_steps_) * scene_.timestep;
  for (const ForceDefinition& force : scene_.forces) {
    if (force.from < end) continue;
    warnings_.push_back("the force on " + in_quotes(force.body) + " begins at " +
                        round_number(force.from, 6) + " s, not before the end of the run at " +
                        round_number(end, 6) + " s");
  }
  expectations_ = ExpectationMonitor(scene_, world_, num_steps_);
  expectations_.observe_start(world_);
}

double Simulation::time() const { return static_cast<double>(steps_done_) * scene_.timestep; }

const StepReport& Simulation::step() {
  assert(!is_finished());
  // If a step is tried again, forces and controller are not applied a second time.
  if (!has_applied_forces_) apply_forces();
  has_applied_forces_ = true;
  if (controller_ && !has_controlled_) controller_(world_);
  has_controlled_ = true;
  world_.set_analyse_contacts(analyses_last_step_ && steps_done_ + 1 == num_steps_);
  report_ = world_.step(scene_.timestep);
  failed_ = report_.status == StepStatus::unsolved || report_.status == StepStatus::not_finite;
  if (failed_ || report_.status == StepStatus::cancelled) return report_;
  has_applied_forces_ = has_controlled_ = false;
  ++steps_done_;
  if (report_.status == StepStatus::approximate) approximate_steps_.push_back(steps_done_);
  look_for_fast_turns();
  look_for_joint_errors();
  expectations_.observe_step(world_, report_, steps_done_);
  return report_;
}

void Simulation::look_for_fast_turns() {
  if (has_warned_of_turn_ || report_.turn <= std::numbers::pi) return;
  has_warned_of_turn_ = true;
  warnings_.push_back(in_quotes(world_.definition(*report_.turning_most).name) + " turns by " +
                      round_number(report_.turn) +
                      " rad in a step, at t = " + round_number(time(), 6) +
                      " s: more than half a turn; try a smaller time step");
}

void Simulation::look_for_joint_errors() {
  if (has_warned_of_joint_ || report_.joint_error <= kNotableJointError) return;
  has_warned_of_joint_ = true;
  warnings_.push_back(
      "the joint " + in_quotes(world_.definition(*report_.worst_joint).name) + " is off by " +
      round_number(report_.joint_error) + " m (rad) at t = " + round_number(time(), 6) +
      " s: it is outside of its limits, joints contradict each other, or the time step is "
      "too large for the rotation of the bodies");
}

bool Simulation::tolerates_approximations() const {
  std::vector<StepRange> tolerated;
  const std::vector<ExpectationResult> results = expectations_.results();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Expectation& expectation = scene_.expectations[i];
    if (expectation.quantity != Quantity::residual || !results[i].passed) continue;
    if (expectation.condition != Expectation::Condition::below) continue;
    tolerated.push_back(calc_step_range(expectation, scene_.timestep, num_steps_));
  }
  return std::ranges::all_of(approximate_steps_, [&](std::size_t step) {
    return std::ranges::any_of(tolerated, [&](const StepRange& range) {
      return range.first <= step && step <= range.last;
    });
  });
}

void Simulation::apply_forces() {
  for (const ActingForce& force : forces_) {
    const double share = calc_share(force.definition, steps_done_ + 1, scene_.timestep);
    if (share == 0 || !world_.has_body(force.body)) continue;  // a controller may remove bodies
    world_.apply_force(force.body, share * force.definition.force, share * force.definition.torque,
                       force.definition.point);
  }
}

}  // namespace stiction
