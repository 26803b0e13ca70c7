#include "solver_work.h"

namespace stiction {
namespace {

constexpr double kMostSweeps = 2000;
constexpr double kMostNewtonSteps = 100;

/// True for Newton's methods: among the iterative solvers only they succeed on all P matrices.
bool is_newton(const LcpSolverInfo& solver) {
  return !solver.is_direct && is_guaranteed(solver, MatrixClass::p_matrix);
}

/// Approximate multiplications of one iteration on a dense problem with `rows` rows.
double iteration_work(const LcpSolverInfo& solver, double rows) {
  // A factorisation, whose multiplications are fast, and a line search.
  if (is_newton(solver)) return rows * rows * (rows / 8 + 20);
  return rows * rows;
}

}  // namespace

int iteration_cap(const LcpSolverInfo& solver, double rows) {
  return static_cast<int>(solver.is_direct    ? 100 * rows + 1000
                          : is_newton(solver) ? kMostNewtonSteps
                                              : kMostSweeps);
}

SolverWork::SolverWork(Effort& effort)
    : effort_(effort), may_go_on_([this] { return effort_.spend(iteration_work_); }) {}

bool SolverWork::begin(const LcpSolverInfo& solver, double rows) {
  iteration_work_ = iteration_work(solver, rows);
  return effort_.spend(rows * rows * (solver.is_direct ? 1 + rows / 6 : 1));
}

}  // namespace stiction
