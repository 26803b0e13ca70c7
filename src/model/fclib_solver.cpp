#include <stiction/lcp/lcp_solvers.h>
#include <stiction/math/rejected_number.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/fclib_solver.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "bounded_friction.h"
#include "fclib_candidates.h"
#include "fclib_island.h"
#include "fclib_passes.h"
#include "fclib_pyramid.h"
#include "infinity.h"
#include "island_ladder.h"

namespace stiction {
namespace {

constexpr std::string_view kLadder = "coulomb";
/// Solvers of a pyramid, from whose answer the ladder goes on.
constexpr std::array<std::string_view, 3> kPivoting = {"reduced-lemke", "structural-lemke",
                                                       "lemke"};
constexpr std::string_view kStaggered = "staggered";
constexpr int kMostFclibDirections = 64;
/// Residuals below this are left as they are.
constexpr double kExactResidual = 1e-13;
/// What the ladder aims at. Its judge has other units than FCLIB's, hence the margin.
constexpr double kAimedFclibResidual = 1e-12;
constexpr double kSolvedFclibResidual = 1e-10;
constexpr double kLadderMargin = 0.01;
/// Enough for an interior path, however large the problem is.
constexpr double kLeastFactorisations = 100;

void validate(const FclibSolverOptions& options) {
  const std::vector<std::string> names = fclib_solver_names();
  if (std::ranges::find(names, options.solver) == names.end()) {
    std::string text = "expected a solver of contact problems, one of";
    for (const std::string& name : names) text += " " + name;
    throw std::invalid_argument(text + ", got " + options.solver);
  }
  if (options.directions < 4 || options.directions > kMostFclibDirections ||
      options.directions % 2 != 0) {
    throw std::invalid_argument("expected an even number of directions from 4 to " +
                                std::to_string(kMostFclibDirections) + ", got " +
                                std::to_string(options.directions));
  }
  if (!(options.tolerance > 0) || !std::isfinite(options.tolerance)) {
    reject_number("a finite tolerance > 0", options.tolerance);
  }
}

FclibStage stage_of(Rung rung) {
  switch (rung) {
    case Rung::homotopy:
      return FclibStage::homotopy;
    case Rung::augmented_lagrangian:
      return FclibStage::augmented_lagrangian;
    default:
      return FclibStage::finish;
  }
}

/// The ladder, from a pyramid's answer if there is one; one that is solved it only brings nearer to
/// round-off.
LcpStop climb(const FclibProblem& problem, double tolerance, FclibCandidates& candidates) {
  const FclibAnswer& best = candidates.answer();
  const bool is_solved = best.residual <= tolerance;
  if (is_solved && best.residual <= kExactResidual) return LcpStop::residual;
  FclibIsland island(problem);
  const double units = kMostFclibWork / island.unit();
  Effort effort(std::clamp(units, kLeastFactorisations, kDefaultEffort), 1, nullptr);
  const Rows start = island.to_groups(best.r);
  const bool has_start = best.statistics.stage == FclibStage::pyramid;
  const double solved = std::min(kSolvedFclibResidual, kLadderMargin * tolerance);
  IslandLadder ladder;
  const IslandLadder::Result result = ladder.solve(island.system(), has_start ? &start : nullptr,
                                                   {.steady = kExactResidual,
                                                    .accepted = kAimedFclibResidual,
                                                    .solved = is_solved ? kInfinity : solved},
                                                   effort);
  candidates.answer().statistics.factorisations += static_cast<int>(effort.spent());
  const FclibStage stage = is_solved ? best.statistics.stage : stage_of(result.rung);
  const bool is_found = candidates.consider(island.from_groups(ladder.best().impulses()), stage);
  if (is_solved || is_found) return LcpStop::residual;
  return effort.left() < effort.unit() ? LcpStop::iteration_limit : LcpStop::stagnation;
}

LcpStop run(const FclibProblem& problem, const FclibSolverOptions& options,
            FclibCandidates& candidates) {
  const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(problem.dimension * problem.mu.size());
  if (candidates.consider(nothing, FclibStage::trivial)) return LcpStop::residual;
  if (options.solver == kStaggered) {
    return pass_fclib(candidates, make_staggered_friction(), FclibStage::staggering);
  }
  const bool is_pivoting = poses_fclib_pyramid(options.solver);
  if (options.solver != kLadder && !is_pivoting) {
    return pass_fclib(candidates, make_joint_friction(options.solver), FclibStage::splitting);
  }
  if (is_pivoting) solve_fclib_pyramid(candidates, options);
  const LcpStop stop = climb(problem, options.tolerance, candidates);
  if (stop == LcpStop::residual || is_pivoting) return stop;
  // Pivots lead elsewhere: to an answer of 9 of 11 random problems that the ladder had left.
  FclibSolverOptions pivoting = options;
  pivoting.solver = kPivoting.front();
  solve_fclib_pyramid(candidates, pivoting);
  return climb(problem, options.tolerance, candidates);
}

LcpStatus status_of(LcpStop stop) {
  switch (stop) {
    case LcpStop::residual:
      return LcpStatus::solved;
    case LcpStop::iteration_limit:
      return LcpStatus::iteration_limit;
    default:
      return LcpStatus::no_solution_found;
  }
}

}  // namespace

std::string_view to_string(FclibStage stage) {
  constexpr std::array<std::string_view, 7> kNames = {
      "trivial",   "pyramid",   "finish", "homotopy", "augmented-lagrangian",
      "splitting", "staggering"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::vector<std::string> fclib_solver_names() {
  std::vector<std::string> names = {std::string(kLadder)};
  names.insert(names.end(), kPivoting.begin(), kPivoting.end());
  for (const LcpSolverInfo& info : lcp_solvers()) {
    if (std::ranges::find(names, info.name) == names.end()) names.emplace_back(info.name);
  }
  names.emplace_back(kStaggered);
  return names;
}

bool poses_fclib_pyramid(std::string_view solver) {
  return std::ranges::find(kPivoting, solver) != kPivoting.end();
}

FclibAnswer solve_fclib(const FclibProblem& problem, const FclibSolverOptions& options) {
  validate(options);
  validate(problem);
  FclibCandidates candidates(problem, options.tolerance);
  FclibAnswer& answer = candidates.answer();
  answer.stop = run(problem, options, candidates);
  answer.status = status_of(answer.stop);
  answer.residual = calc_fclib_residual(problem, answer.r);
  return std::move(answer);
}

}  // namespace stiction
