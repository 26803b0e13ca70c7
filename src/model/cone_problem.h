#pragma once

#include <Eigen/Core>

namespace stiction {

/// Coulomb's problem on its true cone with the Delassus operator given alone: u = W r + q, and for
/// each contact c
///
///     0 <= u_n  _|_  r_n >= 0,    |r_t| <= mu r_n,    r_t = -mu r_n u_t / |u_t| where it slips.
///
/// A contact has `dimension` rows, its normal first. W need be neither symmetric nor regular. The
/// numbers are dimensionless: W has a mean diagonal of 1 and the largest entry of q is 1.
struct ConeProblem {
  int dimension = 3;  ///< 2 or 3
  Eigen::MatrixXd W;
  Eigen::VectorXd q;
  Eigen::VectorXd mu;

  int num_contacts() const { return static_cast<int>(mu.size()); }
  int size() const { return static_cast<int>(q.size()); }
  int first_row(int c) const { return dimension * c; }
};

}  // namespace stiction
