#pragma once

#include <stiction/lcp/lcp.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace stiction {

/// Classes of matrices in which methods are known to succeed (Cottle, Pang and Stone, chapter 3).
/// A positive (semi)definite matrix, x . M x > 0 (>= 0) for all x not zero, need not be symmetric.
enum class MatrixClass {
  diagonally_dominant,  ///< M_ii > sum of the other |M_ij| of its row
  symmetric_positive_definite,
  symmetric_positive_semidefinite,
  positive_definite,
  positive_semidefinite,
  p_matrix,         ///< all principal minors are positive
  copositive_plus,  ///< x . M x >= 0 for x >= 0, and (M + M^T) x = 0 where that is zero
};

/// "strictly diagonally dominant", "symmetric positive definite", ...
std::string_view to_string(MatrixClass matrix_class);

/// Whether every matrix of the class `inner` is also one of the class `outer`.
bool is_subclass(MatrixClass inner, MatrixClass outer);

/// A solver as it is offered by name.
struct LcpSolverInfo {
  std::string_view name;    ///< as `stiction solve --solver` knows it
  std::string_view method;  ///< its name in the literature
  /// In exact arithmetic it ends at a solution, or proves that there is none, for these; of
  /// iterative methods: its iterates converge to one if there is one. The solver's header says
  /// under what further conditions.
  std::span<const MatrixClass> guaranteed;
  bool is_direct;     ///< ends after finitely many pivots, exact up to round-off
  bool takes_states;  ///< a start may name a basis, not only a point
};

/// The solvers of the toolbox, those of one kind beside each other: pivoting methods, splitting
/// methods, Newton methods. All of them take bounds.
std::span<const LcpSolverInfo> lcp_solvers();

/// Null if there is no solver of this name.
const LcpSolverInfo* find_lcp_solver(std::string_view name);

/// Whether the solver is guaranteed for all matrices of the class.
bool is_guaranteed(const LcpSolverInfo& solver, MatrixClass matrix_class);

/// What all solvers of the toolbox understand; the rest is at the defaults of each.
struct LcpSolverOptions {
  /// Solved means that `lcp_residual` of the problem as given is at most this. > 0.
  double tolerance = 1e-8;
  /// Cap on pivots or iterations; 0 stands for the solver's own. >= 0.
  int iteration_limit = 0;
  /// Asked before each pivot or iteration, if not null; where it returns false, that is the cap.
  const std::function<bool()>* may_go_on = nullptr;
};

/// A solver chosen by name at run time: a uniform front of the classes beside this header, of which
/// it holds one. A solver serves one thread at a time; equal inputs give equal bits.
class NamedLcpSolver {
 public:
  /// Throws std::invalid_argument, listing the names, if there is no solver of this name.
  explicit NamedLcpSolver(std::string_view name);
  ~NamedLcpSolver();
  NamedLcpSolver(NamedLcpSolver&&) noexcept;
  NamedLcpSolver& operator=(NamedLcpSolver&&) noexcept;

  const LcpSolverInfo& info() const;

  /// As `solve` of the class. Where the method has no warm start, `start` is only checked.
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
