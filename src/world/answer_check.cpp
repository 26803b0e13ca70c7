#include "answer_check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// True if there is one entry for each contact, row or body (or none in lists that may be empty),
/// all finite.
bool is_whole(const ContactProblem& problem, const ContactSolution& answer) {
  const std::size_t n = problem.contacts.size();
  const auto is_one_each_or_none = [n](const auto& list) {
    return list.empty() || list.size() == n;
  };
  const auto is_finite = [](double number) { return std::isfinite(number); };
  return answer.impulses.size() == n && answer.row_impulses.size() == problem.rows.size() &&
         answer.states.size() == n && answer.velocities.size() == problem.bodies.size() &&
         is_one_each_or_none(answer.next_guess) && is_one_each_or_none(answer.memories) &&
         is_one_each_or_none(answer.axis_angles) && are_finite(answer.impulses) &&
         are_finite(answer.next_guess) && are_finite(answer.velocities) &&
         std::ranges::all_of(answer.row_impulses, is_finite) &&
         std::ranges::all_of(answer.axis_angles, is_finite);
}

}  // namespace

bool is_usable(const ContactProblem& problem, const ContactSolution& answer) {
  return answer.status == ContactStatus::solved && answer.residual.max <= kMostUsableResidual &&
         is_whole(problem, answer);
}

ContactSolution make_unsolved(const ContactProblem& problem, ContactSolution answer) {
  answer.status = ContactStatus::unsolved;
  if (is_whole(problem, answer) && !std::isnan(answer.residual.max)) return answer;
  const std::size_t n = problem.contacts.size();
  answer.impulses.assign(n, Vec3::Zero());
  answer.row_impulses.assign(problem.rows.size(), 0.0);
  answer.next_guess.clear();
  answer.memories.clear();
  answer.axis_angles.clear();
  answer.states.assign(n, ContactState::open);
  answer.velocities = free_velocities(problem);
  answer.residual = {};
  answer.residual.max = std::numeric_limits<double>::infinity();
  return answer;
}

}  // namespace stiction
