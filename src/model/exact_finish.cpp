#include "exact_finish.h"

#include <algorithm>
#include <cmath>

#include "infinity.h"

namespace stiction {
namespace {

// Constants found in the study of large islands, 2.2, on 132 problems.
constexpr int kMostFinishRounds = 15;
/// Rounds without halving the best residual.
constexpr int kFinishPatience = 4;
/// Most groups that may change state in a round: a share of all, or a minimum number. In 729
/// attempts on heaps of logs, balls and mixed bodies, 117 of the 119 that succeeded stayed within
/// this; it saves half of the rounds of the others.
constexpr double kMostStateChanges = 0.1;
constexpr int kFewStateChanges = 4;

}  // namespace

bool ExactFinish::run(IslandSystem& system, const Rows& r, double accepted, Effort& effort,
                      BestAnswer& best) {
  newton_.start(system, r);
  double least = kInfinity;
  double last = kInfinity;
  int rounds_without_progress = 0;
  for (int round = 0;; ++round) {
    // Judge the current point.
    const double residual = best.offer(system, newton_.impulses());
    rounds_without_progress = residual < 0.5 * least ? 0 : rounds_without_progress + 1;
    least = std::min(least, residual);
    if (residual <= accepted) return true;
    const bool is_hopeless = !std::isfinite(residual) || rounds_without_progress > kFinishPatience;
    if (is_hopeless || round >= kMostFinishRounds) return false;

    // Choose the states. If they stay the same the iteration is linear, and has converged if the
    // residual no longer falls.
    newton_.find_points();
    const int num_changes = newton_.choose_states();
    const bool has_ended = num_changes == 0 && residual > 0.5 * last;
    const bool is_astray =
        num_changes > std::max<double>(kFewStateChanges, kMostStateChanges * system.num_groups());
    if (round > 0 && (has_ended || is_astray)) return false;
    if (!effort.spend(effort.unit())) return false;
    last = residual;

    // Take a full step.
    if (newton_.find_step() == 0) return false;
    newton_.move(1);
  }
}

}  // namespace stiction
