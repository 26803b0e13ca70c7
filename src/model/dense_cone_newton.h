#pragma once

#include <Eigen/Core>

#include <vector>

#include "cone_problem.h"
#include "rank_revealing_qr.h"

namespace stiction {

/// The semismooth Newton method of Alart and Curnier (1991) on a `ConeProblem`, from a good guess:
/// the zeros of, for each contact with tau = r_t - rho_t u_t and b = mu max(0, r_n),
///
///     open    r_n - rho_n u_n <= 0    F_n = r_n            F_t = r_t
///     loaded  r_n - rho_n u_n > 0     F_n = rho_n u_n
///     stick       and |tau| <= b                           F_t = rho_t u_t
///     slide       and |tau| > b                            F_t = r_t - b tau/|tau|
///
/// rho_n = 1/W_nn, rho_t = rho_factor/W_tt. Open contacts lose their impulses at once; the others
/// make the system of a step. It is `ConeNewton` for a W that no bodies stand behind: W may be
/// unsymmetric, singular, and of plane problems. Steps are the least ones (complete orthogonal
/// decomposition), since redundant contacts make the system singular.
class DenseConeNewton {
 public:
  struct Limits {
    int iterations = 0;  ///< >= 0
    /// Multiplies rho_t, > 0. It moves the border between stick and slide as the iteration sees it,
    /// not the solutions: where one value cycles, another may not.
    double rho_factor = 1;
  };

  /// Replaces r by the point with the least |F| that was met. Returns the number of iterations,
  /// O(k^3) each for k rows of loaded contacts.
  int improve(const ConeProblem& problem, const Limits& limits, Eigen::VectorXd& r);

  /// Rows of the last system.
  int num_unknowns() const { return static_cast<int>(rows_.size()); }

 private:
  /// The piece of F that a loaded contact is in.
  struct Piece {
    int contact = 0;
    int first_row = 0;  ///< of the system
    bool slides = false;
    double turn_factor = 0;     ///< b/|tau|
    Eigen::VectorXd direction;  ///< tau/|tau|
  };

  double assess(const ConeProblem& problem, Eigen::VectorXd& r);
  void update_velocity(const ConeProblem& problem, const Eigen::VectorXd& r);
  void find_pieces(const ConeProblem& problem, Eigen::VectorXd& r);
  void evaluate(const ConeProblem& problem, const Eigen::VectorXd& r, Piece& piece);
  void linearise(const ConeProblem& problem, const Eigen::VectorXd& r);
  void linearise_friction(const ConeProblem& problem, const Eigen::VectorXd& r, const Piece& piece);
  bool calc_change(const ConeProblem& problem);
  double search_along(const ConeProblem& problem, double error, Eigen::VectorXd& r);

  double rho_factor_ = 1;
  std::vector<Piece> pieces_;
  std::vector<int> rows_;  ///< of W that are unknowns
  std::vector<int> changed_rows_;
  Eigen::VectorXd u_, values_, scale_, change_, start_, best_;
  Eigen::MatrixXd system_;
  LeastNormSolver solver_;
};

}  // namespace stiction
