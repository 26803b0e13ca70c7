#pragma once

#include "keller_factor.h"
#include "keller_scaling.h"
#include "pivot_limit.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <limits>
#include <vector>

namespace stiction {

/// The choice of the driving row among those that violate their conditions.
enum class DrivingRule {
  largest_violation,
  least_index,
};

/// One run of Keller's method (see `KellerSolver`) on the scaled problem. Scalar is double or long
/// double.
template <class Scalar>
class KellerPivoting {
 public:
  /// Takes the problem and the start z, which must be within the bounds. Rows with `is_basic`
  /// become basic in their order, as far as they are independent. Cost O(n^2 + |B|^3).
  void reset(const BoxLcp& problem, const Eigen::VectorXd& z, const std::vector<bool>& is_basic);

  /// Pivots until the end, adding to `pivots`. Apart from the limit it ends when no row violates
  /// its condition (`complementary`) or z could run forever (`ray`).
  LcpStop run(DrivingRule rule, const PivotLimit& limit, int& pivots);

  bool is_basic(Eigen::Index i) const { return position_[static_cast<std::size_t>(i)] >= 0; }
  /// An entry of the current point in the units of the problem as given.
  double z(Eigen::Index i) const;

  const KellerScaling<Scalar>& scaling() const { return scaled_; }

  /// One step of refinement of a point: z_B -= M_BB^-1 w_B, with w = M z + q summed in long double.
  void refine(const BoxLcp& problem, Eigen::VectorXd& z);

 private:
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  static constexpr Scalar kInfinity = std::numeric_limits<Scalar>::infinity();

  /// The end of a step along direction_: the basic row that meets a bound, or none.
  struct Block {
    Scalar step = kInfinity;
    Eigen::Index position = -1;
  };
  enum class DriveEnd { done, passed, ray, pivot_limit };

  void factor();
  void leave(Eigen::Index position);

  void settle();
  void calc_w();
  void move_to_minimum();
  Scalar calc_basic_error() const;

  bool is_violated(Eigen::Index i) const;
  Eigen::Index find_driving(DrivingRule rule) const;
  DriveEnd drive(Eigen::Index r, const PivotLimit& limit, int& pivots);
  Scalar calc_direction(Eigen::Index r);
  void calc_rate();
  Block find_block() const;
  Scalar calc_room(Eigen::Index position) const;
  void advance(Scalar step);
  void stop_at_bound(Eigen::Index position);

  KellerScaling<Scalar> scaled_;  ///< the scaled problem, to which everything below refers
  Vector z_, w_;
  Scalar noise_ = 0;  ///< bound on the rounding error of an entry of w_

  KellerFactor<Scalar> factor_;         ///< of M_BB
  std::vector<Eigen::Index> basis_;     ///< B, in the order of the factor
  std::vector<Eigen::Index> position_;  ///< of each row in basis_, or -1
  std::vector<bool> is_passed_;         ///< violations at rounding error that no step can reduce

  Vector forward_;             ///< L^-1 M_Br of the last direction
  Vector direction_;           ///< dz_B per unit step, in the order of basis_
  Eigen::Index driving_ = -1;  ///< the row that moves with it, or -1
  Scalar sign_ = 0;            ///< of its motion
  Vector rate_;                ///< dw per unit step
};

}  // namespace stiction
