#include "answer_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stiction {
namespace {

constexpr double kSolvedResidual = 1e-6;

template <typename Vectors>
bool are_finite(const Vectors& vectors) {
  return std::all_of(vectors.begin(), vectors.end(), [](const auto& v) { return v.allFinite(); });
}

/// One entry for each contact or body, all of them finite.
bool is_whole(const ContactProblem& problem, const ContactSolution& answer) {
  const std::size_t n = problem.contacts.size();
  return answer.impulses.size() == n && answer.next_guess.size() == n &&
         answer.facet_angles.size() == n && answer.bases.size() == n && answer.states.size() == n &&
         answer.velocities.size() == problem.bodies.size() && are_finite(answer.impulses) &&
         are_finite(answer.next_guess) && are_finite(answer.velocities) &&
         std::all_of(answer.facet_angles.begin(), answer.facet_angles.end(),
                     [](double angle) { return std::isfinite(angle); });
}

}  // namespace

bool is_usable(const ContactProblem& problem, const ContactSolution& answer) {
  return answer.status == ContactStatus::solved && answer.residual.max <= kSolvedResidual &&
         is_whole(problem, answer);
}

ContactSolution make_unsolved(const ContactProblem& problem, ContactSolution answer) {
  answer.status = ContactStatus::unsolved;
  if (is_whole(problem, answer) && !std::isnan(answer.residual.max)) return answer;
  const std::size_t n = problem.contacts.size();
  answer.impulses.assign(n, Vec3::Zero());
  answer.next_guess = answer.impulses;
  answer.facet_angles.assign(n, 0.0);
  answer.bases.assign(n, {});
  answer.states.assign(n, ContactState::open);
  answer.velocities = free_velocities(problem);
  answer.residual = {};
  answer.residual.max = std::numeric_limits<double>::infinity();
  return answer;
}

}  // namespace stiction
