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

  /// What turns a normal velocity of contact c into an impulse.
  double rho_normal(int c) const {
    const double W_nn = W(first_row(c), first_row(c));
    return W_nn > 0 ? 1 / W_nn : 1.0;
  }
  /// The same for its tangential velocities.
  double rho_tangential(int c) const {
    const double trace = W.diagonal().segment(first_row(c) + 1, dimension - 1).sum();
    return trace > 0 ? (dimension - 1) / trace : 1.0;
  }
};

}  // namespace stiction
