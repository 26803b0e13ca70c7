#include "island_ladder.h"

#include <algorithm>
#include <array>

namespace stiction {
namespace {

/// Where the path is begun from remembered impulses, in units of E0. From 0.1 to 1 all alike: of
/// 325 steps of heaps in which the finish failed, the first path solves 227, a cold one 208, and
/// with a tenth fewer rounds. Far below it is begun off the path.
constexpr double kRememberedMu = 0.3;
/// Remembered impulses that are worse are those of before a hit: a path that begins at them strays.
/// Of 0, 0.1, 1 and no limit this one takes the fewest factorisations over heaps, tumbling boxes,
/// dominoes, logs and walls of 50 and 100 that are hit: 115,600; the others 119,700,
/// 154,700 and 119,800.
constexpr double kRememberedResidual = 0.1;

/// The multipliers begin again from where they ended as long as that took the residual down by this
/// factor.
constexpr double kWorthGoingOn = 0.5;

/// How the path is begun again.
struct Restart {
  double start_mu;  ///< in units of E0
  bool is_warm;     ///< from the interior point where it stalled; else cold and without weights
};

/// Two restarts in each stage. That they differ matters more than their values (study of the
/// undecided, 3); a cold one from farther inside and without weights, the first, is worth the most:
/// of 245 hard problems of logs, balls and mixed bodies 213 were solved with it, 186 with a warm
/// one in its place.
constexpr std::array<std::array<Restart, 2>, 3> kRestarts = {{{{{30, false}, {1e-1, true}}},
                                                              {{{1e-2, true}, {1e-3, true}}},
                                                              {{{1e-1, true}, {1e-2, true}}}}};

/// The multipliers of each stage. Again it matters most that they differ.
/// Of 77 hard problems of balls, tumbling boxes and walls that are hit 68 are solved to 1e-8 within
/// 3,000 factorisations; as many with 1,000 in the first stage, and 65 and 64 where it begins with
/// kappa = 100 and has 600 or 300.
constexpr std::array<AugmentedLagrangian::Options, 4> kMultipliers = {
    {{.kappa = 10, .growth = 2, .contraction = 0.3, .allotment = 600},
     {.kappa = 10, .growth = 1.2, .contraction = 0.1, .allotment = 400},
     {.kappa = 10, .growth = 2, .contraction = 0.3, .allotment = 150},
     {.kappa = 30, .growth = 1.5, .contraction = 0.1, .allotment = 300}}};

/// No further stage is begun below this residual: of the same problems as many are solved to it,
/// with a tenth less work. Nor do the multipliers begin again: of 30 hard problems of a wall of 200
/// that is hit as many are solved to 1e-10, with a tenth less work.
constexpr double kGoodEnough = 1e-8;

}  // namespace

IslandLadder::Result IslandLadder::solve(IslandSystem& system, const Rows* remembered,
                                         const Options& options, Effort& effort) {
  const double before = effort.spent_units();
  best_.reset();
  best_rung_ = Rung::remembered;
  climb(system, remembered, options, effort);
  return {best_.residual(), best_rung_, effort.spent_units() - before};
}

/// Runs a rung, unless it is left out; the best answer is its own if it improved it.
template <typename Attempt>
void IslandLadder::run(Rung rung, const Options& options, Attempt&& attempt) {
  if (std::ranges::find(options.without, rung) != options.without.end()) return;
  const double before = best_.residual();
  attempt();
  if (best_.residual() < before) best_rung_ = rung;
}

void IslandLadder::climb(IslandSystem& system, const Rows* remembered, const Options& options,
                         Effort& effort) {
  const auto is_done = [&] {
    return best_.residual() <= options.solved || effort.left() < effort.unit();
  };
  // Remembered impulses, or none: there is an answer from here on. Where nothing moves, none.
  start_.assign(system.num_groups(), Vec3::Zero());
  if (remembered != nullptr && system.free_speed() > 0) start_ = *remembered;
  if (best_.offer(system, start_) <= options.steady) return;
  if (remembered != nullptr) {
    run(Rung::finish, options, [&] { finish_.run(system, start_, options.steady, effort, best_); });
    if (is_done()) return;
  }

  if (remembered != nullptr && best_.residual() <= kRememberedResidual) {
    follow_path(system, {.start_mu = kRememberedMu}, &start_, options, effort);
  } else {
    follow_path(system, {}, nullptr, options, effort);
  }
  // The augmented Lagrangian from the path's best answer (from zero it solves far less), and in
  // turn with it the path from the interior point where it stalled: each time it is another path.
  for (std::size_t stage = 0; !is_done() && stage <= kRestarts.size(); ++stage) {
    if (stage > 0) {
      if (best_.residual() <= kGoodEnough) return;
      for (const Restart& restart : kRestarts[stage - 1]) {
        if (is_done()) return;
        interior_ = homotopy_.interior();
        follow_path(system, {.start_mu = restart.start_mu, .is_weighted = restart.is_warm},
                    restart.is_warm ? &interior_ : nullptr, options, effort);
      }
    }
    double before = 0;
    do {
      before = best_.residual();
      multiply(system, stage, options, effort);
    } while (!is_done() && best_.residual() > kGoodEnough &&
             best_.residual() <= kWorthGoingOn * before);
  }
}

void IslandLadder::follow_path(IslandSystem& system, const InteriorPath::Options& path,
                               const Rows* warm, const Options& options, Effort& effort) {
  run(Rung::homotopy, options, [&] {
    homotopy_.run(system, {.accepted = options.accepted, .path = path, .warm = warm}, effort,
                  best_);
  });
}

/// The method of multipliers from the best answer.
void IslandLadder::multiply(IslandSystem& system, std::size_t stage, const Options& options,
                            Effort& effort) {
  run(Rung::augmented_lagrangian, options, [&] {
    AugmentedLagrangian::Options multipliers = kMultipliers[stage];
    multipliers.accepted = options.accepted;
    lagrangian_.run(system, best_.impulses(), multipliers, effort, best_);
  });
}

}  // namespace stiction
