#pragma once

#include <stiction/abi.h>

namespace stiction {

/// The merit function theta(z) of the splitting methods (Jacobi, Gauss-Seidel, SOR), to which
/// `StoppingCriteria::absolute` and `relative` refer.
enum class SplittingMerit {
  /// `lcp_residual` of the problem as given. Zero exactly at the solutions.
  natural_residual,
  /// The sum over i of |w_i| d_i, where d_i is the distance of z_i from the bound that w_i would
  /// allow it to rest at: z_i - l_i where w_i > 0, u_i - z_i where w_i < 0. Of a row with only one
  /// finite bound d_i is the distance from that one, of a free row it is 1. For an `Lcp` this is
  ///
  ///     theta(z) = z . |M z + q|                                         (Erleben 2013, eq. 106).
  ///
  /// Zero at the solutions, and exactly there when all rows have both bounds or none. Else it is
  /// zero elsewhere too, as at z = 0 for an `Lcp` whatever q is: a criterion that refers to it can
  /// end a solve far from any solution. Not so by itself `LcpStatus::solved`.
  gap,
};

}  // namespace stiction
