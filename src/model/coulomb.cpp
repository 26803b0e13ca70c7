#include "coulomb.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "contact_answer.h"

namespace stiction {
namespace {

/// Islands with more contacts are left to the ladder, because pivots are dense. With 31 to 60
/// contacts pivots took up to three times as long, and still left half of the islands to the ladder
/// (bins of 40 bodies). With 12 instead of 20, bins of 20 and 40 bodies take as long, and stacks of
/// five boxes are held to 5e-11 instead of 3e-14.
constexpr std::size_t kFewContacts = 20;
/// Share of the remaining effort for the ladder's last run of the multipliers, if there are no rows
/// beyond contacts. 0.05 and 1/3 both solved 68 of 74 problems of jammed balls, in 21,400 and
/// 24,700 units.
constexpr double kWalkShare = 0.1;

/// True if the bodies start at rest and nothing is remembered of their contacts.
bool is_from_rest(const ContactProblem& problem, std::span<const ContactGuess> guesses) {
  return std::ranges::none_of(guesses, &ContactGuess::known) &&
         std::ranges::all_of(problem.bodies, [](const ContactProblem::Body& body) {
           return body.start_velocity.isZero(0);
         });
}

}  // namespace

void CoulombModel::solve_within(Effort& effort, const ContactProblem& problem,
                                std::span<const ContactGuess> guesses, ContactSolution& solution) {
  search_.reset(problem, guesses, *this, options(), effort);
  finish_.reset();
  find_answer(problem, guesses);
  if (problem.contacts.size() > 1 && is_from_rest(problem, guesses) && search_.is_solved() &&
      search_.moves(search_.best())) {
    seek_rest(problem);
  }
  search_.get_answer(solution);
}

/// Tries one method after another until an answer is accepted. The best one found is kept in any
/// case.
void CoulombModel::find_answer(const ContactProblem& problem,
                               std::span<const ContactGuess> guesses) {
  // Nothing is factored for bodies in free flight, nor for bodies that rest as in the previous
  // step. Numbers that are not finite are refused by the judge so far; all else expects none.
  if (search_.accept_free()) return;
  if (search_.remember_without_strain(kAimedResidual) && is_finite(problem) &&
      search_.enter(Rung::finish, true) && finish_.run(search_)) {
    return;
  }
  if (search_.accept_remembered() || !is_finite(problem)) return;

  // Few contacts: Newton's method from remembered impulses changes them least. Pivots need no
  // start, and leave open how redundant contacts share their load. A single contact shares none,
  // and Newton's method from zero takes half as long.
  if (problem.rows.empty() && problem.contacts.size() <= kFewContacts) {
    const bool is_warm = search_.remember();
    const bool is_single = !is_warm && problem.contacts.size() == 1;
    if ((is_warm || is_single) && search_.enter(Rung::finish, is_warm)) {
      if (finish_.run(search_)) return;
      search_.remember();  // Pivots start where Newton's method started, not where it ended.
    }
    search_.start_facets();
    if (pyramid_.pivot(search_, is_warm) && finish_.run_from_pyramid(search_)) {
      search_.share_load();
      return;
    }
  }

  // Many contacts, rows beyond contacts, or failure of Newton's method.
  if (climb(problem, guesses)) return;

  // An approximate answer to go on with: the world uses it only if the user asked for that.
  if (!search_.is_solved()) search_.settle();
}

/// Seeks impulses that hold everything where it is. Pivots and the path approach the answer from
/// moving states and may miss these: of 150 random piles of logs, 19 that can rest fell without
/// this search, 7 with it.
void CoulombModel::seek_rest(const ContactProblem& problem) {
  Effort& effort = search_.whole_effort();
  effort.set_part(effort.left() - calc_judging_work(problem));
  const IslandLadder::Result result = ladder_.seek_rest(
      finish_.pose(problem),
      {.accepted = kAimedResidual, .solved = kAcceptedResidual, .without = options().without},
      effort);
  search_.count_factorisations(result.effort);
  if (result.rung != Rung::augmented_lagrangian || !std::isfinite(result.residual)) return;
  hand_over_best(problem);
  if (search_.enter(result.rung, false)) search_.consider_rest();
}

/// Makes the ladder's best impulses the search's `found`.
void CoulombModel::hand_over_best(const ContactProblem& problem) {
  FacetAnswer& found = search_.found;
  split_impulses(problem, ladder_.best().impulses(), found.impulses, found.row_impulses);
  found.has_basis = false;
}

/// Runs the ladder from the best impulses so far; true if the judge accepts its answer.
bool CoulombModel::climb(const ContactProblem& problem, std::span<const ContactGuess> guesses) {
  Effort& effort = search_.whole_effort();
  const double judging = calc_judging_work(problem);
  effort.set_part(effort.left() - judging);  // Reserve for judging the final answer.
  if (!effort.spend(judging)) return false;

  const ContactSolution& best = search_.best();
  join_impulses(problem, best.impulses, best.row_impulses, start_);
  const bool is_any_known =
      std::ranges::any_of(start_, [](const Vec3& impulse) { return !impulse.isZero(0); });
  const bool is_start = is_any_known && !search_.is_lost_in_round_off(best);
  const double attainable = is_start ? search_.calc_attainable(best) : 0.0;
  const IslandLadder::Result result =
      ladder_.solve(finish_.pose(problem), is_start ? &start_ : nullptr,
                    {.steady = std::max(kSteadyResidual, attainable),
                     .accepted = std::max(kAimedResidual, attainable),
                     .solved = std::max(kAcceptedResidual, attainable),
                     .is_near = std::ranges::any_of(guesses, &ContactGuess::near),
                     .walk_share = problem.rows.empty() ? kWalkShare : 1.0,
                     .without = options().without},
                    effort);
  search_.count_factorisations(result.effort);
  if (!std::isfinite(result.residual)) return false;

  // The answer is credited to the ladder's rung that delivered it.
  hand_over_best(problem);
  const bool is_finish = result.rung == Rung::finish;
  search_.attribute(result.rung, is_finish && search_.is_best_warm());
  if (!search_.consider(true)) return false;
  if (is_finish) finish_.forget_motion(ladder_.finish(), search_);
  return true;
}

std::unique_ptr<ContactModel> CoulombModel::clone() const {
  return std::make_unique<CoulombModel>(options());
}

}  // namespace stiction
