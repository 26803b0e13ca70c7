#pragma once

#include <stiction/lcp/lcp.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace stiction {

/// Classes of matrices for which methods are known to succeed (Cottle, Pang and Stone, chapter 3).
/// A positive (semi)definite matrix, x . M x > 0 (>= 0) for all x not zero, need not be symmetric.
enum class MatrixClass {
  diagonally_dominant,  ///< M_ii > sum of the other |M_ij| of its row
  symmetric_positive_definite,
  symmetric_positive_semidefinite,
  positive_definite,
  positive_semidefinite,
  p_matrix,         ///< all principal minors are positive
  copositive_plus,  ///< x . M x >= 0 for x >= 0, and (M + M^T) x = 0 wherever it is zero
};

/// "strictly diagonally dominant", "symmetric positive definite", ...
std::string_view to_string(MatrixClass matrix_class);

/// True if every matrix of the class `inner` also belongs to the class `outer`.
bool is_subclass(MatrixClass inner, MatrixClass outer);

/// A solver that is available by name.
struct LcpSolverInfo {
  std::string_view name;    ///< the name for `stiction solve --solver`
  std::string_view method;  ///< its name in the literature
  /// The classes for which it ends, in exact arithmetic, at a solution or proves that there is
  /// none; the iterates of iterative methods converge to a solution if there is one. The solver's
  /// header has further conditions.
  std::span<const MatrixClass> guaranteed;
  bool is_direct;     ///< ends after finitely many pivots, exact up to round-off
  bool takes_states;  ///< a start may name a basis, not only a point
};

/// The solvers of the toolbox by kind: pivoting methods, splitting methods, Newton methods. All of
/// them support bounds.
std::span<const LcpSolverInfo> lcp_solvers();

/// Null if there is no solver of this name.
const LcpSolverInfo* find_lcp_solver(std::string_view name);

/// True if the solver is guaranteed for all matrices of the class.
bool is_guaranteed(const LcpSolverInfo& solver, MatrixClass matrix_class);

/// Options that all solvers of the toolbox have in common; others keep each solver's defaults.
struct LcpSolverOptions {
  /// Largest `lcp_residual`, for the problem as given, that counts as solved. > 0.
  double tolerance = 1e-8;
  /// Limit on pivots or iterations; 0: the solver's own. >= 0.
  int iteration_limit = 0;
  /// Called before each pivot or iteration, if not null; false ends the solve like the limit.
  const std::function<bool()>* may_go_on = nullptr;
};

/// A solver chosen by name at run time; a uniform interface to the solver classes of this folder.
/// Serves one thread at a time; equal inputs give equal bits.
class NamedLcpSolver {
 public:
  /// Throws std::invalid_argument, listing the names, if there is no solver of this name.
  explicit NamedLcpSolver(std::string_view name);
  ~NamedLcpSolver();
  NamedLcpSolver(NamedLcpSolver&&) noexcept;
  NamedLcpSolver& operator=(NamedLcpSolver&&) noexcept;

  const LcpSolverInfo& info() const;

  /// Like `solve` of the solver's class. If the method has no warm start, `start` is only
  /// validated.
  const LcpSolution& solve(const Lcp& problem, const LcpSolverOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const LcpSolverOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

[[gnu::used]] inline constexpr auto kLcpSolverLayouts =
    abi::layouts_of<LcpSolverInfo, LcpSolverOptions>();

}  // namespace stiction
