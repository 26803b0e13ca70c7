#pragma once

#include <stiction/lcp/lcp.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace stiction {

/// Options of `LemkeSolver`. All tolerances except `tolerance` refer to the scaled problem, whose
/// diagonal and right-hand side are of size 1.
struct LemkeOptions {
  /// Group of each row: n numbers in [0, n), or empty for one group per row. Rows of one group
  /// share one entry of the covering vector, and one scale. Contact problems group the friction
  /// rows of a contact (Lloyd's Appendix B needs their entries equal). Read only during `solve`.
  std::span<const int> covering_group = {};
  /// Selects the covering vector, hence the path and, if there are several solutions, the solution.
  std::uint64_t seed = 1;
  /// Entries of the covering vector are 1 + covering_spread U(0, 1). >= 0; 0 makes it all ones, at
  /// the price of many ties.
  double covering_spread = 0.1;
  /// |pivot| > pivot_threshold * (largest magnitude in its column). In (0, 1).
  double pivot_threshold = 1e-9;
  /// Rows are tied if moving the right-hand side by at most this would make them block first. >= 0.
  double tie_width = 1e-11;
  /// Limit on the pivots of the whole ladder; 0: 50 n + 500, where n counts free rows twice and
  /// fixed rows not at all. >= 0.
  int pivot_limit = 0;
  /// Called before each pivot, if not null; false ends the solve like the limit.
  const std::function<bool()>* may_go_on = nullptr;
  /// Runs with a fresh covering vector per rung of the ladder, after its first run. Every run but a
  /// rung's last ends after 3 n + 20 pivots. >= 0.
  int restarts = 2;
  /// Largest `lcp_residual`, for the problem as given, that counts as solved. > 0.
  double tolerance = 1e-8;
};

/// Lemke's complementary pivoting method for the LCP (q, M), in its standard form: a dense
/// condensed tableau of the augmented problem
///
///     w = M z + c z_0 + q,   c > 0,
///
/// which a sequence of pivots, each driven by the complement of the last blocking variable, takes
/// to a complementary basis in which z_0 is zero again.
///
/// Rows of a `BoxLcp` are counted from a bound, z = b + S y, with S = 1 upwards from the lower and
/// S = -1 downwards from the upper bound (if both are finite, from the smaller in magnitude), so
/// that with the range r = u - l it reads
///
///     v = S M S y + S (q + M b) + c z_0,   0 <= y <= r,   v >= 0 at y = 0, v <= 0 at y = r.
///
/// The ranges are handled in the tableau, which keeps n rows: a basic y_i is also blocked by r_i,
/// the driving y_i by its own range, and a pair that reaches it is reflected (y_i = r_i - y^_i, v_i
/// = -v^_i), which flips the signs of its row and column; v^_i drives next. The path is that of the
/// plain problem of 2 n rows with a multiplier for each y_i <= r_i. Fixed rows (l = u) are dropped.
/// A free row is split, z_i = y - y', each part with a row; this needs no regular block of M and
/// leaves a semidefinite M semidefinite.
///
/// Guarantees: in exact arithmetic, and with ties broken lexicographically, it ends after finitely
/// many pivots, at a solution or on a ray. When M is copositive-plus (positive semidefinite ones
/// are), a ray proves that no z >= 0 has M z + q >= 0. There is none when M is a P matrix, nor when
/// M is copositive and q . z >= 0 for all solutions z of the problem with q = 0, which covers the
/// contact problem of Lloyd's eq. 8. For other M, success is not guaranteed though solutions may
/// exist.
///
/// With bounds, and I the rows without a finite range, a ray is a d >= 0 in the y_I, not zero, with
/// d_i (S M S d)_i = -c_i d_i dz_0 <= 0 in each row of I. Hence there is none if I is empty, that
/// is, on a compact box a solution is found for every M; nor if M_II is a P matrix or S M_II S is
/// strictly copositive, whatever the other blocks are; nor if S M_II S is copositive and every
/// solution d of the plain problem (0, S M_II S) has d . S (q + M b + M S y_F) >= 0 for all y_F
/// within the finite ranges. When M is positive semidefinite (or S M S copositive-plus), a ray
/// proves that no z within the bounds has S w >= 0 in I (w = 0 in free rows), hence that there is
/// no solution.
///
/// In floating-point arithmetic it departs from the textbook: scaling by powers of two, a generic
/// covering vector, a pivot threshold relative to the column, ties broken by the largest pivot, and
/// a polish of the answer against the problem as given. If the judge does not accept the answer,
/// the next rung of a ladder is tried: fresh covering vectors, lexicographic ties, long double.
/// Every answer is judged by `lcp_residual`. Bounds of about 1e300 may overflow in q + M b; the
/// solve then ends at once, as `LcpStop::diverged`.
///
/// Cost: O(n^2) per pivot, typically O(n) pivots; 2^n in the worst case for a fixed covering vector
/// (Murty, Fathi), which restarts make less likely and the limit on pivots cuts short. Memory: n (n
/// + 2) doubles, and as many long doubles once the last rung has been used; a problem with bounds
/// takes 3 n^2 doubles more. A solve of the same size as the previous one (with bounds: with as
/// many fixed and free rows), climbing no higher up the ladder, allocates nothing. There is no warm
/// start.
///
/// The solution of a `BoxLcp` has states, that of an `Lcp` has none.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Sources: Cottle, Pang and Stone, section 4.4 (scheme I, augmented) and 4.9 (lexicographic ties);
/// Lloyd 2004, section 4, eqs 9-18, Appendix B. Bounds: Sargent, An efficient implementation of the
/// Lemke algorithm and its extension to deal with upper and lower bounds, Mathematical Programming
/// Study 7 (1978), after Lacoursiere 2003, section 2; the reflection, the splitting of free rows
/// and the statements above on rays are worked out here.
class LemkeSolver {
 public:
  LemkeSolver();
  ~LemkeSolver();
  LemkeSolver(LemkeSolver&&) noexcept;
  LemkeSolver& operator=(LemkeSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, or when an option is out of range.
  /// Numerical failure is a status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const LemkeOptions& options = {});
  const LcpSolution& solve(const BoxLcp& problem, const LemkeOptions& options = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kLemkeLayouts = abi::layouts_of<LemkeOptions>();

}  // namespace stiction
