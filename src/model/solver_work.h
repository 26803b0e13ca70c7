#pragma once

#include <stiction/lcp/lcp_solvers.h>
#include <stiction/model/effort.h>

#include <functional>

namespace stiction {

/// Books the work of the toolbox's solvers on dense problems as effort, and counts their pivots or
/// iterations.
class SolverWork {
 public:
  explicit SolverWork(Effort& effort);
  SolverWork(const SolverWork&) = delete;
  SolverWork& operator=(const SolverWork&) = delete;

  /// Books posing a problem with `rows` rows and factoring a warm start; call it before a solve.
  /// False if this exceeds what is left.
  bool begin(const LcpSolverInfo& solver, double rows);
  /// The function that the solver calls before each of its iterations
  /// (`LcpSolverOptions::may_go_on`).
  const std::function<bool()>* may_go_on() const { return &may_go_on_; }
  void count(int iterations) { iterations_ += iterations; }

  int iterations() const { return iterations_; }
  bool is_over() const { return !(effort_.left() > 0); }

 private:
  Effort& effort_;
  double iteration_work_ = 0;  ///< of the current solver
  std::function<bool()> may_go_on_;
  int iterations_ = 0;
};

/// Limit on the iterations of a solver on a problem with `rows` rows: enough for all it usually
/// needs.
int iteration_cap(const LcpSolverInfo& solver, double rows);

}  // namespace stiction
