#include "fclib_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "dense_cone_sweep.h"
#include "facet_alignment.h"
#include "facet_angles.h"

namespace stiction {
namespace {

/// Passes of one round of pyramids, and passes without a better answer that end it.
constexpr int kPassesPerRound = 20;
constexpr int kSearchPatience = 4;
/// Rounds of pyramids: directions are multiplied by these, and each has its own covering vector.
constexpr std::array kFiner = {1, 2, 4, 1, 2, 4};
/// Newton's method, with these factors in turn,
constexpr int kSearchNewtonIterations = 25;
constexpr std::array kSearchRhoFactors = {1.0, 1e2, 1e4, 1e-2, 10.0, 0.1};
/// alternates with so many sweeps: after a pyramid, and for so many rounds when that was not it.
constexpr int kSearchSweeps = 50;
constexpr int kRescueRounds = 40;
/// Residuals below this are left as they are.
constexpr double kExactResidual = 1e-13;
/// Pivots that a pyramid has at least.
constexpr double kLeastPivots = 200;
/// Rows of the posed pyramids that more directions may lead to; 8 bytes times the square of it.
constexpr int kMostRows = 8000;

}  // namespace

FclibSearch::FclibSearch(FclibCandidates& candidates, const FclibSolverOptions& options)
    : candidates_(candidates),
      options_(options),
      cone_(candidates.cone()),
      r_(Eigen::VectorXd::Zero(cone_.size())),
      angles_(cone_.mu.size(), 0.0) {}

LcpStop FclibSearch::run() {
  if (climb()) {
    refine();
    return LcpStop::residual;
  }
  return may_go_on() ? LcpStop::stagnation : LcpStop::iteration_limit;
}

bool FclibSearch::may_go_on() const { return work_ < kMostFclibWork; }

bool FclibSearch::climb() {
  for (std::size_t k = 0; k < kFiner.size() && may_go_on(); ++k) {
    ++statistics().attempts;
    const int directions = count_directions(kFiner[k]);
    if (solve_pyramids(directions, k + 1)) return true;
    r_ = candidates_.best();
    if (polish(kRescueRounds, FclibStage::sweeps)) return true;
  }
  return false;
}

/// Finer by a factor where that is affordable.
int FclibSearch::count_directions(int factor) const {
  const int finer = std::min(factor * options_.directions, kMostFclibDirections);
  return cone_.num_contacts() * (finer + 2) <= kMostRows ? finer : options_.directions;
}

/// The facets agree as soon as the tolerance allows; Newton's method goes on to round-off.
void FclibSearch::refine() {
  if (candidates_.answer().residual <= kExactResidual || !may_go_on()) return;
  const FclibAnswer accepted = candidates_.answer();
  r_ = candidates_.best();
  const int iterations = newton_.improve(cone_, {kSearchNewtonIterations, 1.0}, r_);
  const bool is_better = consider(accepted.statistics.stage);
  if (!is_better) candidates_.answer() = accepted;
  statistics().newton_iterations = accepted.statistics.newton_iterations + iterations;
}

/// Pyramids, their facets turned until they agree with the answer, and Newton's method from each.
bool FclibSearch::solve_pyramids(int directions, std::uint64_t seed) {
  const std::unique_ptr<FacetPyramid> pyramid =
      make_facet_pyramid(cone_, options_.solver, directions, seed);
  const double spacing = 2 * std::numbers::pi / directions;
  point_against_slip(cone_, angles_);
  if (seed > 1) perturb_facets(spacing, seed, angles_);
  int last_progress = 0;
  for (int pass = 0; pass < kPassesPerRound && may_go_on(); ++pass) {
    const double before = candidates_.best_residual();
    const int pivots = statistics().pivots;
    const double affordable =
        std::max(kLeastPivots, (kMostFclibWork - work_) / pyramid->pivot_work());
    const bool is_solved = pyramid->solve(angles_, affordable, r_, statistics().pivots);
    work_ += (1 + statistics().pivots - pivots) * pyramid->pivot_work();
    ++statistics().pyramids;
    if (consider(FclibStage::pyramid)) return true;
    if (candidates_.best_residual() < 0.9 * before) last_progress = pass;
    const double turned = is_solved ? turn(*pyramid, spacing) : 0.0;
    if (turned > kFclibSettledTurn && pass - last_progress < kSearchPatience) continue;
    if (polish(1, FclibStage::newton)) return true;
    if (!is_solved || cone_.dimension == 2) return false;
    perturb_facets(0.1 * spacing, seed + static_cast<std::uint64_t>(pass), angles_);
    last_progress = pass;
  }
  return false;
}

/// Newton's method from the present impulses; where it fails, sweeps take it to a better start.
bool FclibSearch::polish(int rounds, FclibStage stage) {
  for (int round = 0; round < rounds && may_go_on(); ++round) {
    const Eigen::VectorXd start = r_;
    const int iterations = newton_.improve(
        cone_, {kSearchNewtonIterations, kSearchRhoFactors[round % kSearchRhoFactors.size()]}, r_);
    statistics().newton_iterations += iterations;
    const double k = newton_.num_unknowns();
    work_ += iterations * (4 * k * k * k + 5.0 * cone_.size() * cone_.size());
    if (consider(stage)) return true;
    r_ = start;
    sweep_cone_exactly(cone_, kSearchSweeps, r_);
    statistics().sweeps += kSearchSweeps;
    work_ += kSearchSweeps * (1.0 * cone_.size() * cone_.size() + 1e4 * cone_.num_contacts());
    if (consider(stage)) return true;
  }
  return false;
}

/// Turns the facets by Newton's method on their angles or, where that is not defined, to the
/// friction and slip of the last candidate. Returns the largest turn, rad.
double FclibSearch::turn(FacetPyramid& pyramid, double spacing) {
  if (cone_.dimension == 2) return 0;
  const std::vector<double> before = angles_;
  if (pyramid.calc_turns(turns_)) {
    double largest = 0;
    for (const double turn : turns_) largest = std::max(largest, std::abs(turn));
    if (largest > 0 && largest <= kMaxNewtonTurn) {
      for (std::size_t c = 0; c < angles_.size(); ++c) angles_[c] += turns_[c];
      return largest;
    }
  }
  align_facets(cone_, r_, spacing, angles_);
  return largest_turn(before, angles_);
}

}  // namespace stiction
