#pragma once

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Gaussian elimination with complete pivoting of a dense square matrix, P A Q = L U, which reveals
/// the rank: elimination ends once no element is above 1e-13 times the first pivot.
///
/// Reuses its memory from one matrix to the next. Golub and Van Loan, Matrix Computations, 3.4.8.
class CompletePivotingLu {
 public:
  /// Reserves memory for matrices up to this size.
  void reserve(int size);

  /// Starts a size x size matrix, to be filled through `element` and then factored.
  void resize(int size);
  double& element(int i, int j) { return a_[at(i, j)]; }

  /// Cost: 2/3 size^3 operations and size^3 / 3 comparisons.
  void factor();
  int rank() const { return rank_; }

  /// Overwrites b with the solution x of A x = b, zero in the columns beyond the rank. When A is
  /// singular, x satisfies the equations of the pivot rows, hence all of them if b is in the range.
  /// Cost: 2 size^2 operations.
  void solve(std::vector<double>& b);

 private:
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(size_) +
           static_cast<std::size_t>(j);
  }
  void bring_largest_to_corner(int k);

  int size_ = 0;
  int rank_ = 0;
  std::vector<double> a_;          ///< by rows; L (unit diagonal) and U after `factor`
  std::vector<int> row_, column_;  ///< row and column of A at position k
  std::vector<double> x_;
};

}  // namespace stiction
