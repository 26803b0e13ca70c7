#include <stiction/lcp/lemke.h>

#include "active_set_polish.h"
#include "answer_keeper.h"
#include "covering_vector.h"
#include "lcp_scaling.h"
#include "lemke_tableau.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace stiction {
namespace {

/// Answers with a larger error are refined and polished; below it they are at rounding error.
constexpr double kPolishAbove = 1e-12;

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

LcpStop stop_of(LemkeEnd end) {
  switch (end) {
    case LemkeEnd::complementary:
      return LcpStop::complementary;
    case LemkeEnd::ray:
      return LcpStop::ray;
    case LemkeEnd::pivot_limit:
      return LcpStop::iteration_limit;
  }
  return LcpStop::not_applicable;
}

void require(bool holds, const char* expected, double given) {
  if (holds) return;
  throw std::invalid_argument(std::string("expected ") + expected + ", got " +
                              std::to_string(given));
}

void validate(const LemkeOptions& options, std::size_t n) {
  require(options.covering_spread >= 0.0 && std::isfinite(options.covering_spread),
          "a finite covering_spread >= 0", options.covering_spread);
  require(options.pivot_threshold > 0.0 && options.pivot_threshold < 1.0,
          "pivot_threshold in (0, 1)", options.pivot_threshold);
  require(options.tie_width >= 0.0 && std::isfinite(options.tie_width), "a finite tie_width >= 0",
          options.tie_width);
  require(options.pivot_limit >= 0, "pivot_limit >= 0", options.pivot_limit);
  require(options.restarts >= 0, "restarts >= 0", options.restarts);
  require(options.tolerance > 0.0, "tolerance > 0", options.tolerance);
  if (options.covering_group.empty()) return;
  require(options.covering_group.size() == n, "a covering_group with one number for each row of M",
          static_cast<double>(options.covering_group.size()));
  for (const int group : options.covering_group) {
    require(group >= 0 && static_cast<std::size_t>(group) < n,
            "covering_group numbers in [0, number of rows)", group);
  }
}

}  // namespace

struct LemkeSolver::Workspace {
  void start(const Lcp& problem, const LemkeOptions& options);
  void climb(const Lcp& problem, const LemkeOptions& options);
  LemkeEnd run(const Lcp& problem, const LemkeOptions& options, const Rung& rung, int pivot_limit);
  template <class Scalar>
  LemkeEnd run_in(LemkeTableau<Scalar>& lemke, const Lcp& problem, const LemkeRule& rule);
  template <class Scalar>
  void take_answer(const LemkeTableau<Scalar>& tableau, const Lcp& problem);
  template <class Scalar>
  double refine(const LemkeTableau<Scalar>& tableau, const Lcp& problem);
  void finish(const LemkeOptions& options);

  LcpSolution solution;
  std::vector<int> own_groups;  ///< 0, 1, ...: one group per row
  std::span<const int> group;
  LcpScaling scaling;
  Eigen::VectorXd covering;
  LemkeTableau<double> tableau;
  LemkeTableau<long double> extended_tableau;
  std::vector<bool> is_active;
  Eigen::VectorXd z;
  AnswerKeeper keeper;
  ActiveSetPolish polish;
};

LemkeSolver::LemkeSolver() : workspace_(std::make_unique<Workspace>()) {}
LemkeSolver::~LemkeSolver() = default;
LemkeSolver::LemkeSolver(LemkeSolver&&) noexcept = default;
LemkeSolver& LemkeSolver::operator=(LemkeSolver&&) noexcept = default;

const LcpSolution& LemkeSolver::solve(const Lcp& problem, const LemkeOptions& options) {
  stiction::validate(problem);
  validate(options, static_cast<std::size_t>(problem.q.size()));
  Workspace& work = *workspace_;
  work.start(problem, options);
  if (problem.q.size() > 0 && problem.q.minCoeff() < 0.0) {
    work.climb(problem, options);
  } else {
    ++work.solution.statistics.runs[static_cast<std::size_t>(LcpStage::trivial)];
  }
  work.finish(options);
  return work.solution;
}

void LemkeSolver::Workspace::start(const Lcp& problem, const LemkeOptions& options) {
  const auto n = static_cast<std::size_t>(problem.q.size());
  solution.status = LcpStatus::no_solution_found;
  solution.stop = LcpStop::complementary;
  solution.statistics = {};
  group = options.covering_group;
  if (group.empty()) {
    own_groups.resize(n);
    std::iota(own_groups.begin(), own_groups.end(), 0);
    group = own_groups;
  }
  is_active.resize(n);
  z.resize(problem.q.size());
  scaling.compute(problem, group);
  keeper.start(problem, scaling);
}

/// The ladder. Each rung has an equal share of the pivots and some runs, each with a covering
/// vector of its own; all but the last are cut short, since a run that takes many more pivots than
/// there are rows has met a bad covering vector.
void LemkeSolver::Workspace::climb(const Lcp& problem, const LemkeOptions& options) {
  const int n = static_cast<int>(problem.q.size());
  const int limit = options.pivot_limit > 0 ? options.pivot_limit : 50 * n + 500;
  LcpStatistics& statistics = solution.statistics;
  int num_runs = 0;
  for (int k = 0; k < kNumRungs; ++k) {
    const int rung_limit = static_cast<int>(static_cast<std::int64_t>(limit) * (k + 1) / kNumRungs);
    for (int restart = 0; restart <= options.restarts; ++restart) {
      const int left = rung_limit - statistics.pivots;
      if (left <= 0) break;
      const int run_limit = restart < options.restarts ? std::min(left, 3 * n + 20) : left;
      make_covering_vector(group, options.covering_spread, options.seed, num_runs, covering);
      statistics.restarts = num_runs++;
      statistics.stage = kLadder[k].stage;
      const LemkeEnd end = run(problem, options, kLadder[k], run_limit);
      if (keeper.best_error() <= options.tolerance) return;
      solution.status =
          end == LemkeEnd::pivot_limit ? LcpStatus::iteration_limit : LcpStatus::no_solution_found;
      solution.stop = stop_of(end);
    }
  }
}

LemkeEnd LemkeSolver::Workspace::run(const Lcp& problem, const LemkeOptions& options,
                                     const Rung& rung, int pivot_limit) {
  ++solution.statistics.runs[static_cast<std::size_t>(rung.stage)];
  const LemkeRule rule = {.tie_rule = rung.tie_rule,
                          .pivot_threshold = options.pivot_threshold,
                          .tie_width = options.tie_width,
                          .pivot_limit = pivot_limit};
  if (rung.stage == LcpStage::extended_precision) {
    return run_in(extended_tableau, problem, rule);
  }
  return run_in(tableau, problem, rule);
}

template <class Scalar>
LemkeEnd LemkeSolver::Workspace::run_in(LemkeTableau<Scalar>& lemke, const Lcp& problem,
                                        const LemkeRule& rule) {
  lemke.reset(problem, scaling, covering);
  const LemkeEnd end = lemke.run(rule, solution.statistics.pivots);
  if (end == LemkeEnd::complementary) take_answer(lemke, problem);
  return end;
}

/// Offers the complementary basis to the judge: as the tableau has it; refined by the inverse that
/// the tableau holds; solved for afresh. Each only if the one before is not at rounding error.
template <class Scalar>
void LemkeSolver::Workspace::take_answer(const LemkeTableau<Scalar>& lemke, const Lcp& problem) {
  for (int i = 0; i < static_cast<int>(z.size()); ++i) {
    is_active[static_cast<std::size_t>(i)] = lemke.is_z_basic(i);
    z[i] = scaling.unscale_z(static_cast<double>(lemke.z(i)), i);
  }
  if (keeper.offer(problem, scaling, z) <= kPolishAbove) return;
  if (refine(lemke, problem) <= kPolishAbove) return;
  polish.run(problem, scaling, is_active, keeper.best(), kPolishAbove, keeper, solution.statistics);
}

/// z_a -= M_aa^-1 w_a with w as the judge's scaled problem has it for the last candidate.
template <class Scalar>
double LemkeSolver::Workspace::refine(const LemkeTableau<Scalar>& lemke, const Lcp& problem) {
  const int n = static_cast<int>(z.size());
  for (int i = 0; i < n; ++i) {
    if (!is_active[static_cast<std::size_t>(i)]) continue;
    Scalar step(0);
    for (int j = 0; j < n; ++j) {
      if (is_active[static_cast<std::size_t>(j)]) step -= lemke.dz_dw(i, j) * keeper.scaled_w(j);
    }
    z[i] += scaling.unscale_z(static_cast<double>(step), i);
  }
  return keeper.offer(problem, scaling, z);
}

void LemkeSolver::Workspace::finish(const LemkeOptions& options) {
  solution.z = keeper.best();
  solution.residual = keeper.best_residual();
  solution.statistics.iterations = solution.statistics.pivots;
  if (solution.residual > options.tolerance) return;
  solution.status = LcpStatus::solved;
  solution.stop = LcpStop::residual;
}

}  // namespace stiction
