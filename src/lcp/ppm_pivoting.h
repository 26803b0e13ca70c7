#pragma once

#include "pivot_limit.h"
#include "ppm_rows.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// The pivoting rule of a run, and the pivots that it may use.
struct PpmRule {
  int patience;  ///< as in `PpmOptions`; 0: the least-index rule throughout
  PivotLimit limit;
};

/// One run of modified principal pivoting (see `PpmSolver`) on scaled rows.
class PpmPivoting {
 public:
  /// Starts from z. Rows with `is_basic` and free ones become basic, in order, as far as they are
  /// independent; the others go to the bound nearest to z. `pivots` keeps counting, up to the
  /// limit. The run also ends if nothing is violated (`complementary`), if a row that depends on
  /// the basic ones could move for ever (`ray`), if no basic row makes way for it (`singular`), if
  /// rows that need a semidefinite M find it indefinite (`not_applicable`), or if it has
  /// `diverged`.
  LcpStop run(PpmRows& rows, const Eigen::VectorXd& z, const std::vector<bool>& is_basic,
              const PpmRule& rule, int& pivots);

  const Eigen::VectorXd& z() const { return z_; }
  const std::vector<BoundState>& states() const { return states_; }

 private:
  /// A row that violates its condition: a basic row by z_i beyond a bound, any other by the sign of
  /// w_i.
  struct Violation {
    Eigen::Index row = -1;
    std::size_t place = 0;  ///< of a basic row
    double size = 0.0;
    explicit operator bool() const { return row >= 0; }
  };

  bool start(const std::vector<bool>& is_basic);
  void rest(Eigen::Index i);
  void choose(const PpmRule& rule);
  double calc_tolerance() const;
  double calc_excess(Eigen::Index i) const;
  double calc_push(Eigen::Index i) const;
  void put_at_bound(Eigen::Index i, bool is_upper);
  void take_out(std::size_t place, bool is_upper);
  LcpStop bring_in(Eigen::Index i);
  LcpStop replace(Eigen::Index i);

  PpmRows* rows_ = nullptr;
  Eigen::VectorXd z_, w_, lean_;
  std::vector<BoundState> states_;
  Violation incoming_, outgoing_;
  int since_progress_ = 0;
  Eigen::Index fewest_ = 0;
};

}  // namespace stiction
