#include "fclib_passes.h"

#include <utility>

#include "cone_splitting.h"
#include "solver_work.h"

namespace stiction {
namespace {

constexpr int kMostSplittingPasses = 500;

}  // namespace

LcpStop pass_fclib(FclibCandidates& candidates, std::unique_ptr<BoundedFriction> friction,
                   FclibStage stage) {
  Effort effort(kMostFclibWork, 1, nullptr);
  SolverWork work(effort);
  const ConeProblem& cone = candidates.cone();
  ConeSplitting splitting(std::move(friction));
  splitting.start(cone, Eigen::VectorXd::Zero(cone.num_contacts()),
                  Eigen::VectorXd::Zero(cone.size()));
  while (splitting.num_passes() < kMostSplittingPasses && !work.is_over()) {
    const bool is_finite = splitting.pass(work);
    candidates.answer().statistics.passes = splitting.num_passes();
    candidates.answer().statistics.pivots = work.iterations();
    if (!is_finite) return work.is_over() ? LcpStop::iteration_limit : LcpStop::diverged;
    if (candidates.consider_scaled(splitting.impulses(), stage)) return LcpStop::residual;
    if (splitting.has_stagnated()) {
      const BoundedFriction& last = splitting.friction();
      return last.is_exact() ? LcpStop::stagnation : last.stop();
    }
    splitting.choose_next();
  }
  return LcpStop::iteration_limit;
}

}  // namespace stiction
