#pragma once

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// LU factorisation with partial pivoting of dense matrices of varying size, in memory that is
/// taken once: Eigen's factorisation keeps its memory only from one matrix to the next of equal
/// size, so there is one for each of a series of sizes, n, 3/4 n, 1/2 n, 3/8 n, ..., and matrices
/// are filled up to the next of them by rows of the identity.
class GradedLu {
 public:
  GradedLu();
  ~GradedLu();

  /// Takes the memory for matrices of up to this size, about 5 n^2 doubles.
  void reserve(Eigen::Index n);

  /// Starts a matrix, all of whose elements are then to be set through `element`, and factored.
  void resize(Eigen::Index size);
  double& element(Eigen::Index i, Eigen::Index j) { return matrix_(i, j); }

  /// Whether the matrix is regular, by the ratio of its pivots, 1e-13. Cost: 2/3 size^3 operations.
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
