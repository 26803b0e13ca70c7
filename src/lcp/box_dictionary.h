#pragma once

#include "box_start.h"
#include "keller_scaling.h"
#include "principal_tableau.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// A point of the scaled problem, w = M z + q, with a basis and its tableau, as principal pivoting
/// methods move it. In each row the dependent variable v_i is z_i if the row is basic, else w_i,
/// and the independent one, u_i, is the other.
class BoxDictionary {
 public:
  /// Takes the scaled problem, which must outlive the following calls, and the start; rows that
  /// start basic get w = 0. Cost: n^2 multiplications for each of them.
  void reset(const BoxLcp& problem, const KellerScaling<double>& scaled, const BoxStart& start);

  Eigen::Index size() const { return v_.size(); }
  const PrincipalTableau& tableau() const { return tableau_; }
  bool is_basic(Eigen::Index i) const { return tableau_.is_basic(i); }
  const Eigen::VectorXd& v() const { return v_; }
  double z(Eigen::Index i) const { return is_basic(i) ? v_[i] : u_[i]; }
  double w(Eigen::Index i) const { return is_basic(i) ? u_[i] : v_[i]; }
  double lower(Eigen::Index i) const { return scaled_->lower[i]; }
  double upper(Eigen::Index i) const { return scaled_->upper[i]; }
  bool can_move(Eigen::Index i) const { return lower(i) < upper(i); }
  /// `between` for a basic row; else the bound at which the row stands, or `between` at rest.
  const std::vector<BoundState>& states() const { return states_; }
  BoundState state(Eigen::Index i) const { return states_[static_cast<std::size_t>(i)]; }
  /// Bound on the rounding error of an entry of w.
  double noise() const { return noise_; }
  bool is_finite() const { return v_.allFinite() && u_.allFinite(); }

  /// True if a change of u_r leaves v_r unchanged, up to rounding error.
  bool is_flat(Eigen::Index r) const;

  /// u_j += step.
  void move(Eigen::Index j, double step);
  /// Sets z_i of a non-basic row to a bound, exactly.
  void rest_at(Eigen::Index i, BoundState bound);
  /// The value of v_r in a state other than its own: the bound, or w_r = 0 for `between`.
  double target(Eigen::Index r, BoundState state) const;
  /// Moves u_r so that v_r takes its value in the new state, and pivots.
  void change(Eigen::Index r, BoundState state);
  /// The same for two rows at once.
  void change(Eigen::Index r, BoundState state_r, Eigen::Index s, BoundState state_s);
  /// Pivots on rows r and s where they are; only v_s takes its value in the new state, and must
  /// already be close to it. Row r is then basic with a w_r that is not zero.
  void exchange(Eigen::Index r, BoundState state_r, Eigen::Index s, BoundState state_s);
  /// Sets w_r of a basic row, which is almost zero, to zero.
  void clear_w_of_basic(Eigen::Index r) { u_[r] = 0.0; }

  /// Brings w_B to zero and recomputes w with the accuracy of the data, with a fresh tableau if the
  /// present one has drifted too far.
  void settle();

  /// The point in the units of the problem as given.
  void write_z(Eigen::VectorXd& z) const;

 private:
  double calc_residual();
  void correct();

  const KellerScaling<double>* scaled_ = nullptr;
  PrincipalTableau tableau_;
  std::vector<BoundState> states_;
  std::vector<bool> is_wanted_;  ///< rows to be basic in a fresh tableau
  Eigen::VectorXd v_, u_;
  Eigen::VectorXd z_;     ///< while w is computed
  Eigen::VectorXd step_;  ///< of u
  double noise_ = 0;
};

}  // namespace stiction
