#include "box_methods.h"

#include "stopwatch.h"

#include <stiction/lcp/block_pivot.h>
#include <stiction/lcp/dantzig.h>
#include <stiction/lcp/lcp_residual.h>

#include <algorithm>
#include <limits>

namespace stiction::bench {
namespace {

bool is_splitting(const LcpSolverInfo& info) {
  return info.name == "jacobi" || info.name == "pgs" || info.name == "psor";
}

class CatalogueMethod final : public BoxMethod {
 public:
  explicit CatalogueMethod(const LcpSolverInfo& info) : solver_(info.name) {}

  std::string_view name() const override { return solver_.info().name; }
  bool is_peer() const override { return false; }
  /// A block pivot exchanges many rows at once, as a Newton step does.
  bool counts_pivots() const override {
    return solver_.info().is_direct && solver_.info().name != "block-pivot";
  }
  bool is_guaranteed_for(MatrixClass matrix_class) const override {
    return is_guaranteed(solver_.info(), matrix_class);
  }

  void pose(const BoxLcp& problem) override { problem_ = &problem; }
  void solve() override { solution_ = &solver_.solve(*problem_, {.tolerance = kBoxTolerance}); }
  const Eigen::VectorXd& z() const override { return solution_->z; }
  int count() const override {
    const LcpStatistics& statistics = solution_->statistics;
    return counts_pivots() ? statistics.pivots : statistics.iterations;
  }
  bool was_cut() const override { return solution_->status == LcpStatus::iteration_limit; }

 private:
  NamedLcpSolver solver_;
  const BoxLcp* problem_ = nullptr;
  const LcpSolution* solution_ = nullptr;
};

/// A solver as in the papers, without the over-relaxed sweeps by which ours predict the initial
/// basis.
template <class Solver, class Options>
class UnpredictedMethod final : public BoxMethod {
 public:
  UnpredictedMethod(std::string_view name, bool counts_pivots)
      : name_(name), counts_pivots_(counts_pivots) {}

  std::string_view name() const override { return name_; }
  bool is_peer() const override { return false; }
  bool counts_pivots() const override { return counts_pivots_; }

  void pose(const BoxLcp& problem) override { problem_ = &problem; }
  void solve() override {
    solution_ = &solver_.solve(*problem_, Options{.sweeps = 0, .tolerance = kBoxTolerance});
  }
  const Eigen::VectorXd& z() const override { return solution_->z; }
  int count() const override { return solution_->statistics.iterations; }

 private:
  std::string_view name_;
  bool counts_pivots_;
  Solver solver_;
  const BoxLcp* problem_ = nullptr;
  const LcpSolution* solution_ = nullptr;
};

double timed_us(BoxMethod& method) {
  const Clock::time_point start = Clock::now();
  method.solve();
  return us_since(start);
}

/// The first solve is not timed: it fills the workspaces and the caches.
BoxRun judge(BoxMethod& method, const BoxLcp& problem) {
  method.pose(problem);
  method.solve();
  BoxRun run;
  run.residual = lcp_residual(problem, method.z());
  run.count = method.count();
  run.was_cut = method.was_cut();
  run.solved = run.residual <= kBoxTolerance;
  run.us = std::numeric_limits<double>::infinity();
  return run;
}

void time_problem(const std::vector<std::unique_ptr<BoxMethod>>& methods, const BoxLcp& problem,
                  const BoxEffort& effort, std::vector<BoxSeries>& all) {
  std::vector<double> spent(methods.size(), 0.0);
  for (int round = 0; round < effort.most_solves; ++round) {
    for (std::size_t k = 0; k < methods.size(); ++k) {
      if (spent[k] > effort.us_per_problem) continue;
      methods[k]->pose(problem);
      const double us = timed_us(*methods[k]);
      spent[k] += us;
      double& best = all[k].runs.back().us;
      best = std::min(best, us);
    }
  }
}

}  // namespace

std::vector<std::unique_ptr<BoxMethod>> make_box_methods() {
  std::vector<std::unique_ptr<BoxMethod>> methods;
  for (const LcpSolverInfo& info : lcp_solvers()) {
    if (!is_splitting(info)) methods.push_back(std::make_unique<CatalogueMethod>(info));
  }
  methods.push_back(
      std::make_unique<UnpredictedMethod<DantzigSolver, DantzigOptions>>("dantzig-cold", true));
  methods.push_back(std::make_unique<UnpredictedMethod<BlockPivotSolver, BlockPivotOptions>>(
      "block-pivot-cold", false));
#ifdef STICTION_BENCH_ODE
  add_ode_methods(methods);
#endif
  return methods;
}

std::vector<BoxSeries> run_box_methods(const std::vector<std::unique_ptr<BoxMethod>>& methods,
                                       const std::vector<BoxLcp>& problems,
                                       MatrixClass matrix_class, const BoxEffort& effort) {
  std::vector<BoxSeries> all;
  for (const auto& method : methods) {
    all.push_back({.method = std::string(method->name()),
                   .is_peer = method->is_peer(),
                   .counts_pivots = method->counts_pivots(),
                   .is_guaranteed = method->is_guaranteed_for(matrix_class)});
  }
  for (const BoxLcp& problem : problems) {
    for (std::size_t k = 0; k < methods.size(); ++k) {
      all[k].runs.push_back(judge(*methods[k], problem));
    }
    time_problem(methods, problem, effort, all);
  }
  return all;
}

}  // namespace stiction::bench
