#pragma once

#include <stiction/abi.h>

namespace stiction {

/// The merit function theta(z) of the splitting methods (Jacobi, Gauss-Seidel, SOR), to which
/// `StoppingCriteria::absolute` and `relative` refer.
enum class SplittingMerit {
  /// `lcp_residual` of the problem as given. Zero exactly at the solutions.
  natural_residual,
  /// The sum over i of |w_i| d_i, where d_i is the distance of z_i from the bound at which w_i
  /// would allow it to rest: z_i - l_i if w_i > 0, u_i - z_i if w_i < 0. In a row with only one
  /// finite bound d_i is the distance from that one, in a free row it is 1. For an `Lcp` this is
  ///
  ///     theta(z) = z . |M z + q|                                         (Erleben 2013, eq. 106).
  ///
  /// Zero at the solutions, and only there if every row has both bounds or none. Otherwise it also
  /// vanishes elsewhere, as at z = 0 for an `Lcp` with any q: a criterion that refers to it can end
  /// a solve far from any solution. Meeting it alone does not make the status `LcpStatus::solved`.
  gap,
};

}  // namespace stiction
