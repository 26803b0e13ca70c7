#include <stiction/scene/report.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <numeric>

namespace stiction {
namespace {

constexpr double kMicrosecondsPerSecond = 1e6;

/// The nearest-rank quantile: the value that a share of `values` lies at or below; 0 for no values.
double calc_quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  const auto index = std::min(values.size(), static_cast<std::size_t>(std::max(rank, 1.0))) - 1;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

double calc_median_us(const std::vector<double>& seconds) {
  return kMicrosecondsPerSecond * calc_quantile(seconds, 0.5);
}

RunOutcome outcome_of(const Simulation& simulation) {
  if (simulation.has_failed()) {
    return simulation.last_report().status == StepStatus::not_finite ? RunOutcome::not_finite
                                                                     : RunOutcome::unsolved;
  }
  return simulation.is_finished() ? RunOutcome::finished : RunOutcome::interrupted;
}

/// FNV-1a, 64 bits (Fowler, Noll and Vo).
class Fnv1a {
 public:
  void add(double value) {
    constexpr std::uint64_t kPrime = 0x100000001b3;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) {
      hash_ = (hash_ ^ ((bits >> shift) & 0xff)) * kPrime;
    }
  }
  void add(const Vec3& values) {
    for (const double value : values) add(value);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace

std::string_view to_string(RunOutcome outcome) {
  switch (outcome) {
    case RunOutcome::finished:
      return "finished";
    case RunOutcome::interrupted:
      return "interrupted";
    case RunOutcome::unsolved:
      return "unsolved";
    case RunOutcome::not_finite:
      break;
  }
  return "not-finite";
}

namespace {

RunReport::Unsolved name_bodies(const UnsolvedIsland& island, const World& world) {
  RunReport::Unsolved named;
  named.cause = to_string(island.cause);
  named.message = describe(island, world);
  const auto name_of = [&](BodyId body) { return world.definition(body).name; };
  for (const BodyId body : island.bodies) named.bodies.push_back(name_of(body));
  for (const UnsolvedIsland::Violation& violation : island.worst) {
    named.worst.push_back(
        {name_of(violation.body_a), name_of(violation.body_b), violation.violation});
  }
  return named;
}

}  // namespace

RunRecorder::RunRecorder(const World& start) {
  maxima_.energy_initial = start.energy().total();
  maxima_.penetration_max = start.calc_penetration();
  maxima_.redundant_rows = start.count_redundant_rows();
}

void RunRecorder::observe_step(const StepReport& report, const World& world) {
  step_seconds_.push_back(report.total_seconds);
  collide_seconds_.push_back(report.collide_seconds);
  solve_seconds_.push_back(report.solve_seconds);
  contacts_sum_ += static_cast<double>(report.contacts);
  sticking_sum_ += static_cast<double>(report.sticking);
  sliding_sum_ += static_cast<double>(report.sliding);
  open_sum_ += static_cast<double>(report.open);
  pivots_sum_ += report.pivots;
  factorisations_sum_ += report.factorisations;
  passes_sum_ += report.passes;

  maxima_.contacts_max = std::max(maxima_.contacts_max, report.contacts);
  maxima_.pivots_max = std::max(maxima_.pivots_max, report.pivots);
  maxima_.factorisations_max = std::max(maxima_.factorisations_max, report.factorisations);
  for (std::size_t k = 0; k < kNumRungs; ++k) maxima_.rungs[k] += report.rungs[k];
  maxima_.passes_max = std::max(maxima_.passes_max, report.passes);
  maxima_.pass_change_max = std::max(maxima_.pass_change_max, report.pass_change);
  maxima_.stagnated += report.pass_change > 0;
  maxima_.warm_started += report.warm_started > 0;
  maxima_.fallbacks += report.fallbacks > 0;
  maxima_.in_pieces += static_cast<std::size_t>(report.in_pieces);
  maxima_.at_once += static_cast<std::size_t>(report.at_once);
  maxima_.unsolved += report.unsolved > 0;
  maxima_.effort_max = std::max(maxima_.effort_max, report.effort);
  maxima_.approximate += report.status == StepStatus::approximate;
  if (report.unsolved > 0 && maxima_.unsolved_islands.empty()) {
    for (const UnsolvedIsland& island : report.unsolved_islands) {
      maxima_.unsolved_islands.push_back(name_bodies(island, world));
    }
  }
  maxima_.residual_max = std::max(maxima_.residual_max, report.residual);
  if (report.cone_residual) {
    maxima_.cone_residual_max =
        std::max(maxima_.cone_residual_max.value_or(0), *report.cone_residual);
  }
  maxima_.off_cone += static_cast<std::size_t>(report.off_cone);
  maxima_.cone_angle_max = std::max(maxima_.cone_angle_max, report.cone_angle);
  maxima_.cone_force_max = std::max(maxima_.cone_force_max, report.cone_force);
  maxima_.penetration_max = std::max(maxima_.penetration_max, report.penetration);
  maxima_.joint_error_max = std::max(maxima_.joint_error_max, report.joint_error);
  maxima_.friction_use_max = std::max(maxima_.friction_use_max, report.friction_use);
  maxima_.not_unique_last = report.not_unique;
}

RunReport RunRecorder::report(const Simulation& simulation) const {
  const World& world = simulation.world();
  RunReport report = maxima_;
  report.scene = simulation.scene().name;
  report.model = world.options().contact.model;
  report.solver = world.solver_name();
  report.timestep = simulation.scene().timestep;
  report.steps = simulation.steps_done();
  report.time = simulation.time();
  summarise_timing(report);
  report.energy_final = world.energy().total();
  const EnergyBook& energy = simulation.expectations().energy();
  report.energy_gain = energy.gain();
  report.energy_work = energy.work();
  report.energy_created = energy.created();
  report.energy_turnover = energy.turnover();
  for (const BodyId body : world.bodies()) {
    const BodyDefinition& definition = world.definition(body);
    if (definition.kind == BodyKind::fixed) continue;
    report.final_states.push_back({definition.name, world.state(body)});
  }
  report.bodies = report.final_states.size();
  report.joints = world.joints().size();
  report.expectations = simulation.expectations().results();
  report.state_hash = calc_state_hash(world);
  report.outcome = outcome_of(simulation);
  return report;
}

void RunRecorder::summarise_timing(RunReport& report) const {
  RunReport::Timing& timing = report.timing;
  timing.total_seconds = std::accumulate(step_seconds_.begin(), step_seconds_.end(), 0.0);
  timing.step_us_median = calc_median_us(step_seconds_);
  timing.step_us_p99 = kMicrosecondsPerSecond * calc_quantile(step_seconds_, 0.99);
  timing.step_us_max = kMicrosecondsPerSecond * calc_quantile(step_seconds_, 1);
  timing.collide_us_median = calc_median_us(collide_seconds_);
  timing.solve_us_median = calc_median_us(solve_seconds_);

  const auto num_tried = static_cast<double>(std::max<std::size_t>(step_seconds_.size(), 1));
  report.contacts_mean = contacts_sum_ / num_tried;
  report.sticking_mean = sticking_sum_ / num_tried;
  report.sliding_mean = sliding_sum_ / num_tried;
  report.open_mean = open_sum_ / num_tried;
  report.pivots_mean = pivots_sum_ / num_tried;
  report.factorisations_mean = factorisations_sum_ / num_tried;
  report.passes_mean = passes_sum_ / num_tried;
}

std::uint64_t calc_state_hash(const World& world) {
  Fnv1a hash;
  for (const BodyId body : world.bodies()) {
    const BodyState state = world.state(body);
    hash.add(state.pose.translation);
    const Quat& q = state.pose.rotation;
    for (const double value : {q.w(), q.x(), q.y(), q.z()}) hash.add(value);
    hash.add(state.linear_velocity);
    hash.add(state.angular_velocity);
  }
  return hash.hash();
}

}  // namespace stiction
