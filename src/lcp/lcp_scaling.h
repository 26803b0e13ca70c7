#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <span>
#include <vector>

namespace stiction {

/// A symmetric diagonal scaling of an LCP by powers of two, hence exact:
///
///     M' = D M D,   q' = s D q,   z = D z' / s,   w' = s D w,
///
/// with D and s such that the positive diagonal entries of M' and max |q'| lie between 1/2 and 2.
/// Rows without a usable diagonal entry (0, negative, or smaller than 2^-60 of the largest element
/// of M), such as the cone rows of a contact problem, get a scale that makes the largest element
/// that they share with the other rows about 1. The rows of a group share one scale.
class LcpScaling {
 public:
  /// `group` holds one number in [0, n) per row. Cost O(n^2).
  void compute(const Lcp& problem, std::span<const int> group);

  /// Row i of D M D.
  template <class Scalar>
  void scale_row(const RowMajorMatrix& M, Eigen::Index i, Scalar* row) const {
    const double* source = M.row(i).data();
    const double row_scale = scale_[i];
    for (Eigen::Index j = 0; j < M.cols(); ++j) row[j] = (row_scale * source[j]) * scale_[j];
  }

  /// D_i M_ij D_j.
  double scaled_element(const RowMajorMatrix& M, Eigen::Index i, Eigen::Index j) const {
    return (scale_[i] * M(i, j)) * scale_[j];
  }

  /// s D_i w_i, for w or q.
  double scale_w(double w, Eigen::Index i) const;
  /// D_i^-1 s z_i.
  double scale_z(double z, Eigen::Index i) const;
  /// D_i z_i / s; not finite if the number does not fit a double.
  double unscale_z(double z, Eigen::Index i) const;

 private:
  void scale_by_diagonal(const RowMajorMatrix& M, std::span<const int> group, int base_exponent);
  void scale_by_coupling(const RowMajorMatrix& M, std::span<const int> group, int base_exponent);
  void scale_right_hand_side(const Eigen::VectorXd& q);

  Eigen::VectorXd scale_;              ///< D = 2^exponent_
  Eigen::VectorXd coupling_;           ///< largest scaled element shared with rows with a diagonal
  std::vector<int> exponent_;          ///< log2 of D, one per row
  std::vector<int> group_exponent_;    ///< the same, one per group
  std::vector<int> without_diagonal_;  ///< rows whose group has no usable diagonal entry
  int s_exponent_ = 0;                 ///< log2 of s
};

}  // namespace stiction
