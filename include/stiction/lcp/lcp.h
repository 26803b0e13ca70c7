#pragma once

#include <stiction/abi.h>

#include <Eigen/Core>
#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

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

/// Throws std::invalid_argument, saying what was expected and what was given, unless M is square, q
/// has as many entries as M has rows, and every number is finite. Cost O(n^2).
void validate(const Lcp& problem);

/// Checks the same as for `Lcp`. In addition there must be as many bounds as M has rows, none of
/// them NaN, with lower < +infinity, upper > -infinity and lower <= upper.
void validate(const BoxLcp& problem);

/// The plain problem as one with bounds, l = 0 and u = infinity. O(n^2).
BoxLcp make_box_lcp(const Lcp& problem);

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

/// The criterion that ended a solve: the first that was met.
enum class LcpStop {
  residual,         ///< the judged residual is at most the tolerance; the only one that is `solved`
  absolute,         ///< the merit function is below `StoppingCriteria::absolute` (Erleben, eq. 107)
  relative,         ///< it changes by less than `relative` (eq. 108)
  stagnation,       ///< z changes by no more than `stagnation` (eq. 109)
  non_descent,      ///< no direction was found along which the merit function falls
  local_minimum,    ///< its gradient vanishes, or no step along a direction of descent lowers it
  iteration_limit,  ///< the cap on pivots or iterations
  ray,              ///< nothing blocks the driving variable
  cycle,            ///< an earlier state came back, and the guard had nothing more to offer
  singular,         ///< the system of the basic rows is singular, and no other one was found
  diverged,         ///< numbers went beyond the range of double
  complementary,    ///< the method ended at an apparent solution that the judge does not accept
  not_applicable,   ///< the method cannot run on this problem; e.g. Gauss-Seidel without a diagonal
};

/// "residual", "absolute", "relative", "stagnation", "non-descent", "local-minimum",
/// "iteration-limit", "ray", "cycle", "singular", "diverged", "complementary" or "not-applicable".
std::string_view to_string(LcpStop stop);

/// The position of a component of the answer of a `BoxLcp`.
enum class BoundState : unsigned char {
  lower,    ///< z_i = l_i
  between,  ///< basic, w_i = 0; or at rest, w_i = 0 following from the basic rows
  upper,    ///< z_i = u_i
};

/// A guess to start from, usually the answer to a similar problem. It changes the path and, if
/// there are several solutions, may change which one is found.
struct LcpStart {
  /// n finite numbers, which are moved to the nearest point within the bounds; or empty for the
  /// point within the bounds nearest to zero.
  std::span<const double> z = {};
  /// n states, or empty: then rows whose z lies between its bounds start basic. A state at a finite
  /// bound has precedence over z; `between` makes the row basic if the rank of M allows. Methods
  /// without a basis ignore the states.
  std::span<const BoundState> states = {};
};

/// Throws std::invalid_argument unless z and states are empty or have n entries and z is finite.
void validate(const LcpStart& start, std::size_t n);

/// The rungs of a pivoting solver's ladder, in order.
enum class LcpStage {
  trivial,             ///< q >= 0, so z = 0 is a solution without any pivot
  largest_pivot,       ///< double precision; of tied rows, the one with the largest pivot
  lexicographic,       ///< double precision; ties broken by lexicographic order
  extended_precision,  ///< long double; of tied rows, the one with the largest pivot
};
inline constexpr int kNumLcpStages = 4;

/// "trivial", "largest-pivot", "lexicographic" or "extended-precision".
std::string_view to_string(LcpStage stage);

/// The cost of a solve and how far up the ladder it went.
struct LcpStatistics {
  int pivots = 0;         ///< over all runs, without those of the polish
  int restarts = 0;       ///< runs after the first one
  int polish_pivots = 0;  ///< principal pivots made while polishing
  int polishes = 0;       ///< answers that were recomputed by a factorisation
  int iterations = 0;  ///< sweeps or Newton steps of iterative methods, pivots of pivoting methods
  int line_search_steps = 0;  ///< step lengths that Newton methods tried
  int linear_iterations = 0;  ///< of GMRES, over all Newton steps
  /// Number of runs per `LcpStage`; all zero but `trivial` when q >= 0.
  std::array<int, kNumLcpStages> runs{};
  /// The rung that gave the answer.
  LcpStage stage = LcpStage::trivial;
};

/// The answer of an LCP solver.
struct LcpSolution {
  LcpStatus status = LcpStatus::no_solution_found;
  LcpStop stop = LcpStop::not_applicable;
  /// n entries, finite and within the bounds. Unless `status` is solved, this is only the best
  /// point found, useful at most as a start.
  Eigen::VectorXd z;
  /// n states for methods with a basis, else empty. Entries of z whose state is a bound are equal
  /// to it.
  std::vector<BoundState> states;
  /// The natural residual of z (`lcp_residual`) for the problem as given.
  double residual = std::numeric_limits<double>::infinity();
  LcpStatistics statistics;
};

[[gnu::used]] inline constexpr auto kLcpLayouts =
    abi::layouts_of<RowMajorMatrix, Eigen::VectorXd, Lcp, BoxLcp, LcpSolution>();

}  // namespace stiction
