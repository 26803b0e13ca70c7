#pragma once

#include <stiction/contact/fclib.h>
#include <stiction/lcp/lcp.h>

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

struct FclibSolverOptions {
  /// One of `fclib_solver_names()`.
  std::string solver = "coulomb";
  /// Friction directions of the pyramid: even, from 4 to 64. Plane problems have two.
  int directions = 8;
  /// A problem counts as solved if `calc_fclib_residual` is at most this. > 0.
  double tolerance = 1e-8;
};

/// The method that gave an answer.
enum class FclibStage {
  trivial,               ///< r = 0
  pyramid,               ///< the chosen one of Lemke's and Lloyd's solvers
  finish,                ///< Newton's method on the cone
  homotopy,              ///< an interior path to the cone, followed past its folds
  augmented_lagrangian,  ///< the method of multipliers, from where the homotopy stalled
  splitting,             ///< the chosen solver on box problems, whose bounds and axes change until
                         ///< they agree
  staggering,            ///< the normal and the friction problem, solved in turn
};

/// "trivial", "pyramid", "finish", "homotopy", "augmented-lagrangian", "splitting" or "staggering".
std::string_view to_string(FclibStage stage);

struct FclibStatistics {
  int pivots = 0;                          ///< or iterations, if the chosen solver is iterative
  int passes = 0;                          ///< of the splitting, or of staggering
  int factorisations = 0;                  ///< of the ladder
  FclibStage stage = FclibStage::trivial;  ///< the one that gave the answer
};

struct FclibAnswer {
  /// `iteration_limit` if a cap on passes or work ended the search, `no_solution_found` if
  /// everything was tried.
  LcpStatus status = LcpStatus::no_solution_found;
  /// `residual` if solved, `iteration_limit` as above, `stagnation` if no method improved the
  /// answer any further; else whatever stopped the chosen solver on one of its problems.
  LcpStop stop = LcpStop::not_applicable;
  Eigen::VectorXd r;    ///< impulses in the file's order and units; the best found if not solved
  double residual = 0;  ///< `calc_fclib_residual` of r
  FclibStatistics statistics;
};

/// "coulomb", "reduced-lemke", "structural-lemke", "lemke", the other `lcp_solvers()`, and
/// "staggered".
std::vector<std::string> fclib_solver_names();
/// True if the solver begins with a pyramid, as Lemke's and Lloyd's do. The others ignore
/// `directions`.
bool poses_fclib_pyramid(std::string_view solver);

/// Solves a contact problem on its true cone.
///
/// "coulomb" runs the ladder of the Coulomb model: Newton's method on the cone (Alart and Curnier
/// 1991), an interior path followed past its folds, the method of multipliers. Lemke's and Lloyd's
/// solvers first solve the pyramid (Lloyd 2004, eq. 8), with a facet of each contact against its
/// free slip, and the ladder starts from their answer. Plane problems have two directions, and that
/// answer is exact. `FclibStage` is the method that was needed.
///
/// A pyramid needs the local form u = W r + q with a dense W. The ladder uses the global form if M
/// is symmetric positive definite and splits into diagonal blocks of at most 6 consecutive rows, as
/// the masses of bodies do; W is then never formed. Otherwise it uses the local form, with a sparse
/// W if the file has one.
///
/// The other solvers of the toolbox solve box problems (Lacoursiere 2003, eq. 8), whose friction
/// bounds and axes follow from the previous pass, accelerated by Anderson's method; the true cone
/// holds at the fixed point. "staggered" solves the normal problem and the friction problem, on the
/// disc, in turn (Erleben 2013, eqs 110-112). These have no fallback: if the chosen solver finds no
/// answer, there is none.
///
/// The only judge is `calc_fclib_residual`. W need be neither symmetric nor positive semidefinite,
/// but then a solution may not exist, or may not be found. Every loop is capped, and so is the
/// total work. Equal inputs give equal bits.
///
/// Throws std::invalid_argument for an option out of range, or if `validate` or `make_local` does.
/// Failing to find an answer is reported as a status.
FclibAnswer solve_fclib(const FclibProblem& problem, const FclibSolverOptions& options = {});

[[gnu::used]] inline constexpr auto kFclibSolverLayouts =
    abi::layouts_of<FclibSolverOptions, FclibAnswer>();

}  // namespace stiction
