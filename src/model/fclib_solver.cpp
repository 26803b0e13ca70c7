#include <stiction/lcp/lcp_solvers.h>
#include <stiction/model/fclib_solver.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "fclib_candidates.h"
#include "fclib_passes.h"
#include "fclib_search.h"

namespace stiction {
namespace {

/// Solvers that search with pyramids and Newton's method on the cone.
constexpr std::array<std::string_view, 3> kSearching = {"reduced-lemke", "structural-lemke",
                                                        "lemke"};
constexpr std::string_view kStaggered = "staggered";

void validate(const FclibSolverOptions& options) {
  const std::vector<std::string> names = fclib_solver_names();
  if (std::find(names.begin(), names.end(), options.solver) == names.end()) {
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
    throw std::invalid_argument("expected a finite tolerance > 0, got " +
                                std::to_string(options.tolerance));
  }
}

LcpStop run(FclibCandidates& candidates, const FclibSolverOptions& options) {
  const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(candidates.cone().size());
  if (candidates.consider(nothing, FclibStage::trivial)) return LcpStop::residual;
  if (options.solver == kStaggered) return stagger_fclib(candidates);
  if (std::ranges::find(kSearching, options.solver) != kSearching.end()) {
    return FclibSearch(candidates, options).run();
  }
  return pass_fclib(candidates, options);
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
  constexpr std::array<std::string_view, 6> kNames = {"trivial", "pyramid",   "newton",
                                                      "sweeps",  "splitting", "staggering"};
  return kNames[static_cast<std::size_t>(stage)];
}

std::vector<std::string> fclib_solver_names() {
  std::vector<std::string> names(kSearching.begin(), kSearching.end());
  for (const LcpSolverInfo& info : lcp_solvers()) {
    if (std::ranges::find(names, info.name) == names.end()) names.emplace_back(info.name);
  }
  names.emplace_back(kStaggered);
  return names;
}

FclibAnswer solve_fclib(const FclibProblem& problem, const FclibSolverOptions& options) {
  validate(options);
  validate(problem);
  FclibCandidates candidates(problem, options.tolerance);
  const LcpStop stop = run(candidates, options);
  candidates.answer().stop = stop;
  candidates.answer().status = status_of(stop);
  return std::move(candidates.answer());
}

}  // namespace stiction
