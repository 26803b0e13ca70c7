#pragma once

#include <stiction/abi.h>

#include <Eigen/Core>

namespace stiction {

/// Linearly independent rows c_1, c_2, ... of a Jacobian, with a value b_k for each, and the motion
/// dv of least norm that gives every row its value, c_k . dv = b_k. Rows come and go one at a time.
///
/// The rows are kept as C = Q R, Q with orthonormal columns. R is the Cholesky factor of C^T C
/// that Drumwright's FIND-INDICES (Algorithm 2) updates; Q beside it keeps the accuracy that
/// forming C^T C would lose. An update costs O(dimension * size). Memory grows to the largest size
/// met and is kept.
class RowSpace {
 public:
  using Vector = Eigen::VectorXd;

  /// Forgets all rows.
  void start(int dimension);
  int size() const { return size_; }
  int dimension() const { return dimension_; }

  /// Adds a row, unless it depends on the present ones: less than 1e-7 of it lies outside their
  /// span. Returns whether it was added.
  bool append(const Vector& row, double value);
  /// Removes the row at a place; the rows behind it move up.
  void remove(int place);
  /// Compensates for a motion amount * row in addition to dv:
  /// each c_k . dv = b_k - amount c_k . row. The row need not be one of the present rows.
  void give(const Vector& row, double amount);

  /// dv.
  const Vector& motion() const { return motion_; }
  /// y with dv = C y.
  void calc_multipliers(Vector& y) const;
  /// Overwrites b by y with C^T C y = b.
  void solve_normal(Vector& b) const;
  /// Splits a row into C coefficients + rest with C^T rest = 0. Returns |rest|, or 0 if the row
  /// depends on the present ones.
  double split(const Vector& row, Vector& coefficients, Vector& rest);
  /// Replaces each column of `rows` by its rest, or by 0 if it depends on the present rows. The
  /// rest may have a part of the size of rounding errors in their span.
  void take_from(Eigen::MatrixXd& rows) const;

 private:
  void reserve(int size);
  double project(const Vector& row);
  void calc_motion(int from);

  int dimension_ = 0;
  int size_ = 0;
  Eigen::MatrixXd Q_;  // in its first size_ columns
  Eigen::MatrixXd R_;  // in its first size_ rows and columns, upper triangle
  Vector values_;
  Vector along_;  // dv in the basis Q
  Vector motion_;
  Vector rest_, shadow_, correction_;  // of the last projected row
};

}  // namespace stiction
