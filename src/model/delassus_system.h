#pragma once

#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include <vector>

#include "island_system.h"

namespace stiction {

/// Frictional contacts given only by u = W r + q, as in FCLIB's local form: the system of
/// `IslandSystem` with u - w for v, so that H^T = I and M v = f + H r reads v = q + W r. A group's
/// velocities are the first three components of an entry of `v`.
///
///     du = W dr + b,   dr = g - D du    gives   (I + D W) dr = g - D b,
///
/// dense up to 300 rows, with a sparse LU above; rows are scaled to a largest element of 1. W may
/// be singular and, within the rounding of the file's authors, unsymmetric. The sparse LU allocates
/// memory at every factorisation: this form is for files, not for time steps.
class DelassusSystem : public IslandSystem {
 public:
  /// Contacts have `dimension` rows (2 or 3), the normal first. The judge's V is the largest |q|.
  void set_problem(const Eigen::SparseMatrix<double>& W, const Eigen::VectorXd& q,
                   const Eigen::VectorXd& friction, int dimension);

  void calc_velocities(const Rows& r, std::vector<Vec6>& v) override;
  void calc_relative(const std::vector<Vec6>& v, Rows& u) override;
  void calc_imbalance(const Rows& r, const std::vector<Vec6>& v, std::vector<Vec6>& b) override;
  double measure(const std::vector<Vec6>& b) override;
  int factor(std::span<const Mat3> D, bool is_symmetric) override;
  bool solve(const std::vector<Vec6>& b, const Rows& g, int refinements, std::vector<Vec6>& dv,
             Rows& du, Rows& dr) override;

 private:
  bool is_dense() const;
  void multiply(const Rows& r, Rows& u);

  int dimension_ = 3;
  Eigen::SparseMatrix<double> W_;
  Eigen::MatrixXd dense_W_;
  Rows q_;
  std::vector<RowGroup> groups_storage_;
  std::span<const Mat3> D_;
  Eigen::SparseMatrix<double> sparse_A_;
  Eigen::MatrixXd dense_A_;
  Eigen::VectorXd row_scales_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> sparse_lu_;
  Eigen::PartialPivLU<Eigen::MatrixXd> dense_lu_;
  Eigen::VectorXd x_, y_, right_, change_;
  Rows rest_;
};

}  // namespace stiction
