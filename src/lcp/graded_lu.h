#pragma once

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// LU factorisation with partial pivoting of dense matrices of varying size, in memory that is
/// allocated once. Eigen's factorisation keeps its memory only between matrices of equal size, so
/// there is one for each of a series of sizes, n, 3/4 n, 1/2 n, 3/8 n, ..., and matrices are padded
/// to the next of these sizes with rows of the identity.
class GradedLu {
 public:
  GradedLu();
  ~GradedLu();

  /// Reserves memory for matrices up to this size, about 5 n^2 doubles.
  void reserve(Eigen::Index n);

  /// Starts a matrix; set all of its elements through `element`, then factor it.
  void resize(Eigen::Index size);
  double& element(Eigen::Index i, Eigen::Index j) { return matrix_(i, j); }

  /// True if the matrix is regular: its pivots have a ratio above 1e-13. Cost: 2/3 size^3
  /// operations.
  bool factor();

  /// Overwrites the first `size` entries of b by the solution. Cost: 2 size^2 operations.
  void solve(Eigen::VectorXd& b);

 private:
  struct Grade;

  Eigen::Index size_ = 0;
  std::size_t grade_ = 0;
  Eigen::MatrixXd matrix_;
  std::vector<Grade> grades_;  ///< by descending size
};

}  // namespace stiction
