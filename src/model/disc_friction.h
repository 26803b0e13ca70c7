#pragma once

#include <stiction/lcp/keller.h>

#include <Eigen/Core>

#include <vector>

namespace stiction {

/// The friction problem of staggering: for given normal impulses, hence given bounds, find
///
///     minimise   1/2 f . A f + b . f    subject to   |f_c| <= bound_c   for each contact c
///
/// (Erleben 2013, eqs 111-112, with the disc of Coulomb's law in the place of the polygon). With
/// the slip u = A f + b, a solution has u_c = 0 where |f_c| < bound_c, and else f_c opposite to
/// u_c.
///
/// In the plane f_c is one number, and the problem a box problem for Keller's method. In space it
/// is solved by sequential quadratic programming, each step a box problem in axes of which the
/// first lies along f_c - rho u_c,
///
///     w_1 = u_1,   w_2 = u_2 + |u_1| / bound_c z_2,   |z_k| <= bound_c,
///
/// the second term being the curvature of the disc's rim in the Lagrangian; near a solution the
/// steps converge quadratically. Where one does not lower the natural residual, sweeps of projected
/// block Gauss-Seidel, which lower the objective always, take its place.
///
/// A should be positive semidefinite. Only its symmetric part is given to Keller's method, the rest
/// acts on the f of the step before. Of the impulses of redundant contacts it takes those next to
/// the ones it starts from (a proximal term, as in `BoxPass`).
class DiscFriction {
 public:
  /// Takes A, which has `tangents` rows for each contact: 1 in the plane, 2 in space. O(n^2).
  void start(const Eigen::MatrixXd& A, int tangents);

  /// Solves from f, which need not be within the bounds, and replaces it; adds what it took to
  /// `pivots`. Returns the natural residual max |f_c - P_c(f_c - u_c / mean A_ii)| that is left. A
  /// step costs O(n^2) per pivot.
  double solve(const Eigen::VectorXd& b, const Eigen::VectorXd& bounds, Eigen::VectorXd& f,
               int& pivots);

 private:
  int num_contacts() const { return static_cast<int>(bounds_.size()); }
  Eigen::VectorXd on_discs(Eigen::VectorXd f) const;
  double calc_residual(const Eigen::VectorXd& f);
  void sweep(int sweeps, Eigen::VectorXd& f);
  void pose_box(const Eigen::VectorXd& f);
  void turn_axes(const Eigen::VectorXd& f);
  Eigen::VectorXd solve_box(const Eigen::VectorXd& f, int& pivots);

  int tangents_ = 2;
  Eigen::MatrixXd A_;
  Eigen::MatrixXd skew_;  ///< the part of A that Keller's method is not given
  bool is_symmetric_ = true;
  double mean_ = 1;        ///< of A's diagonal
  Eigen::VectorXd steps_;  ///< of a sweep: 1 / largest eigenvalue of each diagonal block
  Eigen::VectorXd b_;
  Eigen::VectorXd bounds_;
  Eigen::VectorXd slip_;
  Eigen::MatrixXd axes_;  ///< one column a contact: the first axis, a unit vector
  BoxLcp box_;
  KellerSolver keller_;
  std::vector<BoundState> states_;  ///< of the step before; empty before the first
};

}  // namespace stiction
