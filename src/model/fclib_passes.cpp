#include "fclib_passes.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "cone_splitting.h"
#include "facet_alignment.h"
#include "facet_pyramid.h"
#include "solver_work.h"

namespace stiction {
namespace {

constexpr int kMostSplittingPasses = 500;
constexpr int kMostPyramids = 40;
/// Pyramids without a better answer after which they end.
constexpr int kPyramidPatience = 10;
/// Facets that have settled are shaken by so much of their spacing.
constexpr double kShake = 0.1;

LcpStop split_fclib(FclibCandidates& candidates, std::unique_ptr<BoundedFriction> friction,
                    FclibStage stage, SolverWork& work) {
  const ConeProblem& cone = candidates.cone();
  ConeSplitting splitting(std::move(friction));
  splitting.start(cone, Eigen::VectorXd::Zero(cone.num_contacts()), candidates.best());
  while (splitting.num_passes() < kMostSplittingPasses && !work.is_over()) {
    const bool is_finite = splitting.pass(work);
    candidates.answer().statistics.passes = splitting.num_passes();
    candidates.answer().statistics.pivots = work.iterations();
    if (!is_finite) return work.is_over() ? LcpStop::iteration_limit : LcpStop::diverged;
    if (candidates.consider(splitting.impulses(), stage)) return LcpStop::residual;
    if (splitting.has_stagnated()) {
      const BoundedFriction& last = splitting.friction();
      return last.is_exact() ? LcpStop::stagnation : last.stop();
    }
    splitting.choose_next();
  }
  return LcpStop::iteration_limit;
}

/// Pyramids by a solver of the toolbox, their facets turned until they agree with the answer.
LcpStop turn_pyramids(FclibCandidates& candidates, const FclibSolverOptions& options,
                      Effort& effort) {
  const ConeProblem& cone = candidates.cone();
  FclibStatistics& statistics = candidates.answer().statistics;
  const double spacing = 2 * std::numbers::pi / options.directions;
  const std::unique_ptr<FacetPyramid> pyramid =
      make_facet_pyramid(cone, options.solver, options.directions, 1);
  std::vector<double> angles(static_cast<std::size_t>(cone.num_contacts()), 0.0);
  point_against_slip(cone, angles);
  Eigen::VectorXd r = candidates.best();
  int last_progress = 0;
  for (int pass = 0; pass < kMostPyramids && effort.left() > 0; ++pass) {
    const double before = candidates.best_residual();
    int pivots = 0;
    const bool is_solved = pyramid->solve(angles, effort.left() / pyramid->pivot_work(), r, pivots);
    statistics.pivots += pivots;
    ++statistics.pyramids;
    effort.spend(std::min(effort.left(), (1 + pivots) * pyramid->pivot_work()));
    if (candidates.consider(r, FclibStage::pyramid)) return LcpStop::residual;
    if (candidates.best_residual() < 0.9 * before) last_progress = pass;
    if (pass - last_progress >= kPyramidPatience) {
      return is_solved ? LcpStop::stagnation : pyramid->stop();
    }
    const std::vector<double> turned_from = angles;
    align_facets(cone, r, spacing, angles);
    if (!is_solved || largest_turn(turned_from, angles) <= kFclibSettledTurn) {
      perturb_facets(kShake * spacing, static_cast<std::uint64_t>(pass) + 1, angles);
    }
  }
  return LcpStop::iteration_limit;
}

}  // namespace

LcpStop pass_fclib(FclibCandidates& candidates, const FclibSolverOptions& options) {
  Effort effort(kMostFclibWork, 1, nullptr);
  SolverWork work(effort);
  const LcpStop stop =
      split_fclib(candidates, make_joint_friction(options.solver), FclibStage::splitting, work);
  // The pyramid's matrix is not symmetric.
  const bool takes_pyramids =
      is_guaranteed(*find_lcp_solver(options.solver), MatrixClass::p_matrix);
  if (stop == LcpStop::residual || !takes_pyramids || work.is_over()) return stop;
  return turn_pyramids(candidates, options, effort);
}

LcpStop stagger_fclib(FclibCandidates& candidates) {
  Effort effort(kMostFclibWork, 1, nullptr);
  SolverWork work(effort);
  return split_fclib(candidates, make_staggered_friction(), FclibStage::staggering, work);
}

}  // namespace stiction
