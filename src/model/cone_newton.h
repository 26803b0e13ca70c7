#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/delassus.h>
#include <stiction/model/effort.h>

#include <Eigen/Core>

#include <vector>

#include "rank_revealing_qr.h"

namespace stiction {

/// Newton's method on Coulomb's true cone from a good guess: the fixed point of the turned facets.
///
/// Turning a contact's facets until one lies along its friction ends in a solution of the true
/// cone. Near it that fixed point is a piecewise smooth system in the impulses; this solves it by
/// the semismooth Newton method of Alart and Curnier (1991), with b = mu (theta + prior impulse):
///
///     open    theta - rho_n u_n <= 0       theta = 0
///     loaded  theta - rho_n u_n > 0        u_n = 0
///     none    b = 0                        f = 0
///     stick   |tau| <= b                   u_t = 0                    tau = f - rho_t u_t
///     slide   |tau| > b                    f = b tau/|tau|
///
/// Each step is the minimum-norm change of the scaled impulses (complete orthogonal decomposition),
/// because redundant contacts make the system singular: of all impulses that do the same it takes
/// those nearest to the guess. rho_n = 1/W_nn, rho_t = rho_factor/W_tt. Steps that make matters
/// worse are shortened. It may fail (cycle); then it says so, leaves the best impulses that it met,
/// and the caller turns facets.
class ConeNewton {
 public:
  struct Limits {
    int iterations = 0;
    double accepted = 0;  ///< a guess that is this exact is left alone; in units of V
    /// Multiplies rho_t. It moves the border between stick and slide as the iteration sees it, not
    /// the solutions: where one value cycles, another may not.
    double rho_factor = 1;
  };

  /// Improves `impulses` (one a contact, N s) in place; true if the conditions hold to round-off
  /// (or the guess was good enough). Adds factorisations to `statistics`. O(k^3) an iteration for k
  /// rows of loaded contacts; a guess with nothing to change costs O(n).
  bool solve(const ContactProblem& problem, const Delassus& delassus, const Limits& limits,
             Effort& effort, std::vector<Vec3>& impulses, ContactStatistics& statistics);

 private:
  enum class Friction { none, stick, slide };

  /// What the impulses make of one contact.
  struct Piece {
    bool loaded = false;
    Friction friction = Friction::none;
    int first_row = 0;            ///< of the unknowns
    double bound = 0;             ///< b, N s
    Vec2 direction = Vec2(1, 0);  ///< tau/|tau|
    double turn_factor = 0;       ///< b/|tau|
  };

  double assess(const ContactProblem& problem, const Delassus& delassus,
                std::vector<Vec3>& impulses);
  void update_velocities(const ContactProblem& problem, const std::vector<Vec3>& impulses);
  void classify(const ContactProblem& problem, const Delassus& delassus,
                std::vector<Vec3>& impulses);
  double calc_residual(const ContactProblem& problem, const Delassus& delassus,
                       const std::vector<Vec3>& impulses);
  void linearise(const Delassus& delassus, const ContactProblem& problem);
  void linearise_sliding(const Delassus& delassus, double friction, int c, int row, bool along);
  bool calc_change(const Delassus& delassus, Effort& effort, ContactStatistics& statistics);
  bool step_to_boundary(const ContactProblem& problem, const Delassus& delassus, Effort& effort,
                        std::vector<Vec3>& impulses, ContactStatistics& statistics);
  double search_along(const ContactProblem& problem, const Delassus& delassus, double error,
                      std::vector<Vec3>& impulses);

  double rho_factor_ = 1;
  std::vector<Vec6> velocities_;
  std::vector<Piece> pieces_;
  std::vector<int> rows_;          ///< rows of W that are unknowns
  std::vector<double> residuals_;  ///< one for each of `rows_`, m/s
  Eigen::MatrixXd system_;
  Eigen::VectorXd right_;
  Eigen::VectorXd scale_;
  Eigen::VectorXd change_;
  std::vector<int> changed_rows_;
  std::vector<Vec3> start_;
  std::vector<Vec3> best_;
  LeastNormSolver solver_;
};

}  // namespace stiction
