#pragma once

#include <Eigen/Core>
#include <array>
#include <limits>
#include <string_view>

namespace stiction {

/// Dense matrix stored by rows, the layout in which the pivoting solvers read it.
using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The linear complementarity problem LCP(q, M): find z such that
///
///     w = M z + q,   z >= 0,   w >= 0,   z . w = 0.
///
/// M is n x n and need be neither symmetric nor regular; q has n entries. Units are the caller's;
/// the solvers scale internally. Source: Cottle, Pang and Stone, The Linear Complementarity
/// Problem, eqs 1.1.1-1.1.3.
struct Lcp {
  RowMajorMatrix M;
  Eigen::VectorXd q;
};

/// The box-constrained problem: find z with w = M z + q and l <= z <= u such that in each component
/// z = l and w >= 0, or z = u and w <= 0, or l < z < u and w = 0.
///
/// `lower` may hold -infinity and `upper` +infinity; l = 0, u = infinity is the plain `Lcp`.
struct BoxLcp {
  RowMajorMatrix M;
  Eigen::VectorXd q;
  Eigen::VectorXd lower;
  Eigen::VectorXd upper;
};

/// Throws std::invalid_argument, saying what was expected and what was given, unless M is square,
/// q has as many entries as M has rows, and every number is finite. Cost O(n^2).
void validate(const Lcp& problem);

/// As for `Lcp`; in addition the bounds must have as many entries as M has rows, be no NaN, leave
/// at least one finite value to each component (lower < +infinity, upper > -infinity), and satisfy
/// lower <= upper.
void validate(const BoxLcp& problem);

enum class LcpStatus {
  /// The independent judge (`lcp_residual`) measured at most the tolerance.
  solved,
  /// The method ended without an answer that the judge accepts; for Lemke's method on a ray. For
  /// some classes of M this proves that there is no solution; in general it does not.
  no_solution_found,
  /// The cap on pivots or iterations was reached first.
  iteration_limit,
};

/// "solved", "no-solution-found" or "iteration-limit".
std::string_view to_string(LcpStatus status);

/// The rungs of a pivoting solver's ladder, in the order in which they are climbed.
enum class LcpStage {
  trivial,             ///< q >= 0, so z = 0 is a solution: no pivot at all
  largest_pivot,       ///< double precision; of tied rows, the one with the largest pivot
  lexicographic,       ///< double precision; ties broken by lexicographic order
  extended_precision,  ///< long double; of tied rows, the one with the largest pivot
};
inline constexpr int kNumLcpStages = 4;

/// "trivial", "largest-pivot", "lexicographic" or "extended-precision".
std::string_view to_string(LcpStage stage);

/// What a solve cost and how far up the ladder it went.
struct LcpStatistics {
  int pivots = 0;         ///< over all runs, without those of the polish
  int restarts = 0;       ///< runs after the first one
  int polish_pivots = 0;  ///< principal pivots made while polishing
  int polishes = 0;       ///< answers that were solved for afresh by a factorisation
  /// Number of runs per `LcpStage`; all zero but `trivial` when q >= 0.
  std::array<int, kNumLcpStages> runs{};
  /// The rung that gave the answer.
  LcpStage stage = LcpStage::trivial;
};

/// The answer of an LCP solver.
struct LcpSolution {
  LcpStatus status = LcpStatus::no_solution_found;
  /// n entries, finite and >= 0. Unless `status` is solved, only the best point met, of use at most
  /// as a starting point.
  Eigen::VectorXd z;
  /// The natural residual of z (`lcp_residual`), measured on the problem as it was given.
  double residual = std::numeric_limits<double>::infinity();
  LcpStatistics statistics;
};

}  // namespace stiction
