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
  /// Friction directions of a pyramid: even, from 4 to 64. Plane problems have two.
  int directions = 8;
  /// Solved means that `calc_fclib_residual` is at most this. > 0.
  double tolerance = 1e-8;
};

/// What gave an answer.
enum class FclibStage {
  trivial,               ///< r = 0
  pyramid,               ///< the chosen solver, of Lemke's and Lloyd's
  finish,                ///< Newton's method on the cone
  homotopy,              ///< an interior path to the cone, followed past its folds
  augmented_lagrangian,  ///< the method of multipliers, from where such a path stalled
  splitting,             ///< the chosen solver on box problems, bounds and axes changed until they
                         ///< agree
  staggering,            ///< the normal and the friction problem in turns
};

/// "trivial", "pyramid", "finish", "homotopy", "augmented-lagrangian", "splitting" or "staggering".
std::string_view to_string(FclibStage stage);

struct FclibStatistics {
  int pivots = 0;          ///< or iterations, where the chosen solver is an iterative one
  int passes = 0;          ///< of the splitting, or of staggering
  int factorisations = 0;  ///< of the ladder
  FclibStage stage = FclibStage::trivial;  ///< that gave the answer
};

struct FclibAnswer {
  /// `iteration_limit` where a cap on passes or work ended the search, `no_solution_found` where
  /// everything had been tried.
  LcpStatus status = LcpStatus::no_solution_found;
  /// `residual` if solved, `iteration_limit` as above, `stagnation` where all that is tried brought
  /// no better answer any more; else what ended the chosen solver on a problem that it was given.
  LcpStop stop = LcpStop::not_applicable;
  Eigen::VectorXd r;    ///< impulses in the file's order and units; the best met unless solved
  double residual = 0;  ///< `calc_fclib_residual` of r
  FclibStatistics statistics;
};

/// "coulomb", "reduced-lemke", "structural-lemke", "lemke", the others of `lcp_solvers()`, and
/// "staggered".
std::vector<std::string> fclib_solver_names();
/// Whether a solver begins with a pyramid: Lemke's and Lloyd's do. To the others directions mean
/// nothing.
bool poses_fclib_pyramid(std::string_view solver);

/// Solves a contact problem on its true cone.
///
/// "coulomb" is the ladder of that model: Newton's method on the cone (Alart and Curnier 1991), an
/// interior path followed past its folds, the method of multipliers. With Lemke's and Lloyd's
/// solvers it starts from their answer on the pyramid (Lloyd 2004, eq. 8), a facet of each contact
/// against its free slip; plane problems have two directions, and that answer is exact.
/// `FclibStage` tells what it took.
///
/// A pyramid needs the local form u = W r + q with a dense W. The ladder takes the global form
/// where M is symmetric positive definite and falls into diagonal blocks of at most 6 consecutive
/// rows, as the masses of bodies do, and W is never made; else the local form, with a sparse W if
/// the file has one.
///
/// With the other solvers of the toolbox: box problems (Lacoursiere 2003, eq. 8), whose friction
/// bounds and axes are those that the pass before led to, accelerated by Anderson's method; at the
/// fixed point the true cone holds. With "staggered": the normal problem and the friction problem,
/// on the disc, in turns (Erleben 2013, eqs 110-112). With all of these nothing else helps: what
/// the chosen solver does not find is not found.
///
/// The only judge is `calc_fclib_residual`. W need be neither symmetric nor positive semidefinite,
/// but then a solution may not exist, or not be found. Every loop has a cap, and so has the work as
/// a whole. Equal inputs give equal bits.
///
/// Throws std::invalid_argument for an option out of range, or if `validate` or `make_local` does.
/// Failure to find an answer is a status.
FclibAnswer solve_fclib(const FclibProblem& problem, const FclibSolverOptions& options = {});

[[gnu::used]] inline constexpr auto kFclibSolverLayouts =
    abi::layouts_of<FclibSolverOptions, FclibAnswer>();

}  // namespace stiction
