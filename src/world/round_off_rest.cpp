#include "round_off_rest.h"

#include <algorithm>
#include <span>
#include <utility>

namespace stiction {
namespace {

/// Bodies count as still within this many times the round-off of what acts on them, since impulses
/// also have the round-off of their solve. With 1 stacks of five began to turn, faster by a seventh
/// in each step, until they had another answer; with 4 the top cubes of stacks of 10, 13 and 30
/// fell by 1e-15 m/s, more in each step; with 16 and 64 none does.
constexpr double kStill = 16;

/// Bodies that sticking contacts hold together move as one: the bound of a light one under a heavy
/// one is that of both. Bodies that slide on something keep their own.
void share_round_off(const ContactProblem& problem, const ContactSolution& answer,
                     const std::vector<VelocityRoundOff>& own,
                     std::vector<VelocityRoundOff>& shared) {
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

/// Stops the bodies that move only by round-off; true if there are others.
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

}  // namespace

void stop_round_off(const ContactProblem& problem, RoundOffTools& tools, ContactSolution& answer) {
  calc_velocity_round_off(problem, answer.impulses, answer.row_impulses, tools.own);
  if (!stop_within(tools.own, answer.velocities)) return;
  share_round_off(problem, answer, tools.own, tools.shared);
  stop_within(tools.shared, answer.velocities);
}

}  // namespace stiction
