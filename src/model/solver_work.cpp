#include "solver_work.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr double kMostSweeps = 2000;
constexpr double kMostNewtonSteps = 100;

/// Of the iterative methods those of Newton's kind alone succeed on all P matrices.
bool is_newton(const LcpSolverInfo& solver) {
  return !solver.is_direct && is_guaranteed(solver, MatrixClass::p_matrix);
}

}  // namespace

double iteration_work(const LcpSolverInfo& solver, double rows) {
  // A factorisation, whose multiplications are quick ones, and a line search.
  if (is_newton(solver)) return rows * rows * (rows / 8 + 20);
  return rows * rows;
}

int SolverWork::iteration_cap(const LcpSolverInfo& solver, double rows) const {
  const double needed = solver.is_direct    ? 100 * rows + 1000
                        : is_newton(solver) ? kMostNewtonSteps
                                            : kMostSweeps;
  const double affordable = rows > 0 ? left / stiction::iteration_work(solver, rows) : needed;
  return static_cast<int>(std::max(1.0, std::min(needed, affordable)));
}

void SolverWork::book(const LcpSolverInfo& solver, double rows, int iterations_made) {
  // The problem is posed, and a warm start factored.
  const double start = rows * rows * (solver.is_direct ? 1 + rows / 6 : 1);
  iterations += iterations_made;
  left -= start + iterations_made * iteration_work(solver, rows);
}

}  // namespace stiction
