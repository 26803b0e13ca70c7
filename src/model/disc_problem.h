#pragma once

#include <stiction/lcp/lcp_solvers.h>

#include <Eigen/Core>

#include <string_view>
#include <vector>

#include "solver_work.h"

namespace stiction {

/// The problem of one pass of splitting or staggering: for given bounds of friction
///
///     minimise   1/2 x . A x + b . x    subject to   |f_c| <= bound_c,   theta_c >= 0
///
/// where x holds the friction f_c of each contact c, preceded by theta_c if normal impulses are
/// unknown too (Lacoursiere 2003, eq. 8, and Erleben 2013, eqs 111-112, with the disc of Coulomb's
/// law instead of the box and the polygon), and after all contacts rows with bounds of their own.
/// With the velocities u = A x + b, a solution has u_t = 0 if |f_c| < bound_c, and else f_c
/// opposite to u_t. In space it is the limit of box problems, in axes of which the first lies along
/// f_c - rho u_t,
///
///     w_1 = u_1,   w_2 = u_2 + |u_1| / bound_c z_2,   |z_k| <= bound_c.
///
/// The second term is the curvature of the disc's rim in the Lagrangian, so this is sequential
/// quadratic programming: it converges quadratically near a solution. In the plane f_c is one
/// number, and the first box problem is the problem itself.
///
/// A step that does not lower the natural residual is shortened.
///
/// A should be positive semidefinite. If it is unsymmetric, solvers for symmetric matrices get the
/// symmetric part; the rest acts on the x of the previous step. Among the impulses of redundant
/// contacts, a proximal term selects those nearest to the start:
///
///     + shift / 2 |x - x_before|^2,   shift = 1e-6 of the mean diagonal,
///
/// which vanishes as the steps converge (Rockafellar, Monotone operators and the proximal point
/// algorithm, 1976) and makes the matrix definite.
class DiscProblem {
 public:
  static constexpr double kProximalShift = 1e-6;  ///< of the mean diagonal

  struct Layout {
    int tangents = 2;  ///< per contact: 1 in the plane, 2 in space, 0 for normal impulses alone
    bool has_normals = false;  ///< theta is unknown, too
    /// Makes some solves without the proximal term. If the equations of redundant contacts disagree
    /// by round-off, that term lets loads creep from solve to solve, which is visible in a world
    /// whose next step starts from them. A must be symmetric up to round-off.
    bool has_exact_solves = false;
    /// One step is enough if the solves are part of an outer iteration.
    int most_steps = 40;
    Eigen::VectorXd lower = {};  ///< bounds of the rows after the contacts
    Eigen::VectorXd upper = {};
    int rows() const { return tangents + (has_normals ? 1 : 0); }
  };

  /// `solver`, one of `lcp_solvers()`, solves the box problems.
  explicit DiscProblem(std::string_view solver) : solver_(solver) {}

  /// Stores A. O(n^2).
  void start(const Eigen::MatrixXd& A, const Layout& layout);

  /// Solves from x, which need not be feasible, and replaces it; continues while work is left.
  /// Returns the remaining natural residual max |x - P(x - u / mean A_ii)|: 0 at solutions,
  /// infinity if numbers go out of range. A step costs as much as the box problem, plus O(n^2).
  double solve(const Eigen::VectorXd& b, const Eigen::VectorXd& bounds, Eigen::VectorXd& x,
               SolverWork& work);

  /// `is_exact`: the last box problem was solved; `stop`: why its solver ended.
  bool is_exact() const { return is_exact_; }
  LcpStop stop() const { return stop_; }

 private:
  int num_contacts() const { return static_cast<int>(bounds_.size()); }
  Eigen::Index first_row(int c) const { return c * layout_.rows(); }
  Eigen::Index first_tangent(int c) const { return first_row(c) + (layout_.has_normals ? 1 : 0); }
  Eigen::VectorXd made_feasible(Eigen::VectorXd x) const;
  double assess(const Eigen::VectorXd& x);
  double step_to(const Eigen::VectorXd& target, double residual, Eigen::VectorXd& x);
  void turn_axes(const Eigen::VectorXd& x);
  void pose_box(const Eigen::VectorXd& x);
  void rotate_box();
  Eigen::VectorXd solve_box(const Eigen::VectorXd& x, SolverWork& work);

  NamedLcpSolver solver_;

  // Set by `start`.
  Layout layout_;
  Eigen::MatrixXd A_;
  Eigen::MatrixXd skew_;            ///< the part of A that the solver does not get, or empty
  double mean_ = 1;                 ///< of A's diagonal
  Eigen::VectorXd steps_;           ///< rho: at most 1 / largest eigenvalue of a contact's tangents
  Eigen::Matrix2Xd axes_;           ///< a column for each contact, a unit vector
  std::vector<BoundState> states_;  ///< of the previous step; empty before the first
  int num_solves_ = 0;

  // Set by `solve`.
  Eigen::VectorXd b_;
  Eigen::VectorXd bounds_;
  Eigen::VectorXd u_;  ///< at the last assessed x
  BoxLcp box_;
  bool is_exact_ = false;
  LcpStop stop_ = LcpStop::not_applicable;
};

}  // namespace stiction
