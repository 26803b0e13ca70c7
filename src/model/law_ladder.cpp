#include "law_ladder.h"

#include <algorithm>

#include "cone_finish.h"
#include "contact_answer.h"

namespace stiction {

IslandLadder::Result LawLadder::solve(const ContactProblem& problem,
                                      std::span<const TangentLaw> laws,
                                      const ContactModelOptions& options, Effort& effort,
                                      std::vector<Vec3>& impulses,
                                      std::vector<double>& row_impulses) {
  make_island_problem(problem, laws, island_);
  system_.set_problem(island_);
  join_impulses(problem, impulses, row_impulses, start_);
  const bool is_any_known =
      std::ranges::any_of(start_, [](const Vec3& impulse) { return !impulse.isZero(0); });
  const IslandLadder::Result result = ladder_.solve(
      system_, is_any_known ? &start_ : nullptr,
      {.steady = kSteadyResidual, .solved = kAcceptedResidual, .without = options.without}, effort);
  split_impulses(problem, ladder_.best().impulses(), impulses, row_impulses);
  return result;
}

}  // namespace stiction
