#pragma once

#include <stiction/lcp/lcp_solvers.h>

namespace stiction {

/// What solvers may still do, in multiplications, about, and how many pivots or iterations they
/// have made.
struct SolverWork {
  double left = 0;
  int iterations = 0;

  /// Cap on the iterations of the next solve, on a dense problem with so many rows: what it may
  /// well need, or what is left, if that is less; at least 1.
  int iteration_cap(const LcpSolverInfo& solver, double rows) const;
  /// Books a solve.
  void book(const LcpSolverInfo& solver, double rows, int iterations_made);
};

/// Multiplications of one iteration of a solver on a dense problem with so many rows, about.
double iteration_work(const LcpSolverInfo& solver, double rows);

}  // namespace stiction
