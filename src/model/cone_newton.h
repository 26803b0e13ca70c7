#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/delassus.h>

#include <Eigen/Core>

#include <vector>

namespace stiction {

/// Newton's method on Coulomb's true cone from a good guess: the fixed point of the turned facets.
///
/// Turning a contact's facets until one lies along its friction ends in a solution of the true cone.
/// Near it that fixed point is a piecewise smooth system in the impulses; this solves it by the
/// semismooth Newton method of Alart and Curnier (1991), with b = mu (theta + prior impulse):
///
///     open    theta - rho_n u_n <= 0       r = 0
///     stick   |tau| <= b                   u_n = 0, u_t = 0           tau = f - rho_t u_t
///     slide   |tau| > b                    u_n = 0, f = b tau/|tau|
///
/// Each step is the minimum-norm change of the scaled impulses (complete orthogonal decomposition),
/// because redundant contacts make the system singular: of all impulses that do the same it takes
/// those nearest to the guess. It may fail (cycle); then it says so, and the caller turns facets.
class ConeNewton {
 public:
  /// Improves `impulses` (one a contact, N s) in place; true if the conditions hold to round-off.
  /// Iterations are added to `iterations`. O(k^3) each for k rows of loaded contacts; one that finds
  /// nothing to change costs O(n).
  bool solve(const ContactProblem& problem, const Delassus& delassus, int max_iterations,
             std::vector<Vec3>& impulses, int& iterations);

 private:
  enum class State { open, stick, slide };

  void classify(const ContactProblem& problem, const Delassus& delassus,
                std::vector<Vec3>& impulses);
  double calc_residual(const ContactProblem& problem, const Delassus& delassus,
                       const std::vector<Vec3>& impulses);
  void linearise(const ContactProblem& problem, const Delassus& delassus,
                 const std::vector<Vec3>& impulses);
  void linearise_sliding(int row, int c, const ContactProblem::Contact& contact,
                         const Delassus& delassus, const Vec3& r);
  bool step(const Delassus& delassus, std::vector<Vec3>& impulses);
  void update_velocities(const ContactProblem& problem, const std::vector<Vec3>& impulses);

  std::vector<Vec6> velocities_;
  std::vector<State> states_;
  std::vector<Vec2> slip_directions_;  ///< tau/|tau| of sliding contacts
  std::vector<double> turn_factors_;   ///< b/|tau| of sliding contacts
  std::vector<int> rows_;              ///< rows of W of the loaded contacts: the unknowns
  std::vector<double> residuals_;      ///< one for each of `rows_`, m/s
  Eigen::MatrixXd system_;
  Eigen::VectorXd right_;
};

}  // namespace stiction
