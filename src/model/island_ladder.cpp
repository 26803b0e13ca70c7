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

/// Runs a rung; the best answer is its own if it improved it.
template <typename Attempt>
void IslandLadder::run(IslandRung rung, Attempt&& attempt) {
  const double before = best_.residual();
  attempt();
  if (best_.residual() < before) best_rung_ = rung;
}

void IslandLadder::climb(IslandSystem& system, const Rows* remembered, const Options& options,
                         Effort& effort) {
  const auto is_solved = [&] { return best_.residual() <= options.solved; };
  // Remembered impulses, or none: there is an answer from here on.
  start_.assign(system.num_groups(), Vec3::Zero());
  if (remembered != nullptr) start_ = *remembered;
  if (best_.offer(system, start_) <= options.accepted) return;
  if (remembered != nullptr) {
    run(IslandRung::finish, [&] { finish_.run(system, start_, options.accepted, effort, best_); });
    if (is_solved()) return;
  }

  follow_path(system, nullptr, InteriorPath::Options{}.start_mu, options, effort);
  // The augmented Lagrangian from the path's best answer (from zero it solves far less), and in
  // turn with it the path from the interior point where it stalled: each time it is another path.
  for (std::size_t stage = 0; !is_solved() && stage <= kRestarts.size(); ++stage) {
    if (stage > 0) {
      for (const double mu : kRestarts[stage - 1]) {
        interior_ = homotopy_.interior();
        if (!is_solved()) follow_path(system, &interior_, mu, options, effort);
      }
    }
    if (!is_solved()) multiply(system, {}, options, effort);
  }
  if (!is_solved()) multiply(system, AugmentedLagrangian::tail(), options, effort);
  if (is_solved() || !options.has_proximal_path) return;

  run(IslandRung::proximal_path, [&] { proximal_.run(system, options.accepted, effort, best_); });
  if (!is_solved()) multiply(system, AugmentedLagrangian::tail(), options, effort);
}

void IslandLadder::follow_path(IslandSystem& system, const Rows* warm, double start_mu,
                               const Options& options, Effort& effort) {
  Homotopy::Options path = {.accepted = options.accepted, .warm = warm};
  path.path.start_mu = start_mu;
  run(IslandRung::homotopy, [&] { homotopy_.run(system, path, effort, best_); });
}

/// The method of multipliers from the best answer.
void IslandLadder::multiply(IslandSystem& system, AugmentedLagrangian::Options multipliers,
                            const Options& options, Effort& effort) {
  multipliers.accepted = options.accepted;
  run(IslandRung::augmented_lagrangian,
      [&] { lagrangian_.run(system, best_.impulses(), multipliers, effort, best_); });
}

}  // namespace stiction
