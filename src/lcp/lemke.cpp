#include <stiction/lcp/lemke.h>

#include "lcp_scaling.h"
#include "lemke_answer.h"
#include "lemke_ladder.h"
#include "problem_checks.h"
#include "ranged_lcp.h"

#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace stiction {
namespace {

void validate(const LemkeOptions& options, std::size_t n) {
  require_option(options.covering_spread >= 0.0 && std::isfinite(options.covering_spread),
                 "a finite covering_spread >= 0", options.covering_spread);
  require_option(options.pivot_threshold > 0.0 && options.pivot_threshold < 1.0,
                 "pivot_threshold in (0, 1)", options.pivot_threshold);
  require_option(options.tie_width >= 0.0 && std::isfinite(options.tie_width),
                 "a finite tie_width >= 0", options.tie_width);
  require_option(options.pivot_limit >= 0, "pivot_limit >= 0", options.pivot_limit);
  require_option(options.restarts >= 0, "restarts >= 0", options.restarts);
  require_option(options.tolerance > 0.0, "tolerance > 0", options.tolerance);
  if (options.covering_group.empty()) return;
  require_option(options.covering_group.size() == n,
                 "a covering_group with one number for each row of M",
                 static_cast<double>(options.covering_group.size()));
  for (const int group : options.covering_group) {
    require_option(group >= 0 && static_cast<std::size_t>(group) < n,
                   "covering_group numbers in [0, number of rows)", group);
  }
}

/// True if z = 0 solves the problem.
bool is_trivial(const Lcp& problem) { return problem.q.size() == 0 || problem.q.minCoeff() >= 0.0; }

}  // namespace

struct LemkeSolver::Workspace {
  void start(const LemkeOptions& options, std::size_t n);

  LcpSolution solution;
  std::vector<int> own_groups;  ///< 0, 1, ...: one group per row
  std::span<const int> group;
  LcpScaling scaling;
  LemkeLadder ladder;
  PlainLemkeAnswer answer;
  RangedLcp form;  ///< for a problem with bounds
  BoxLemkeAnswer box_answer;
  const Eigen::VectorXd without_range;
};

LemkeSolver::LemkeSolver() : workspace_(std::make_unique<Workspace>()) {}
LemkeSolver::~LemkeSolver() = default;
LemkeSolver::LemkeSolver(LemkeSolver&&) noexcept = default;
LemkeSolver& LemkeSolver::operator=(LemkeSolver&&) noexcept = default;

const LcpSolution& LemkeSolver::solve(const Lcp& problem, const LemkeOptions& options) {
  const auto n = static_cast<std::size_t>(problem.q.size());
  stiction::validate(problem);
  validate(options, n);
  Workspace& work = *workspace_;
  LcpStatistics& statistics = work.solution.statistics;
  work.start(options, n);
  work.scaling.compute(problem, work.group);
  work.answer.start(problem, work.scaling, statistics);
  LcpStop stop = LcpStop::complementary;
  if (is_trivial(problem)) {
    ++statistics.runs[static_cast<std::size_t>(LcpStage::trivial)];
  } else {
    const LemkeProblem posed = {problem, work.without_range, work.group};
    stop = work.ladder.climb(posed, work.scaling, options, work.answer, statistics);
  }
  work.answer.finish(options.tolerance, stop, work.solution);
  return work.solution;
}

const LcpSolution& LemkeSolver::solve(const BoxLcp& problem, const LemkeOptions& options) {
  const auto n = static_cast<std::size_t>(problem.q.size());
  stiction::validate(problem);
  validate(options, n);
  Workspace& work = *workspace_;
  LcpStatistics& statistics = work.solution.statistics;
  work.start(options, n);
  work.form.reduce(problem, work.group);
  const Lcp& form = work.form.lcp();
  work.box_answer.start(problem, statistics, work.form, work.scaling);
  LcpStop stop = LcpStop::complementary;
  if (!form.q.allFinite()) {
    stop = LcpStop::diverged;
  } else if (is_trivial(form)) {
    ++statistics.runs[static_cast<std::size_t>(LcpStage::trivial)];
    work.box_answer.take_origin();
  } else {
    work.scaling.compute(form, work.form.group());
    const LemkeProblem posed = {form, work.form.range(), work.form.group()};
    stop = work.ladder.climb(posed, work.scaling, options, work.box_answer, statistics);
  }
  work.box_answer.finish(options.tolerance, stop, work.solution);
  return work.solution;
}

void LemkeSolver::Workspace::start(const LemkeOptions& options, std::size_t n) {
  solution.statistics = {};
  group = options.covering_group;
  if (!group.empty()) return;
  own_groups.resize(n);
  std::iota(own_groups.begin(), own_groups.end(), 0);
  group = own_groups;
}

}  // namespace stiction
