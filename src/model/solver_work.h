#pragma once

#include <stiction/lcp/lcp_solvers.h>
#include <stiction/model/effort.h>

#include <functional>

namespace stiction {

/// Books what solvers of the toolbox do on dense problems as effort, and counts their pivots or
/// iterations.
class SolverWork {
 public:
  explicit SolverWork(Effort& effort);
  SolverWork(const SolverWork&) = delete;
  SolverWork& operator=(const SolverWork&) = delete;

  /// Books that a problem with so many rows is posed, and a warm start factored; to be asked before
  /// a solve. False if that is more than is left.
  bool begin(const LcpSolverInfo& solver, double rows);
  /// What the solver is to ask before each of its iterations (`LcpSolverOptions::may_go_on`).
  const std::function<bool()>* may_go_on() const { return &may_go_on_; }
  void count(int iterations) { iterations_ += iterations; }

  int iterations() const { return iterations_; }
  bool is_over() const { return !(effort_.left() > 0); }

 private:
  Effort& effort_;
  double iteration_work_ = 0;  ///< of the solver that has begun
  std::function<bool()> may_go_on_;
  int iterations_ = 0;
};

/// Cap on the iterations of a solver on a problem with so many rows: what it may well need.
int iteration_cap(const LcpSolverInfo& solver, double rows);

}  // namespace stiction
