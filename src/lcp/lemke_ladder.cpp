#include "lemke_ladder.h"

#include "covering_vector.h"

#include <algorithm>
#include <cstdint>

namespace stiction {
namespace {

constexpr int kNumRungs = 3;
struct Rung {
  LcpStage stage;
  TieRule tie_rule;
};
constexpr Rung kLadder[kNumRungs] = {
    {LcpStage::largest_pivot, TieRule::largest_pivot},
    {LcpStage::lexicographic, TieRule::lexicographic},
    {LcpStage::extended_precision, TieRule::largest_pivot},
};

}  // namespace

/// Each rung has an equal share of the pivots and some runs. All but the last are cut short, since
/// a run that takes many more pivots than there are rows has a bad covering vector.
LcpStop LemkeLadder::climb(const LemkeProblem& problem, const LcpScaling& scaling,
                           const LemkeOptions& options, LemkeAnswer& answer,
                           LcpStatistics& statistics) {
  const int n = static_cast<int>(problem.lcp.q.size());
  const int limit = options.pivot_limit > 0 ? options.pivot_limit : 50 * n + 500;
  LcpStop stop = LcpStop::iteration_limit;
  int num_runs = 0;
  for (int k = 0; k < kNumRungs; ++k) {
    const int rung_limit = static_cast<int>(static_cast<std::int64_t>(limit) * (k + 1) / kNumRungs);
    for (int restart = 0; restart <= options.restarts; ++restart) {
      const int left = rung_limit - statistics.pivots;
      if (left <= 0) break;
      const LemkeRule rule = {
          .tie_rule = kLadder[k].tie_rule,
          .pivot_threshold = options.pivot_threshold,
          .tie_width = options.tie_width,
          .limit = {restart < options.restarts ? std::min(left, 3 * n + 20) : left,
                    options.may_go_on}};
      make_covering_vector(problem.group, options.covering_spread, options.seed, num_runs,
                           covering_);
      statistics.restarts = num_runs++;
      statistics.stage = kLadder[k].stage;
      ++statistics.runs[static_cast<std::size_t>(statistics.stage)];
      stop = run(problem, scaling, statistics.stage, rule, answer, statistics.pivots);
      if (answer.best_error() <= options.tolerance) return stop;
    }
  }
  return stop;
}

LcpStop LemkeLadder::run(const LemkeProblem& problem, const LcpScaling& scaling, LcpStage stage,
                         const LemkeRule& rule, LemkeAnswer& answer, int& pivots) {
  if (stage == LcpStage::extended_precision) {
    return run_in(extended_tableau_, problem, scaling, rule, answer, pivots);
  }
  return run_in(tableau_, problem, scaling, rule, answer, pivots);
}

template <class Scalar>
LcpStop LemkeLadder::run_in(LemkeTableau<Scalar>& tableau, const LemkeProblem& problem,
                            const LcpScaling& scaling, const LemkeRule& rule, LemkeAnswer& answer,
                            int& pivots) {
  tableau.reset(problem.lcp, problem.range, scaling, covering_);
  const LcpStop stop = tableau.run(rule, pivots);
  if (stop == LcpStop::complementary) answer.take(tableau);
  return stop;
}

}  // namespace stiction
