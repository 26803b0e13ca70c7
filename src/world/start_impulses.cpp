#include "start_impulses.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "island_solver.h"
#include "phase_solve.h"

namespace stiction {
namespace {

/// If a contact ceases to slip within this share of the step from its start or end, it is taken to
/// cease there.
constexpr double kLeastLeg = 0.01;
/// A contact that slips more slowly than this share of V all but sticks: without gravity the slip
/// of rolling bodies is round-off.
constexpr double kSlippingShare = 1e-3;
/// Slip ends if its change is opposite to its direction, by this cosine at least. If the change is
/// more sideways, the slip turns without an end: a box that comes to rest on a corner took 65
/// solves in a step that was ended at such turns, 44 in one that was not.
constexpr double kStraight = 0.9;
/// Most steps take one or two solves; if contacts change under a spinning body, each leaves a
/// sixteenth of the last error.
constexpr int kMostSolves = 8;
/// Conditions at the end are met to this, m: the rest of a gap persists from step to step.
constexpr double kAimedError = 1e-3 * kTouchingGap;
/// If a search that still converges ends with a larger error, a shorter leg is tried. A step of a
/// cone that turns by 0.77 rad takes 90 factorisations, 141 with 1e-9 m.
constexpr double kMostError = 100 * kTouchingGap;
/// Each solve must reduce the error to this share of the last one.
constexpr double kContraction = 0.5;

/// Turns sliding friction against the slip that it opposes: remembered friction is off by
/// round-off, which is accurate enough to be accepted, and would persist from step to step.
void turn_against(const Vec2& slip, ContactGuess& guess) {
  if (guess.state != ContactState::sliding || slip.isZero(0)) return;
  guess.impulse.tail<2>() = -guess.impulse.tail<2>().norm() * slip.normalized();
}

}  // namespace

ContactGuess make_guess(const ContactSolution& found, std::size_t k) {
  return {.known = true,
          .impulse = found.impulses[k],
          .state = found.states[k],
          .memory = found.memories.empty() ? ContactMemory{} : found.memories[k]};
}

StartImpulses::StartImpulses(const StepView& view, const Island& island, EndConditions& conditions,
                             IslandTools& tools, IslandSolution& solution)
    : view_(view),
      island_(island),
      conditions_(conditions),
      tools_(tools),
      memory_(tools.second_order),
      solution_(solution) {}

std::optional<double> StartImpulses::find(bool stops, bool sees) {
  const bool is_any_recalled = pose(true);
  const std::optional<double> time = meet_conditions(stops, sees);
  if (time || !is_any_recalled) return time;
  pose(false);
  return meet_conditions(stops, sees);
}

/// Poses the problem and, if `recalls`, applies the remembered impulses; false if there are none.
bool StartImpulses::pose(bool recalls) {
  ContactProblem& problem = memory_.positions;
  make_contact_problem(view_, island_, problem);
  problem.time_step = 0.5 * view_.h;
  memory_.start_velocities.clear();
  for (ContactProblem::Body& body : problem.bodies) {
    body.free_velocity = body.start_velocity;
    memory_.start_velocities.push_back(body.start_velocity);
  }
  memory_.surface_velocities.clear();
  memory_.guesses.assign(island_.contacts.size(), {});
  memory_.start_slips.clear();
  memory_.opposes_start.assign(island_.contacts.size(), false);
  bool is_any_recalled = false;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const ContactProblem::Contact& contact = problem.contacts[k];
    memory_.surface_velocities.push_back(
        calc_surface_velocity(view_, conditions_.start_contact(k)));
    memory_.start_slips.push_back(
        calc_relative_velocity(view_.motions, conditions_.start_contact(k)).tail<2>());
    ContactGuess& guess = memory_.guesses[k];
    get_contact_guess(view_.remembered[island_.contacts[k]], contact.frame, 0.5 * view_.h, guess);
    // A contact that is hit has no force in this step: the remembered one would stop it unseen.
    if (!recalls || conditions_.is_hit_at_start(k)) {
      guess = {.memory = guess.memory};
    } else if (guess.known) {
      is_any_recalled |= !guess.impulse.isZero(0);
      apply_contact_impulse(problem, contact, guess.impulse, memory_.start_velocities);
    }
  }
  return is_any_recalled;
}

/// Newton's method with the matrix of the start, until the conditions at the end are met. Returns
/// view.h, or what `follow_with_second_order` returns instead.
std::optional<double> StartImpulses::meet_conditions(bool stops, bool sees) {
  double end = view_.h;
  double error = std::numeric_limits<double>::infinity();
  bool contracts = true;
  for (int solves = 0; error > kAimedError && solves <= kMostSolves; ++solves) {
    if (solves > 0 && !solve(solves)) return std::nullopt;
    if (conditions_.turns_by(kMostTurn, memory_.start_velocities)) return std::nullopt;
    conditions_.look(tools_.manifolds);
    if (conditions_.is_any_hit(solves)) return 0.0;
    if (conditions_.has_lost(solves)) {
      return conditions_.meets() ? std::optional(0.0) : std::nullopt;
    }
    if (solves == 0) continue;
    if (stops) end = calc_end_of_slip();
    const bool has_turned = end == view_.h && conditions_.turn_to_mean_slip();
    if (has_turned) {
      error = std::numeric_limits<double>::infinity();
      continue;
    }
    const double last = std::exchange(error, conditions_.calc_error());
    if (end < view_.h && error <= kTouchingGap) break;
    contracts = error <= kContraction * last;
    if (!contracts) break;
  }
  if (error > (contracts ? kMostError : kTouchingGap)) return find_shorter_leg(stops, end);
  // Contacts that meet after the end of a slip do not belong to this leg, and gaps that the search
  // has left are not overlaps.
  const bool may_meet = sees && end == view_.h && error <= kTouchingGap;
  return may_meet && conditions_.meets() ? 0.0 : end;
}

/// The leg to follow instead of a step that is too long to reach its conditions. `end`: when a
/// contact ceases to slip, or view.h.
std::optional<double> StartImpulses::find_shorter_leg(bool stops, double end) const {
  if (!stops) return std::nullopt;
  end = std::min(end, conditions_.calc_swept_leg());
  if (conditions_.is_long()) end = std::min(end, 0.5 * view_.h);
  return end < view_.h ? std::optional(end) : std::nullopt;
}

/// Solves for the impulses at the start that meet the conditions at the end, from where the last
/// velocities lead and how impulses change that.
bool StartImpulses::solve(int solves) {
  ContactProblem& problem = memory_.positions;
  const auto set_offsets = [&] {
    for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
      ContactProblem::Contact& contact = problem.contacts[k];
      contact.offset.setZero();
      contact.offset = conditions_.calc_posed_velocity(k) -
                       calc_contact_velocity(contact, memory_.start_velocities);
    }
  };
  set_offsets();
  if (solves == 1) {
    // Rolling bodies have no relative speed at the start, and without gravity only their turning
    // needs impulses.
    get_free_velocities(problem, memory_.end_velocities);
    double fastest = 0;
    for (const ContactProblem::Contact& contact : problem.contacts) {
      const Vec3 u = calc_contact_velocity(contact, memory_.end_velocities);
      fastest = std::max(fastest, u.norm());
    }
    if (fastest > problem.velocity_scale) {
      problem.velocity_scale = calc_velocity_scale(view_, island_, fastest);
    }
    const double least_slip = kSlippingShare * problem.velocity_scale;
    for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
      Vec2& slip = memory_.start_slips[k];
      if (least_slip == 0 || slip.norm() <= least_slip) slip.setZero();
      memory_.opposes_start[k] = tools_.model->has_true_cone() && !slip.isZero(0);
      if (memory_.opposes_start[k]) turn_against(slip, memory_.guesses[k]);
    }
    set_offsets();
  } else {
    for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
      // The same half of the step again: a model's own memory must be that of its start.
      const ContactMemory memory = memory_.guesses[k].memory;
      memory_.guesses[k] = make_guess(memory_.first, k);
      memory_.guesses[k].memory = memory;
      if (memory_.opposes_start[k]) turn_against(memory_.start_slips[k], memory_.guesses[k]);
    }
  }
  if (!solve_phase(problem, memory_.guesses, *tools_.model, memory_.first, solution_)) {
    return false;
  }
  memory_.start_velocities = memory_.first.velocities;
  return true;
}

/// When contacts cease to slip as they do at the start, whatever follows: when the slip along its
/// direction there, changing evenly under all available friction, is 0. Returns view.h if that does
/// not happen, or so close to the start or end that it counts as there.
double StartImpulses::calc_end_of_slip() const {
  if (!tools_.model->has_friction_bound()) return view_.h;
  double used = 0;
  double bound = 0;
  double slip = 0;
  double mean_slip = 0;
  double free_slip = 0;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const Vec2& u = memory_.start_slips[k];
    if (!conditions_.is_loaded(k) || u.isZero(0)) continue;
    const Vec2 along = u.normalized();
    const Vec2 change = memory_.mean_velocities[k].tail<2>() - u;
    const double mean = u.norm() + along.dot(change);
    if (mean >= 0.5 * u.norm() || -along.dot(change) < kStraight * change.norm()) continue;
    const Vec3 free = calc_relative_velocity(
        view_.motions, conditions_.start_contact(k),
        [&](std::size_t i) -> const Vec6& { return view_.free_motions[i].velocity; });
    // Each counts by its load: how contacts of one body share its friction is undetermined.
    const Vec3& impulse = memory_.first.impulses[k];
    slip += impulse.x() * u.norm();
    mean_slip += impulse.x() * mean;
    free_slip += impulse.x() * along.dot(free.tail<2>());
    used -= along.dot(impulse.tail<2>());
    bound += memory_.positions.contacts[k].friction * impulse.x();
  }
  if (slip == 0 || used == 0) return view_.h;
  // How much all available friction reduces the mean slip without friction.
  const double free_mean = 0.5 * (slip + free_slip);
  const double taken = (free_mean - mean_slip) * bound / used;
  const double share = 0.5 * slip / (slip - free_mean + taken);
  return kLeastLeg < share && share < 1 - kLeastLeg ? share * view_.h : view_.h;
}

}  // namespace stiction
