#pragma once

#include <stiction/model/fclib_solver.h>

#include <cstdint>
#include <vector>

#include "dense_cone_newton.h"
#include "facet_pyramid.h"
#include "fclib_candidates.h"

namespace stiction {

/// The search of Lemke's and Lloyd's solvers: pyramids whose facets are turned, by Newton's method
/// on their angles or to the slip or friction that came out, until they agree with the answer;
/// where they do not, Newton's method on the cone from there; then the same after sweeps of
/// Gauss-Seidel; then all again with more directions, other covering vectors and perturbed angles.
class FclibSearch {
 public:
  FclibSearch(FclibCandidates& candidates, const FclibSolverOptions& options);

  /// Why it ended: `residual`, `iteration_limit` or, where everything had been tried, `stagnation`.
  LcpStop run();

 private:
  bool climb();
  int count_directions(int factor) const;
  void refine();
  bool solve_pyramids(int directions, std::uint64_t seed);
  bool polish(int rounds, FclibStage stage);
  bool consider(FclibStage stage) { return candidates_.consider(r_, stage); }
  double turn(FacetPyramid& pyramid, double spacing);
  bool may_go_on() const;
  FclibStatistics& statistics() { return candidates_.answer().statistics; }

  FclibCandidates& candidates_;
  const FclibSolverOptions& options_;
  const ConeProblem& cone_;
  Eigen::VectorXd r_;  ///< the present candidate, in units of `cone_`
  std::vector<double> angles_;
  std::vector<double> turns_;
  DenseConeNewton newton_;
  double work_ = 0;
};

}  // namespace stiction
