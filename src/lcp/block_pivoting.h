#pragma once

#include "block_basis.h"
#include "box_start.h"
#include "cycle_guard.h"
#include "keller_scaling.h"
#include "pivot_limit.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Block principal pivoting (see `BlockPivotSolver`) on the scaled problem.
class BlockPivoting {
 public:
  /// Takes the scaled problem, which must outlive the following calls, and the states of a start.
  void reset(const BoxLcp& problem, const KellerScaling<double>& scaled, const BoxStart& start);

  /// Pivots until the end, adding to `pivots`. Apart from the limit it ends when no row is
  /// infeasible (`complementary`), Murty's rule returns to an earlier basis (`cycle`), z could run
  /// forever (`ray`), M is not symmetric and M_BB is singular, or numbers have `diverged`.
  LcpStop run(int patience, const PivotLimit& limit, int& pivots);

  const std::vector<BoundState>& states() const { return states_; }
  /// An entry of the current point in the units of the problem as given.
  double z(Eigen::Index i) const { return scaled_->unscale_z(z_[i], i); }

 private:
  /// The state that a row should change to.
  struct Change {
    Eigen::Index row;
    BoundState state;
  };

  bool can_move(Eigen::Index i) const { return scaled_->lower[i] < scaled_->upper[i]; }
  bool has_changed(const Change& change) const;
  void take_states();
  void calc_point();
  void calc_z_of_basis();
  void calc_w();
  void find_infeasible();
  bool pivot_all();
  bool pivot_least_index();
  bool pivot_along_null_direction(Eigen::Index r);
  void apply(const Change* first, const Change* last);

  const KellerScaling<double>* scaled_ = nullptr;
  bool is_symmetric_ = false;
  BlockBasis basis_;
  std::vector<BoundState> states_;
  Eigen::VectorXd z_, w_;
  double noise_ = 0;  ///< bound on the rounding error of an entry of w_
  Eigen::VectorXd step_;

  std::vector<Change> infeasible_;  ///< ascending by rows
  std::vector<Eigen::Index> removed_, added_;
  bool has_unsolved_basis_ = false;  ///< M_BB z_B = -(q_B + M_BN z_N) has no solution

  CycleGuard guard_;  ///< for the single pivots
};

}  // namespace stiction
