#pragma once

#include "tableau_kernel.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// The principal pivot transforms of w = M z. Each row i has a dependent variable v_i and an
/// independent one u_i: w_i and z_i, or, while the row is basic, z_i and w_i;
///
///     v = T u,   T = M at the start.
///
/// A pivot on row r exchanges v_r and u_r, one on rows r and s both pairs. For a basis B
///
///     T_BB = M_BB^-1,              T_BN = -M_BB^-1 M_BN,
///     T_NB = M_NB M_BB^-1,         T_NN = M_NN - M_NB M_BB^-1 M_BN.
///
/// Source: Cottle, Pang and Stone, section 2.3.
class PrincipalTableau {
 public:
  using Column = Eigen::Map<const Eigen::VectorXd, 0, Eigen::InnerStride<>>;

  /// Sets up the tableau of the empty basis. Cost O(n^2).
  void reset(const RowMajorMatrix& M);

  Eigen::Index size() const { return size_; }
  bool is_basic(Eigen::Index i) const { return is_basic_[static_cast<std::size_t>(i)]; }
  double element(Eigen::Index i, Eigen::Index j) const { return row(i)[j]; }
  Column column(Eigen::Index j) const {
    return Column(data_ + j, size_, Eigen::InnerStride<>(stride_));
  }
  /// T x.
  double row_times(Eigen::Index i, const Eigen::VectorXd& x) const {
    return Eigen::Map<const Eigen::VectorXd>(row(i), size_).dot(x);
  }

  /// Exchanges v_r and u_r; T_rr must not be 0. Cost: n^2 multiplications.
  void pivot(Eigen::Index r);
  /// Exchanges both pairs; neither T_sr nor T_rr T_ss - T_rs T_sr must be 0. Cost: 2 n^2.
  void pivot(Eigen::Index r, Eigen::Index s);

  /// Starts afresh and makes the wanted rows basic, by pivots on the largest diagonal element or,
  /// if none is above `least_pivot`, on the largest determinant of two rows. Rows that depend on
  /// the others stay non-basic. Cost: n^2 for each wanted row.
  void rebuild(const RowMajorMatrix& M, const std::vector<bool>& wanted, double least_pivot);

 private:
  double* row(Eigen::Index i) { return data_ + i * stride_; }
  const double* row(Eigen::Index i) const { return data_ + i * stride_; }
  double determinant(Eigen::Index r, Eigen::Index s) const;
  void exchange(Eigen::Index r, Eigen::Index c);
  void swap_rows_and_columns(Eigen::Index r, Eigen::Index s);
  bool pivot_on_largest(std::vector<bool>& wanted, double least_pivot);
  bool pivot_on_largest_pair(std::vector<bool>& wanted, double least_pivot);

  Eigen::Index size_ = 0;
  Eigen::Index stride_ = 0;  ///< entries from one row to the next
  Eigen::VectorXd memory_;
  double* data_ = nullptr;  ///< n + 1 aligned rows in memory_; the last one is the pivot row
  Eigen::VectorXd multiplier_, next_entries_;
  std::vector<bool> is_basic_;
  std::vector<bool> wanted_;  ///< rows still to become basic
};

}  // namespace stiction
