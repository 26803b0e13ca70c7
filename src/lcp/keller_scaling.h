#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>

namespace stiction {

/// A box-constrained problem scaled by powers of two, hence exactly, to a diagonal of about 1:
///
///     M' = D M D,   q' = D q,   l = D l',   u = D u',   z = D z',   w' = D w.
///
/// Rows without a positive diagonal element get the scale of the largest one, and no row is scaled
/// up by more than 2^40 relative to that one. Scalar is double or long double.
template <class Scalar>
struct KellerScaling {
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  /// Cost O(n^2).
  void compute(const BoxLcp& problem);

  Scalar scale_w(Scalar w, Eigen::Index i) const { return w * scale[i]; }
  Scalar scale_z(double z, Eigen::Index i) const {
    return static_cast<Scalar>(z) * inverse_scale[i];
  }
  double unscale_z(double z, Eigen::Index i) const { return z * static_cast<double>(scale[i]); }

  /// The natural residual of z in the scaled problem, relative to the largest |q'_i| or |z'_i|.
  /// Unlike that of the problem as given, it cannot be deceived by units in which z or w is tiny.
  /// Cost O(n^2).
  double calc_error(const Eigen::VectorXd& z) const;

  Matrix M;
  Vector q, lower, upper;
  Vector scale;          ///< D
  Vector inverse_scale;  ///< D^-1
};

}  // namespace stiction
