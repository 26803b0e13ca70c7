#pragma once

#include <Eigen/Core>

#include <algorithm>

namespace stiction::lloyd {

/// The inverse of the kernel (the matrix of Lloyd's eqs 31, 42, 44 and 47), kept explicitly: one
/// row per kernel variable z, one column per kernel row w. It is a block of the inverse of
/// M_{alpha~ alpha}. The rows and columns that Lloyd's elimination of phi_x and lambda removes from
/// that inverse are recomputed on demand by `LloydKernel`, so adding and removing them needs no
/// factorisation.
///
/// Memory grows in steps and is kept: a kernel no larger than an earlier one allocates nothing.
template <class Scalar>
class KernelInverse {
 public:
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Scalar* row(int i) { return entries_.data() + i * entries_.cols(); }
  const Scalar* row(int i) const { return entries_.data() + i * entries_.cols(); }
  Scalar& operator()(int i, int j) { return row(i)[j]; }
  Scalar operator()(int i, int j) const { return row(i)[j]; }

  /// Reserves memory, so that growing up to this size does not allocate.
  void reserve(int rows, int columns) {
    const auto grown = [](Eigen::Index old, int needed) {
      return needed <= old ? old : (std::max<Eigen::Index>(needed, 2 * old) + 7) / 8 * 8;
    };
    entries_.conservativeResize(grown(entries_.rows(), rows), grown(entries_.cols(), columns));
  }

  void resize(int rows, int columns) {
    reserve(rows, columns);
    rows_ = rows;
    columns_ = columns;
  }

  /// Appends a row or column of zeros.
  void append_row() {
    resize(rows_ + 1, columns_);
    entries_.row(rows_ - 1).head(columns_).setZero();
  }
  void append_column() {
    resize(rows_, columns_ + 1);
    entries_.col(columns_ - 1).head(rows_).setZero();
  }

  /// Moves the last row or column into the place of the dropped one.
  void drop_row(int i) {
    if (i != --rows_) entries_.row(i).head(columns_) = entries_.row(rows_).head(columns_);
  }
  void drop_column(int j) {
    if (j != --columns_) entries_.col(j).head(rows_) = entries_.col(columns_).head(rows_);
  }

  /// sum_j X_ij b_j. Four partial sums, always in the same order.
  Scalar row_times(int i, const Scalar* b) const {
    const Scalar* x = row(i);
    Scalar sum[4] = {Scalar(0), Scalar(0), Scalar(0), Scalar(0)};
    int j = 0;
    for (; j + 4 <= columns_; j += 4) {
      for (int k = 0; k < 4; ++k) sum[k] += x[j + k] * b[j + k];
    }
    for (; j < columns_; ++j) sum[0] += x[j] * b[j];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }

  /// result_j += a X_ij.
  void add_row(int i, Scalar a, Scalar* result) const {
    const Scalar* x = row(i);
    for (int j = 0; j < columns_; ++j) result[j] += a * x[j];
  }

  /// X_i += a g for the row i.
  void update_row(int i, Scalar a, const Scalar* g) {
    Scalar* x = row(i);
    for (int j = 0; j < columns_; ++j) x[j] += a * g[j];
  }

 private:
  int rows_ = 0;
  int columns_ = 0;
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> entries_;
};

}  // namespace stiction::lloyd
