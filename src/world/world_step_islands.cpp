// The islands of a step: solving them, and passing the results on to the bodies and the report.

#include <algorithm>
#include <utility>

#include "joint_pairs.h"
#include "stage_stopwatch.h"
#include "world_step.h"

namespace stiction {

void WorldStep::solve_islands() {
  const StageStopwatch stopwatch(report_.solve_seconds);
  if (repeats_ && report_.resolved == 0) keep_solutions();
  auto& movable = tools_.buffers.movable;
  movable.clear();
  for (const BodyRecord& body : world_.bodies) movable.push_back(body.is_dynamic());
  tools_.buffers.joint_pairs = pair_joints(world_);
  islands_.split(movable, tools_.buffers.selection.pairs, tools_.buffers.joint_pairs,
                 pair_gears(world_));

  if (solutions_.size() < islands_.size()) solutions_.resize(islands_.size());
  end_velocities_.clear();
  for (const FreeMotion& motion : free_) end_velocities_.push_back(motion.velocity);
  final_velocities_.assign(world_.bodies.size(), std::nullopt);
  ends_.assign(world_.bodies.size(), nullptr);
  in_free_flight_.assign(movable.begin(), movable.end());
  // If all contacts within reach are posed, none can be missed: records of them are final.
  is_listed_ = false;
  tools_.buffers.met.clear();
  if (posed_.data() == found_.data()) list_contacts();
  const StepView view = make_view();
  const auto solve = [&](int thread, std::size_t i) {
    if (tools_.should_stop()) return;
    if (IslandSolution* kept = kept_solution(i)) {
      std::swap(*kept, solutions_[i]);
      solutions_[i].is_repeated |= report_.resolved == 0;
    } else {
      solve_island(view, islands_[i], world_.options.keep_problems,
                   tools_.solvers[static_cast<std::size_t>(thread)], solutions_[i]);
    }
    take_motion(i);
    if (is_listed_) record_island(i, thread);
  };
  tools_.pool.for_each(islands_.size(), std::ref(solve));

  if (tools_.should_stop()) {
    report_.status = StepStatus::cancelled;
    return;
  }
  count_work();
}

/// Returns the island's solution of the step before if nothing has changed, in later rounds that of
/// the round before if no contact was missed there; else null.
IslandSolution* WorldStep::kept_solution(std::size_t i) const {
  const auto bodies = islands_[i].bodies;
  if (report_.resolved == 0) {
    return is_repeated(i) ? tools_.buffers.kept[bodies.front()] : nullptr;
  }
  const auto has_missed = [&](std::size_t body) { return tools_.buffers.has_missed[body] != 0; };
  return std::ranges::any_of(bodies, has_missed) ? nullptr : tools_.buffers.kept[bodies.front()];
}

/// True if the island poses the problem of the last step again, bit for bit, and starts its search
/// from what that one started from: the answer would be the same.
bool WorldStep::is_repeated(std::size_t i) const {
  if (!repeats_) return false;
  const Island island = islands_[i];
  const auto is_unchanged = [&](std::size_t body) { return world_.bodies[body].is_unchanged; };
  if (!island.joints.empty() || !std::ranges::all_of(island.bodies, is_unchanged)) return false;
  // Unchanged bodies are within reach of the same unchanged bodies as before.
  const IslandSolution* last = tools_.buffers.kept[island.bodies.front()];
  if (!last || !last->keeps_memory || last->velocities.size() != island.bodies.size() ||
      last->impulses.size() != island.contacts.size()) {
    return false;
  }
  const auto& pairs = tools_.buffers.selection.pairs;
  return std::ranges::all_of(island.contacts, [&](std::size_t c) {
    return is_unchanged(pairs[c].first) && is_unchanged(pairs[c].second);
  });
}

/// Takes over v+ and the ends of the island's bodies, and notes which of them a contact acts on,
/// while the solution is still in the cache. No other island has these bodies.
void WorldStep::take_motion(std::size_t i) {
  const Island island = islands_[i];
  const IslandSolution& solution = solutions_[i];
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    end_velocities_[island.bodies[k]] = solution.velocities[k];
    if (!solution.final_velocities.empty()) {
      final_velocities_[island.bodies[k]] = solution.final_velocities[k];
    }
    if (solution.ends.empty()) continue;
    ends_[island.bodies[k]] = &solution.ends[k];
    in_free_flight_[island.bodies[k]] = 0;
  }
  // Jointed bodies are never in free flight.
  for (const std::size_t index : island.joints) {
    const JointRecord& joint = world_.joints[index];
    for (const std::size_t body : {joint.parent, joint.child}) {
      if (body != kWorldBody && world_.bodies[body].is_dynamic()) in_free_flight_[body] = 0;
    }
  }
  const auto& pairs = tools_.buffers.selection.pairs;
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    if (solution.total_impulse(k).isZero(0)) continue;
    const auto [a, b] = pairs[island.contacts[k]];
    if (world_.bodies[a].is_dynamic()) in_free_flight_[a] = 0;
    if (world_.bodies[b].is_dynamic()) in_free_flight_[b] = 0;
  }
}

/// Adds the work of this round; the report counts all rounds.
void WorldStep::count_work() {
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (report_.resolved > 0 && kept_solution(i)) continue;
    const ContactStatistics& work = solutions_[i].statistics;
    report_.effort = std::max(report_.effort, work.effort);
    report_.pivots += work.pivots;
    report_.factorisations += work.factorisations;
    report_.passes += work.passes;
  }
}

/// Records how exact the last round is, and what it left unsolved.
void WorldStep::record_islands() {
  report_.islands = islands_.size();
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    IslandSolution& solution = solutions_[i];
    report_.residual = std::max(report_.residual, solution.residual.max);
    report_.off_cone += solution.off_cone;
    report_.cone_angle = std::max(report_.cone_angle, solution.residual.cone_angle);
    report_.cone_force = std::max(report_.cone_force, solution.residual.cone_force);
    for (std::size_t k = 0; k < kNumRungs; ++k) report_.rungs[k] += solution.rungs[k];
    report_.pass_change = std::max(report_.pass_change, solution.statistics.pass_change);
    report_.warm_started += solution.statistics.warm_started;
    report_.fallbacks += solution.statistics.fallback;
    report_.in_pieces += solution.way == IslandSolution::Way::in_pieces;
    report_.at_once += solution.way == IslandSolution::Way::at_once;
    report_.repeated += solution.is_repeated;
    report_.unsolved += solution.unsolved != nullptr;
    if (solution.unsolved) report_.unsolved_islands.push_back(*std::move(solution.unsolved));
    if (!solution.problem) continue;
    solution.problem->island = i;
    report_.problems.push_back(std::move(*solution.problem));
  }
  if (report_.cone_residual) report_.cone_residual = report_.residual;
}

}  // namespace stiction
