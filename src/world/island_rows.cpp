#include "island_rows.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "contact_curvature.h"
#include "joint_curvature.h"
#include "phase_solve.h"
#include "rebound.h"
#include "round_off_rest.h"

namespace stiction {
namespace {

/// Analyses are dense: for this many contacts one takes about a second.
constexpr std::size_t kMostAnalysed = 500;

/// The effort for a problem whose rows of joints are to hold where the step ends. Measured with 30,
/// 100, 300 and as much as for others: 40 blocks of hinged cubes take 3.0, 4.9, 4.6 and 7.9 ms per
/// step, and 1 in 183, 263, 238 and 258 answers is off the cone; four figures in a heap take two
/// fifths more with 30, and the same with the others. A fork that turned let what it held slip by
/// 1.5e-5 m in one step of fifty with 100, in none with 300.
constexpr double kCurvedEffort = 300;

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

/// Uses the previous answer as the guess: contacts and rows are the same, except for added rows.
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

/// Solves the phase of the step's forces; returns whether it was solved.
bool solve_force_phase(const PhaseView& of, IslandTools& tools, IslandSolution& solution) {
  const auto& guesses = tools.guesses;
  ContactProblem& problem = tools.problem;
  ContactSolution& forces = tools.forces;
  make_guesses(of.view, of.island, tools.guesses);
  if (!tools.joint_posing.expected.empty()) guess_again(solution, tools);
  // Conditions at the end of the step may contradict contacts, and are then dropped. Methods that
  // the user named, and those of other laws, get their full effort: their pivots cost more.
  if (!of.island.joints.empty() && tools.joint_posing.is_curved) {
    const bool is_default =
        of.model.has_true_cone() && of.view.world.options.contact.solver.empty();
    if (is_default) problem.most_effort = kCurvedEffort;
    const bool is_exact = solve_phase(problem, guesses, of.model, forces, solution, kOffCone);
    problem.most_effort = std::numeric_limits<double>::infinity();
    if (is_exact) return true;
    add_contact_curvature(of.view, of.island, tools.joint_posing, -1, problem);
    tools.joint_posing.is_curved = false;
    straighten_joint_rows(tools.joint_places, problem);
  }
  if (solve_phase(problem, guesses, of.model, forces, solution)) return true;
  std::vector<std::size_t> all(of.island.contacts.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return settle_for_best(of, problem, guesses, all, tools.joint_places, forces, solution);
}

}  // namespace

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
    add_contact_curvature(view, island, tools.joint_posing, 1, problem);
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
    // It is over before anything moves: joints hold as they are at the start.
    bend_joint_rows(tools.joint_places, -1, problem);
    impact =
        solve_impact(view, island, problem, bouncing, always, make_contact_solve(of, solution));
    bend_joint_rows(tools.joint_places, 1, problem);
    start_from_impact(view, island, *impact, problem);
  }

  ContactSolution& forces = tools.forces;
  const bool is_solved = solve_force_phase(of, tools, solution);
  stop_round_off(problem, tools.round_off, forces);
  if (keep_problem && !solution.unsolved) {
    solution.problem = std::make_unique<PosedProblem>(pose_island(model, problem, forces));
  }
  solution.analyses.clear();
  if (view.world.options.analyse_contacts && model.has_friction_bound() &&
      island.contacts.size() <= kMostAnalysed) {
    solution.analyses = analyse_contacts(problem, forces);
  }
  if (forces.next_guess.empty()) forces.next_guess = forces.impulses;
  // Copied: swapping would put the memory that the next island is solved in out of the cache.
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

}  // namespace stiction
