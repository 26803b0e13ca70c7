#include "island_solver.h"

#include <optional>
#include <utility>

#include "even_motion.h"
#include "island_rows.h"
#include "joint_course.h"
#include "led_islands.h"
#include "middle_rows.h"
#include "phase_solve.h"
#include "rebound.h"
#include "second_order.h"

namespace stiction {
namespace {

/// The most pieces into which a step is cut if it cannot be solved as a whole. Of 20 steps of 216
/// balls 12 were solved in two, 2 more in four and 5 in eight.
constexpr int kMostPieces = 8;
/// The same with joints. Measured on a rope of 1 g links over a pulley, with 5 kg at each end
/// (h = 10 ms): it created 35 J as a whole, 0.15 J in eighths, 0.011 J in sixteenths and 8e-6 J in
/// 32 pieces; its longest step took 80, 450, 200 and 260 ms.
constexpr int kMostJointedPieces = 16;
/// Share of a solve's effort: an answer off the cone that took less was not given up, but accepted
/// because of its bodies' round-off.
constexpr double kLeastGivenUp = 0.1;

/// Follows the island through the step with second order. Returns the time at which a contact comes
/// to stick, or the whole step: only then is the solution that of second order. Empty if second
/// order is impossible.
std::optional<double> follow_whole_step(const StepView& view, const Island& island,
                                        bool keep_problem, IslandTools& tools,
                                        IslandSolution& solution) {
  ContactModel& model = *tools.model;
  solution.ends.assign(island.bodies.size(), {});
  tools.course.clear();
  const auto time = follow_with_second_order(view, island, true, tools, tools.course, solution);
  if (time != view.h) {
    solution.ends.clear();
    return time;
  }
  std::vector<BodyMotion>& ends = tools.second_order.end.motions;
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    ends[island.bodies[k]] = solution.ends[k].motion;
  }
  hand_over(view, island, tools.course, ends, solution);
  const ContactProblem& problem = tools.second_order.positions;
  const ContactSolution& forces = tools.second_order.first;
  if (keep_problem) {
    solution.problem = std::make_unique<PosedProblem>(pose_island(model, problem, forces));
  }
  if (view.world.options.analyse_contacts && model.has_friction_bound()) {
    solution.analyses = analyse_contacts(problem, forces);
    solution.analyses.resize(solution.contacts.size());
  }
  return time;
}

/// Solves an island for the whole step: once if it rests or moves evenly; with second order if it
/// has one or two bodies that move otherwise; leg by leg if something is met on the way. Which case
/// applies may turn out only when the forces are known.
void solve_whole(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                 IslandSolution& solution) {
  solution.clear();
  if (view.world.options.integrator == Integrator::first_order || !can_be_led(view, island)) {
    return solve_forces(view, island, true, keep_problem, tools, solution);
  }
  const bool has_joints = !island.joints.empty();
  bool is_led = awaits_rebound(view, island);
  double first_leg = 0;
  const bool starts_moving =
      !is_led && !has_joints && moves_with_second_order(view, island, *tools.model, {});
  if (starts_moving && may_move_evenly(view, island)) {
    solve_forces(view, island, false, keep_problem, tools, solution);
    if (!solution.unsolved && moves_evenly(view, island, solution.velocities)) return;
    solution.discard_answer();
  }
  if (starts_moving) {
    const auto time = follow_whole_step(view, island, keep_problem, tools, solution);
    if (time == view.h) return;
    is_led = time.has_value();
    first_leg = time.value_or(0);
  }
  if (!is_led) {
    solve_forces(view, island, false, keep_problem, tools, solution);
    is_led = has_joints ? has_met_rebound(view, island, solution)
                        : is_thrown_about(view, island, *tools.model, solution);
    if (!is_led && !has_joints && !starts_moving && !solution.unsolved &&
        moves_with_second_order(view, island, *tools.model, solution.velocities)) {
      follow_whole_step(view, island, keep_problem, tools, solution);
    }
    if (!is_led) return;
    solution.discard_answer();
  }
  solve_through_impacts(view, island, first_leg, keep_problem, tools, solution);
}

/// True if the island should be tried in pieces: once per step. If contacts were missed it is posed
/// again, and fails in pieces again (a wall of 500 that is hit did so three times, for 11 s each).
bool begin_pieces(const StepView& view, const Island& island) {
  bool is_first = true;
  for (const std::size_t i : island.bodies) {
    is_first &= std::exchange(view.tried_in_pieces[i], 1) == 0;
  }
  return is_first;
}

/// True if pieces may give a better answer for the whole step: if the search for one was given up,
/// or if joints were held as they are at its start, which costs energy.
bool is_better_in_pieces(const StepView& view, const Island& island,
                         const IslandSolution& solution) {
  const WorldOptions& options = view.world.options;
  if (options.integrator == Integrator::first_order) return false;
  if (solution.is_held_at_start) return true;
  if (!island.joints.empty() && !can_be_led(view, island)) return false;
  const double least_effort = kLeastGivenUp * options.effort;
  return solution.unsolved ||
         (!solution.is_on_cone() && solution.statistics.effort >= least_effort);
}

/// Solves an island in halves of the step, quarters and so on, until all pieces are solved with no
/// joint held as at their start (which only the smallest may do). False if that fails, or if too
/// much effort was spent to go on.
bool solve_halved(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                  IslandSolution& solution) {
  if (!view.world.options.try_pieces) return false;
  const int most = island.joints.empty() ? kMostPieces : kMostJointedPieces;
  for (int pieces = 2; pieces <= most; pieces *= 2) {
    if (solution.has_spent_all(view.world.options.effort)) return false;
    solution.begin_again();
    const bool is_finest = 2 * pieces > most;
    solve_in_pieces(view, island, view.h / pieces, is_finest, keep_problem, tools, solution);
    if (!solution.is_on_cone() || (solution.is_held_at_start && !is_finest)) continue;
    solution.way = IslandSolution::Way::in_pieces;
    return true;
  }
  return false;
}

/// Solves an island by the papers' scheme when all else fails: for the whole step at once, with the
/// rows of its start. This helps in many steps that end in a jam, where kinematic bodies pinch
/// others. False if that fails, too, or was tried first.
bool solve_by_first_order(const StepView& view, const Island& island, bool keep_problem,
                          IslandTools& tools, IslandSolution& solution) {
  if (!view.world.options.try_at_once) return false;
  if (!island.joints.empty() || !can_be_led(view, island)) return false;
  solution.begin_again();
  solution.way = IslandSolution::Way::at_once;
  solve_rows(view, island, true, keep_problem, tools, solution);
  return solution.is_on_cone();
}

}  // namespace

void solve_forces(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                  IslandTools& tools, IslandSolution& solution) {
  solution.contacts.clear();
  solution.speeds.clear();
  if (!island.joints.empty()) {
    return solve_jointed(view, island, with_impact, keep_problem, tools, solution);
  }
  tools.joint_posing = {};
  const bool is_solved = solve_rows(view, island, with_impact, keep_problem, tools, solution);
  if (!is_solved || view.world.options.integrator == Integrator::first_order) return;
  // After an impact at the start, rows are those of the start, too.
  if (!solution.impact_impulses.empty()) return;
  IslandPhase& middle = tools.middle;
  if (!put_half_way(view, island, solution, tools.manifolds, middle)) return;
  solve_rows(middle.view(view), middle.island(island), false, keep_problem, tools, solution);
  turn_back(view, island, middle, solution);
}

void solve_island(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                  IslandSolution& solution) {
  solve_whole(view, island, keep_problem, tools, solution);
  if (!is_better_in_pieces(view, island, solution) || !begin_pieces(view, island)) return;
  IslandSolution whole;
  std::swap(whole, solution);
  solution.statistics = whole.statistics;
  solution.rungs = whole.rungs;
  if (solve_halved(view, island, keep_problem, tools, solution)) return;
  if (solve_by_first_order(view, island, keep_problem, tools, solution)) return;
  whole.statistics = solution.statistics;
  whole.rungs = solution.rungs;
  std::swap(whole, solution);
}

}  // namespace stiction
