#include "island_ladder.h"

#include <array>

namespace stiction {
namespace {

/// Where the path is taken up again, in units of E0: pairs of restarts, one stage each. Which
/// values matters little; that they differ does (study of the undecided, 3).
constexpr std::array<std::array<double, 2>, 3> kRestarts = {
    {{1e-3, 1e-1}, {1e-2, 1e-3}, {1e-1, 1e-2}}};

}  // namespace

IslandLadder::Result IslandLadder::solve(IslandSystem& system, const Rows* remembered,
                                         const Options& options, Effort& effort) {
  const double before = effort.spent();
  best_.reset();
  best_rung_ = IslandRung::remembered;
  climb(system, remembered, options, effort);
  return {best_.residual(), best_rung_, effort.spent() - before};
}

/// Runs a rung; the best answer is its own if the rung improved it.
template <typename Rung>
bool IslandLadder::run(IslandRung rung, Rung&& attempt) {
  const double before = best_.residual();
  const bool is_accepted = attempt();
  if (best_.residual() < before) best_rung_ = rung;
  return is_accepted;
}

void IslandLadder::climb(IslandSystem& system, const Rows* remembered, const Options& options,
                         Effort& effort) {
  // Remembered impulses, or none: there is an answer from here on.
  start_.assign(system.num_groups(), Vec3::Zero());
  if (remembered != nullptr) start_ = *remembered;
  if (best_.offer(system, start_) <= options.accepted) return;
  const bool is_finished = remembered != nullptr && run(IslandRung::finish, [&] {
                             return finish_.run(system, start_, options.accepted, effort, best_);
                           });
  if (is_finished) return;

  const bool is_followed = run(IslandRung::homotopy, [&] {
    const Homotopy::Options path = {.accepted = options.accepted};
    return homotopy_.run(system, path, effort, best_) == Homotopy::Outcome::solved;
  });
  if (is_followed || restart(system, options, effort) || polish(system, options, effort)) return;
  if (best_.residual() <= options.solved || !options.has_proximal_path) return;

  const bool is_last_resort_enough = run(IslandRung::proximal_path, [&] {
    return proximal_.run(system, options.accepted, effort, best_);
  });
  if (!is_last_resort_enough) polish(system, options, effort);
}

/// The last digits.
bool IslandLadder::polish(IslandSystem& system, const Options& options, Effort& effort) {
  return run(IslandRung::augmented_lagrangian, [&] {
    AugmentedLagrangian::Options tail = AugmentedLagrangian::tail();
    tail.accepted = options.accepted;
    return lagrangian_.run(system, best_.impulses(), tail, effort, best_);
  });
}

/// The augmented Lagrangian from the path's best answer (from zero it solves far less), and in turn
/// with it the path from the interior point where it stalled: each time it is another path.
bool IslandLadder::restart(IslandSystem& system, const Options& options, Effort& effort) {
  interior_ = homotopy_.interior();
  for (std::size_t stage = 0; stage <= kRestarts.size(); ++stage) {
    for (std::size_t k = 0; stage > 0 && k < kRestarts[stage - 1].size(); ++k) {
      const bool is_followed = run(IslandRung::homotopy, [&] {
        Homotopy::Options path = {.accepted = options.accepted, .warm = &interior_};
        path.path.start_mu = kRestarts[stage - 1][k];
        return homotopy_.run(system, path, effort, best_) == Homotopy::Outcome::solved;
      });
      if (is_followed) return true;
      interior_ = homotopy_.interior();
    }
    const bool is_accepted = run(IslandRung::augmented_lagrangian, [&] {
      const AugmentedLagrangian::Options direct = {.accepted = options.accepted};
      return lagrangian_.run(system, best_.impulses(), direct, effort, best_);
    });
    if (is_accepted) return true;
    if (best_.residual() <= options.solved || effort.exhausted()) return false;
  }
  return false;
}

}  // namespace stiction
