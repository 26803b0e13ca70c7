#include "island_solver.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "answer_check.h"
#include "best_answer.h"
#include "failure_analysis.h"
#include "joint_course.h"
#include "middle_rows.h"
#include "rebound.h"
#include "second_order.h"

namespace stiction {
namespace {

/// An analysis is dense: of so many contacts it takes about a second.
constexpr std::size_t kMostAnalysed = 500;

/// An answer with a larger cone residual counts as off the cone.
constexpr double kOffCone = 1e-8;

/// Into how many pieces a step is cut that is not solved as a whole. Of 20 steps of 216 balls 12
/// were solved in two, 2 more in four and 5 in eight.
constexpr int kMostPieces = 8;
/// Of the effort of a solve: an answer that is off the cone and took less was not given up, but
/// accepted for the round-off of its bodies.
constexpr double kLeastGivenUp = 0.1;
/// What may have been spent on an island before it is tried with more pieces, in units of the
/// effort of one solve. With 1, 16 of 400 steps of the balls are left off the cone; with 2 as with
/// 4, 5. Heaps of 160 and 320 give up at 1.0 to 1.6: with 2 one of 1600 steps of those of 160 is
/// left, with 3 none.
constexpr double kMostEfforts = 3;

/// Units of effort for a problem whose rows of joints are to hold where the step ends. With 30,
/// 100, 300 and no less than for others, 40 blocks of hinged cubes take 3.0, 4.9, 4.6 and 7.9 ms a
/// step, and 1 in 183, 263, 238 and 258 answers is off the cone; four figures in a heap take two
/// fifths more with 30, and the same with the others.
constexpr double kCurvedEffort = 100;

/// Bodies stand still within so many times the round-off of what acts on them: the impulses have
/// that of their solve, too. With 1 stacks of five began to turn, and turned faster by a seventh in
/// each step until they had another answer; with 4, 16 and 64 none does.
constexpr double kStill = 4;

void keep_worst(const ContactResidual& other, ContactResidual& residual) {
  residual.max = std::max(residual.max, other.max);
  residual.normal = std::max(residual.normal, other.normal);
  residual.friction = std::max(residual.friction, other.friction);
  residual.momentum = std::max(residual.momentum, other.momentum);
  residual.rows = std::max(residual.rows, other.rows);
  residual.cone_angle = std::max(residual.cone_angle, other.cone_angle);
  residual.cone_force = std::max(residual.cone_force, other.cone_force);
}

void add(const ContactStatistics& other, ContactStatistics& sum) {
  sum.effort = std::max(sum.effort, other.effort);
  sum.pivots += other.pivots;
  sum.passes += other.passes;
  sum.factorisations += other.factorisations;
  sum.pass_change = std::max(sum.pass_change, other.pass_change);
  sum.warm_started = sum.warm_started || other.warm_started;
  sum.fallback = sum.fallback || other.fallback;
}

/// What the phases of an island have in common.
struct PhaseView {
  const StepView& view;
  const Island& island;
  ContactModel& model;
};

/// How exact the answer is that the step goes on, or ends, with.
void book_exactness(const ContactModel& model, const ContactSolution& phase,
                    IslandSolution& island) {
  keep_worst(phase.residual, island.residual);
  island.off_cone += model.has_true_cone() && phase.residual.max > kOffCone;
}

/// The problem as the model poses it; of many contacts, or without its matrix, the contact problem
/// alone.
PosedProblem pose_island(const ContactModel& model, const ContactProblem& problem,
                         const ContactSolution& answer, bool with_matrix = true) {
  if (with_matrix && problem.contacts.size() <= kMostPosedContacts) {
    return model.pose(problem, answer);
  }
  PosedProblem posed;
  posed.contact_problem = problem;
  return posed;
}

/// Notes a phase, of the contacts at `places` in the island's list, that was left unsolved, and
/// why; its best answer is made fit to go on with.
void settle_for_best(const PhaseView& of, const ContactProblem& problem,
                     std::span<const ContactGuess> guesses, std::span<const std::size_t> places,
                     std::span<const JointRowPlace> joint_places, ContactSolution& phase,
                     IslandSolution& island) {
  phase = make_unsolved(problem, std::move(phase));
  const bool has_bound = of.model.has_friction_bound();
  // Where a run goes on with best answers, a dense matrix could take longer than the step.
  const WorldOptions& options = of.view.world.options;
  const bool with_matrix = options.keep_problems || options.on_unsolved != OnUnsolved::best;
  island.problem =
      std::make_unique<PosedProblem>(pose_island(of.model, problem, phase, with_matrix));
  island.problem->guesses.assign(guesses.begin(), guesses.end());
  island.problem->solved = false;
  island.unsolved = std::make_unique<UnsolvedIsland>(
      explain_unsolved(of.view, of.island, problem, places, joint_places, phase, has_bound));
  phase = make_passive(of.view, of.island, problem, places, std::move(phase), has_bound);
  phase.residual = of.model.judge(problem, phase);
  book_exactness(of.model, phase, island);
}

void make_guesses(const StepView& view, const Island& island, std::vector<ContactGuess>& guesses) {
  guesses.assign(island.contacts.size(), {});
  for (std::size_t k = 0; k < guesses.size(); ++k) {
    const std::size_t c = island.contacts[k];
    guesses[k].near = !view.answered.empty() && view.answered[c] != nullptr;
    const RememberedContacts::Entry* known =
        guesses[k].near ? view.answered[c] : view.remembered[c];
    get_contact_guess(known, view.contacts[c].frame, view.h, guesses[k]);
  }
}

/// The answer before as the guess: contacts and rows are the same, up to rows that were added.
void guess_again(const IslandSolution& before, IslandTools& tools) {
  for (std::size_t k = 0; k < tools.guesses.size(); ++k) {
    tools.guesses[k] = {.known = true,
                        .impulse = before.next_guess[k],
                        .state = before.states[k],
                        .memory = before.memories.empty() ? ContactMemory{} : before.memories[k]};
  }
  auto row = tools.joint_places.begin();
  for (std::size_t i = 0; i < before.joint_places.size(); ++i) {
    const JointRowPlace& place = before.joint_places[i];
    row = std::find_if(row, tools.joint_places.end(), [&](const JointRowPlace& other) {
      return other.part.joint == place.part.joint && other.slot == place.slot;
    });
    if (row == tools.joint_places.end()) return;
    const auto index = static_cast<std::size_t>(row - tools.joint_places.begin());
    tools.problem.rows[index].start_impulse = before.row_impulses[i];
  }
}

/// The phase of the step's forces, after an impact or without one; whether it was solved.
bool solve_force_phase(const PhaseView& of, const std::optional<Impact>& impact, IslandTools& tools,
                       IslandSolution& solution) {
  const auto& guesses = tools.guesses;
  ContactProblem& problem = tools.problem;
  ContactSolution& forces = tools.forces;
  make_guesses(of.view, of.island, tools.guesses);
  if (!tools.joint_posing.expected.empty()) guess_again(solution, tools);
  // What holds where the step ends may contradict contacts, and then is no condition. Pivots of
  // methods that the user named, and of other laws, are not cut short: they cost more.
  if (!of.island.joints.empty() && tools.joint_posing.is_curved) {
    const bool is_default =
        of.model.has_true_cone() && of.view.world.options.contact.solver.empty();
    if (is_default) problem.most_effort = kCurvedEffort;
    const bool is_exact = solve_phase(problem, guesses, of.model, forces, solution, kOffCone);
    problem.most_effort = std::numeric_limits<double>::infinity();
    if (is_exact) return true;
    tools.joint_posing.is_curved = false;
    straighten_joint_rows(tools.joint_places, problem);
  }
  if (solve_phase(problem, guesses, of.model, forces, solution)) return true;
  if (impact) {
    release_rebounds(of.view, of.island, *impact, problem);
    if (solve_phase(problem, guesses, of.model, forces, solution)) return true;
  }
  std::vector<std::size_t> all(of.island.contacts.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  settle_for_best(of, problem, guesses, all, tools.joint_places, forces, solution);
  return false;
}

/// What contacts that stick hold together moves as one: under a heavy body a light one's bound is
/// that of both. Bodies that slide on something keep their own.
void share_round_off(const ContactProblem& problem, IslandTools& tools) {
  const ContactSolution& answer = tools.forces;
  const std::vector<VelocityRoundOff>& own = tools.round_off;
  std::vector<VelocityRoundOff>& shared = tools.shared_round_off;
  shared = own;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const auto [a, b] = std::pair(problem.contacts[c].body_a, problem.contacts[c].body_b);
    if (answer.states[c] != ContactState::sticking || a < 0 || b < 0) continue;
    for (const auto& [body, other] : {std::pair(a, b), std::pair(b, a)}) {
      shared[body].linear = std::max(shared[body].linear, own[other].linear);
      shared[body].angular = std::max(shared[body].angular, own[other].angular);
    }
  }
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (answer.states[c] != ContactState::sliding) continue;
    for (const int body : {problem.contacts[c].body_a, problem.contacts[c].body_b}) {
      if (body >= 0) shared[body] = own[body];
    }
  }
}

/// Stops the bodies that no more than round-off moves; true if there are others.
bool stop_within(std::span<const VelocityRoundOff> bounds, std::vector<Vec6>& velocities) {
  bool is_any_moving = false;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const double linear = kStill * bounds[i].linear;
    const double angular = kStill * bounds[i].angular;
    const bool moves = velocities[i].head<3>().squaredNorm() > linear * linear ||
                       velocities[i].tail<3>().squaredNorm() > angular * angular;
    if (!moves) velocities[i].setZero();
    is_any_moving |= moves;
  }
  return is_any_moving;
}

/// Bodies whose velocity is no more than what round-off leaves of it stand still: where they moved
/// on, arms would change from step to step, and with them, under a heavy load, the answer.
void stop_round_off(const ContactProblem& problem, IslandTools& tools) {
  ContactSolution& answer = tools.forces;
  calc_velocity_round_off(problem, answer.impulses, answer.row_impulses, tools.round_off);
  if (!stop_within(tools.round_off, answer.velocities)) return;
  share_round_off(problem, tools);
  stop_within(tools.shared_round_off, answer.velocities);
}

/// Follows the island through the step with second order. The time up to where a contact comes to
/// stick, or the whole step: only then the solution is that; empty where second order is not to be
/// had.
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

}  // namespace

void IslandSolution::clear() {
  contacts.clear();
  speeds.clear();
  ends.clear();
  impact_impulses.clear();
  joint_places.clear();
  row_impulses.clear();
  impact_row_impulses.clear();
  joint_motions.clear();
  joint_work = driven_work = 0;
  final_velocities.clear();
  analyses.clear();
  rungs = {};
  statistics = {};
  discard_answer();
}

void IslandSolution::discard_answer() {
  residual = {};
  off_cone = 0;
  problem.reset();
  unsolved.reset();
}

void IslandSolution::take_answer(IslandSolution& other) {
  impulses.swap(other.impulses);
  next_guess.swap(other.next_guess);
  states.swap(other.states);
  memories.swap(other.memories);
  analyses.swap(other.analyses);
  velocities.swap(other.velocities);
  joint_places.swap(other.joint_places);
  row_impulses.swap(other.row_impulses);
}

bool solve_phase(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                 ContactModel& model, ContactSolution& phase, IslandSolution& island,
                 double most_residual) {
  model.solve(problem, guesses, phase);
  add(phase.statistics, island.statistics);
  if (!is_usable(problem, phase) || phase.residual.max > most_residual) return false;
  book_exactness(model, phase, island);
  // A model of the user's own may not tell.
  const Rung rung = phase.statistics.rung.value_or(Rung::method);
  ++island.rungs[static_cast<std::size_t>(rung)];
  return true;
}

ContactSolve make_contact_solve(const StepView& view, const Island& island, IslandTools& tools,
                                IslandSolution& solution) {
  return [&view, &island, &tools, &solution](
             const ContactProblem& problem, std::span<const ContactGuess> guesses,
             std::span<const std::size_t> places, ContactSolution& answer) {
    if (solve_phase(problem, guesses, *tools.model, answer, solution)) return;
    const PhaseView of{view, island, *tools.model};
    settle_for_best(of, problem, guesses, places, {}, answer, solution);
  };
}

bool solve_rows(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                IslandTools& tools, IslandSolution& solution) {
  solution.impact_impulses.clear();
  ContactModel& model = *tools.model;
  ContactProblem& problem = tools.problem;
  make_contact_problem(view, island, problem);
  if (!island.joints.empty()) {
    for (std::size_t k = 0; k < tools.spins.size(); ++k) {
      problem.bodies[k].free_velocity.tail<3>() = tools.spins[k].free;
    }
  }
  add_joint_rows(view, island, tools.joint_posing, problem, tools.joint_places);
  make_curvature_feasible(view.world, island, tools.curvature, tools.joint_places, problem);

  const PhaseView of{view, island, model};
  std::optional<Impact> impact;
  const std::vector<std::size_t> bouncing =
      with_impact ? select_bouncing(view, island) : std::vector<std::size_t>();
  if (!bouncing.empty()) {
    const auto always = [](const FoundContact&) {
      return -std::numeric_limits<double>::infinity();
    };
    impact = solve_impact(view, island, problem, bouncing, always,
                          make_contact_solve(view, island, tools, solution));
    start_from_impact(view, island, *impact, problem);
  }

  ContactSolution& forces = tools.forces;
  const bool is_solved = solve_force_phase(of, impact, tools, solution);
  stop_round_off(problem, tools);
  if (keep_problem && !solution.unsolved) {
    solution.problem = std::make_unique<PosedProblem>(pose_island(model, problem, forces));
  }
  solution.analyses.clear();
  if (view.world.options.analyse_contacts && model.has_friction_bound() &&
      island.contacts.size() <= kMostAnalysed) {
    solution.analyses = analyse_contacts(problem, forces);
  }
  if (forces.next_guess.empty()) forces.next_guess = forces.impulses;
  // Copied: swapped, the memory that the next island is solved in would be out of the cache.
  solution.joint_places = tools.joint_places;
  solution.row_impulses = forces.row_impulses;
  solution.impact_row_impulses.clear();
  solution.impulses = forces.impulses;
  solution.next_guess = forces.next_guess;
  solution.states = forces.states;
  solution.memories = forces.memories;
  solution.velocities = forces.velocities;
  if (impact) {
    solution.impact_impulses = std::move(impact->impulses);
    solution.impact_row_impulses = std::move(impact->row_impulses);
    for (std::size_t k = 0; k < solution.states.size(); ++k) {
      if (solution.states[k] == ContactState::open) solution.states[k] = impact->states[k];
    }
  }
  return is_solved;
}

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
  // Behind an impact at the start, rows are those of the start, too.
  if (!solution.impact_impulses.empty()) return;
  IslandPhase& middle = tools.middle;
  if (!put_half_way(view, island, solution, tools.manifolds, middle)) return;
  solve_rows(middle.view(view, view.h), middle.island(island), false, keep_problem, tools,
             solution);
  turn_back(view, island, middle, solution);
}

namespace {

/// Solves an island for the whole step.
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
  if (starts_moving) {
    const auto time = follow_whole_step(view, island, keep_problem, tools, solution);
    if (time == view.h) return;
    solution.discard_answer();
    is_led = time.has_value();
    first_leg = time.value_or(0);
  }
  if (!is_led) {
    solve_forces(view, island, false, keep_problem, tools, solution);
    is_led = has_joints ? has_met_rebound(view, island, solution)
                        : is_thrown_about(view, island, *tools.model, solution);
    if (!is_led && !has_joints && !starts_moving &&
        moves_with_second_order(view, island, *tools.model, solution.velocities)) {
      follow_whole_step(view, island, keep_problem, tools, solution);
    }
    if (!is_led) return;
    solution.discard_answer();
  }
  solve_through_impacts(view, island, first_leg, keep_problem, tools, solution);
}

/// Whether the island is to be tried in pieces: once a step. Where contacts were missed it is posed
/// again, and fails in pieces again (a wall of 500 that is hit, three times, for 11 s each).
bool begin_pieces(const StepView& view, const Island& island) {
  bool is_first = true;
  for (const std::size_t i : island.bodies) {
    is_first &= std::exchange(view.tried_in_pieces[i], 1) == 0;
  }
  return is_first;
}

/// Solves an island that was not solved for the whole step in halves of it, quarters or eighths, as
/// many as all of are. False if none are, or what was spent so far is too much to go on.
bool solve_halved(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                  IslandSolution& solution) {
  const double most = kMostEfforts * view.world.options.effort;
  for (int pieces = 2; pieces <= kMostPieces; pieces *= 2) {
    if (solution.statistics.factorisations >= most) return false;
    solution.discard_answer();
    solve_in_pieces(view, island, view.h / pieces, keep_problem, tools, solution);
    if (solution.is_on_cone()) return true;
  }
  return false;
}

}  // namespace

void solve_island(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                  IslandSolution& solution) {
  solve_whole(view, island, keep_problem, tools, solution);
  if (solution.is_on_cone() || !island.joints.empty()) return;
  const WorldOptions& options = view.world.options;
  const bool is_given_up =
      solution.unsolved || solution.statistics.effort >= kLeastGivenUp * options.effort;
  if (!is_given_up || options.integrator == Integrator::first_order) return;
  if (!begin_pieces(view, island)) return;
  IslandSolution whole;
  std::swap(whole, solution);
  solution.statistics = whole.statistics;
  solution.rungs = whole.rungs;
  if (solve_halved(view, island, keep_problem, tools, solution)) return;
  whole.statistics = solution.statistics;
  whole.rungs = solution.rungs;
  std::swap(whole, solution);
}

}  // namespace stiction
