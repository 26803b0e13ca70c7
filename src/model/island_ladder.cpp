#include "island_ladder.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace stiction {
namespace {

/// The mu at which the path starts from remembered impulses, in units of E0. All values from 0.1 to
/// 1 perform alike: in 325 steps of heaps in which the finish failed, the first path solves 227,
/// against 208 for a cold start, in a tenth fewer rounds. Far smaller values start off the path.
constexpr double kRememberedMu = 0.3;
/// Largest residual of remembered impulses from which the path starts. Worse ones date from before
/// a hit, and a path that starts from them strays. Measured over heaps, tumbling boxes, dominoes,
/// logs, and walls of 50 and 100 that are hit: 115,600 factorisations with 0.1; 119,700, 154,700
/// and 119,800 with 0, 1 and no limit.
constexpr double kRememberedResidual = 0.1;
/// The same for the multipliers. 504 problems of walls of 50 to 200 that are hit take 53,800
/// factorisations without this bound, 49,100 with 1, 46,800 with 0.3 and 45,800 with 0.1. 865
/// problems of heaps of 40 and 80 take 20,900, 20,800, 20,900 and 21,600; as rounds of the path
/// cost more, 0.3 takes a fifth more time there, and a twentieth more on whole bins of 80.
constexpr double kWalkedResidual = 0.3;

/// The same for the multipliers if impulses are not redundant, as in heaps almost at rest. 716
/// problems of heaps take 19,200 units without such runs, 16,200 with 1e-4, and 16,100 with 1e-3 to
/// 0.1. 42 problems of balls in motion take 6,300 with 1e-4, 6,400 with 1e-3, 6,800 with 1e-2 and
/// 7,600 with 0.1. Six problems of 216 balls, all at rest but one that rolls, take 2,300 without
/// and 220 with such runs.
constexpr double kRestingResidual = 1e-3;

/// Share of `Options::solved` at which the multipliers leave the rest to the finish. Continuing to
/// 1e-10 took two to four times as many steps along impulses that balance each other, in walls that
/// are hit.
constexpr double kEnough = 0.5;
/// Multiple of `Options::solved` that is good enough after a long run of the multipliers, and
/// before rungs that take long: half of the cone residual at which an answer counts as off the
/// cone. Four problems of 216 balls, all at rest but one that rolls, took 4,500 units to `solved`
/// and 280 to this residual.
constexpr double kTolerated = 5;
/// Units of effort for the multipliers from remembered impulses. Fewer are too few in walls: over
/// 32 steps of a wall of 100 that is hit, a limit of 150 costs a tenth more in total, 40 a third
/// more. Also the limit after the convex program's own multipliers: without this, 26 of 240 blocks
/// of hinged cubes had an unsolved step.
constexpr double kNearWalk = 300;
/// Units of effort for the multipliers of a convex program that has only contacts. The path takes
/// 35 to 70 units for any number of contacts; the multipliers take 130 for 200 bricks that a ball
/// hits, and 1278 for 1000. Steps of a bin of 80 bodies without friction take 3.2 ms with 10, 2.6
/// with 20, 2.0 with 40, and 1.9 with 60 and without the path. 327 removals of overlap from walls
/// of 200 to 1000 that are hit take 19,700, 21,700, 24,700 and 26,200 units, and 41,700 without the
/// path.
constexpr double kConvexWalk = 60;
/// Share of `Options::accepted` for that path. Its answers leave contacts apart by an amount of
/// that size, which the next step has to close. 28 walls that are hit took 51.5 s with 10 and 47.0
/// s with 0.1, after 8 units of the multipliers; 50.3 s without the path.
constexpr double kInterior = 0.1;
/// Redundancy above which the multipliers run before the path. There are then many answers and the
/// path leads to their middle, from where the next step has to start over. Measured by the path and
/// by the multipliers: six heaps of tumbling boxes (redundancy 1.9) took 17.9 s and 9.4 s, two of
/// 80 mixed bodies (1.6) 4.5 s and 3.1 s, two walls of 100 that are hit (3.7) 17.0 s and 13.8 s.
/// Balls in a bin (1.1) take 1.6 times as long by the multipliers (median).
constexpr double kRedundant = 1.25;

/// Limits on the rounds of the path. In jams it has dozens of folds: of 74 problems of 216 balls it
/// solves 2 in 60 rounds, 49 in 300 and 53 in 1000. If impulses are redundant it slows down along
/// them, and rarely arrives after 60 rounds: 318 problems of walls take 31,200 units with 60,
/// 33,500 with 120 and 44,600 with 300.
constexpr int kRounds = 300;
constexpr int kRedundantRounds = 60;
/// How often the path restarts from the innermost point that it reached, and at which mu, in units
/// of E0. On 160 problems of 216 balls that jam, three restarts at 0.3 solve 149 (49,500 units),
/// six at 0.1 solve 151 (50,000), and six at 0.01 solve 156 (41,900). Without restarts, with only
/// the multipliers after the path, 59 of the first 74 are solved.
constexpr int kRestarts = 6;
constexpr double kRestartMu = 0.01;
/// Units of effort for the multipliers before the first restart, and in heaps almost at rest. They
/// need few if the path ends near an answer: 716 problems of heaps take 19,200 units with this,
/// 23,700 without.
constexpr double kShortWalk = 60;
/// Share of the remaining effort for the multipliers from the path's best answer if impulses are
/// redundant. 0.6 and 1 solve 37 of 38 problems of a wall of 100 that is hit, 0.5 solves 36.
constexpr double kLongWalkShare = 0.6;
/// Units of effort for the multipliers from zero impulses, and from each random draw. These solve
/// 38 of 61 problems of 14 to 296 contacts that were constructed with an answer and that nothing
/// before solves, within an effort of 3000.
constexpr double kWalkFromNone = 150;
constexpr double kDrawnWalk = 600;
/// Limit on runs of the multipliers whose impulses grow without bound: conditions contradict each
/// other, or seem to from that starting point.
constexpr int kMostContradictions = 6;

/// True if no row pulls or is bounded above: contacts without friction, and no joints.
bool only_pushes(const IslandSystem& system) {
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    for (int i = 0; i < group.num_rows; ++i) {
      if (group.lower[i] != 0 || std::isfinite(group.upper[i])) return false;
    }
  }
  return true;
}

/// Random impulses within the law of each group, to start from when no others lead to an answer:
/// number `draw` of a fixed sequence, always the same. Their size is that of the judge's
/// velocities, times a common random factor between 1/100 and 100.
void draw_impulses(const IslandSystem& system, unsigned int draw, Rows& r) {
  constexpr double kOpen = 0.5;    // share of contacts without an impulse
  constexpr double kAtEdge = 0.5;  // share of contacts with the largest friction allowed
  constexpr double kDecades = 2;   // of the size, up and down
  std::mt19937_64 generator(draw);
  // Distributions of the standard library may differ between implementations.
  const auto uniform = [&] { return static_cast<double>(generator() >> 11) * 0x1p-53; };
  const double speed = system.velocity_scale() * std::pow(10.0, kDecades * (2 * uniform() - 1));
  r.resize(system.num_groups());
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    const double size = 2 * speed * group.mass;
    if (group.law == RowLaw::bounded) {
      for (double& row : r[c]) row = size * (2 * uniform() - 1);
      continue;
    }
    const double normal = uniform() < kOpen ? 0 : size * uniform();
    const double share = uniform() < kAtEdge ? 1 : uniform();
    const double angle = 2 * M_PI * uniform();
    const double friction = share * disc_radius(group, normal);
    r[c] << normal, friction * std::cos(angle), friction * std::sin(angle);
  }
  system.project(r, r);
}

}  // namespace

IslandLadder::Result IslandLadder::solve(IslandSystem& system, const Rows* remembered,
                                         const Options& options, Effort& effort) {
  const double before = effort.spent_units();
  best_.reset();
  best_rung_ = Rung::remembered;
  climb(system, remembered, options, effort);
  return {best_.residual(), best_rung_, effort.spent_units() - before};
}

/// Runs a rung, unless it is left out, and credits it with the best answer if it improved that.
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
  // Judge the remembered impulses, or zero: from here on there is an answer. Where nothing moves,
  // it is zero.
  start_.assign(system.num_groups(), Vec3::Zero());
  if (remembered != nullptr && system.free_speed() > 0) start_ = *remembered;
  if (best_.offer(system, start_) <= options.steady) return;
  if (remembered != nullptr) {
    run(Rung::finish, options, [&] { finish_.run(system, start_, options.steady, effort, best_); });
    if (is_done()) return;
  }

  if (system.is_convex()) {
    const auto minimise = [&](double most) {
      run(Rung::augmented_lagrangian, options, [&] {
        lagrangian_.run_convex(system, best_.impulses(),
                               {.accepted = options.accepted, .most = most}, effort, best_);
      });
    };
    if (only_pushes(system)) {
      minimise(kConvexWalk);
      if (is_done()) return;
      const double enough = kInterior * options.accepted;
      follow_path(system, {.accepted = enough, .sufficient = enough}, options, effort);
      if (is_done()) return;
    }
    minimise(effort.left() / effort.unit());
    if (!is_done()) multiply(system, best_.impulses(), kNearWalk, options, effort);
    return;
  }
  contradictions_ = 0;
  follow_and_multiply(system, remembered, options, effort);
  begin_elsewhere(system, options, effort);
}

/// Runs the path, preceded by the multipliers if the start is near, and followed by them.
void IslandLadder::follow_and_multiply(IslandSystem& system, const Rows* remembered,
                                       const Options& options, Effort& effort) {
  const auto multiply = [&](double most) {
    this->multiply(system, best_.impulses(), most, options, effort);
  };
  const auto is_over = [&] { return contradictions_ > 0 || has_ended(options, effort); };
  const bool is_redundant = system.redundancy() > kRedundant;
  const double walked = is_redundant ? kWalkedResidual : kRestingResidual;
  if (options.is_near || (remembered != nullptr && best_.residual() <= walked)) {
    multiply(is_redundant || options.is_near ? kNearWalk : kShortWalk);
    if (is_over()) return;
  }
  const bool is_known = remembered != nullptr && best_.residual() <= kRememberedResidual;
  Homotopy::Options path = {.rounds = is_redundant ? kRedundantRounds : kRounds,
                            .accepted = options.accepted};
  if (is_known) {
    path.warm = &start_;
    path.path.start_mu = kRememberedMu;
  }
  follow_path(system, path, options, effort);
  if (best_.residual() <= options.solved) return;
  if (!is_redundant) {
    multiply(kShortWalk);
    if (is_over()) return;
    path.warm = &homotopy_.interior();
    path.path.start_mu = kRestartMu;
    for (int i = 0; i < kRestarts && !is_over(); ++i) {
      follow_path(system, path, options, effort);
    }
  }
  if (is_over()) return;
  const double share = is_redundant ? kLongWalkShare : options.walk_share;
  multiply(share * effort.left() / effort.unit());
}

/// Runs the multipliers from zero and from random impulses: their result depends on the start.
void IslandLadder::begin_elsewhere(IslandSystem& system, const Options& options, Effort& effort) {
  const auto is_over = [&] {
    return contradictions_ >= kMostContradictions || has_ended(options, effort);
  };
  if (is_over()) return;
  start_.assign(system.num_groups(), Vec3::Zero());
  multiply(system, start_, kWalkFromNone, options, effort);
  double spent = -1;  // A draw that costs nothing leads nowhere: stop.
  for (unsigned int draw = 0; !is_over() && effort.spent() > spent; ++draw) {
    spent = effort.spent();
    draw_impulses(system, draw, start_);
    multiply(system, start_, kDrawnWalk, options, effort);
  }
}

/// True if it is time to stop before long rungs: an answer that counts as on the cone is good
/// enough here.
bool IslandLadder::has_ended(const Options& options, const Effort& effort) const {
  return best_.residual() <= kTolerated * options.solved || effort.left() < effort.unit();
}

IslandLadder::Result IslandLadder::seek_rest(IslandSystem& system, const Options& options,
                                             Effort& effort) {
  const double before = effort.spent_units();
  best_.reset();
  best_rung_ = Rung::remembered;
  start_.assign(system.num_groups(), Vec3::Zero());
  best_.offer(system, start_);
  multiply(system, start_, kShortWalk, options, effort);
  return {best_.residual(), best_rung_, effort.spent_units() - before};
}

/// Runs the multipliers from these impulses for at most `most` units.
void IslandLadder::multiply(IslandSystem& system, const Rows& from, double most,
                            const Options& options, Effort& effort) {
  run(Rung::augmented_lagrangian, options, [&] {
    lagrangian_.run(system, from,
                    {.accepted = options.accepted,
                     .sufficient = std::max(options.accepted, kEnough * options.solved),
                     .tolerated = kTolerated * options.solved,
                     .most = most},
                    effort, best_);
    contradictions_ += lagrangian_.is_contradiction();
  });
}

void IslandLadder::follow_path(IslandSystem& system, const Homotopy::Options& path,
                               const Options& options, Effort& effort) {
  run(Rung::homotopy, options, [&] { homotopy_.run(system, path, effort, best_); });
}

}  // namespace stiction
