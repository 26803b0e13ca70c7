#pragma once

#include "box_dictionary.h"
#include "cycle_guard.h"
#include "infinity.h"
#include "pivot_limit.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Incremental principal pivoting (see `DantzigSolver`).
class DantzigPivoting {
 public:
  /// Pivots on the dictionary until the end, adding to `pivots`; its basic rows start processed.
  /// Apart from the limit it ends when no row violates its condition (`complementary`), nothing
  /// blocks the driving variable (`ray`), an earlier basis returns during one drive under either
  /// rule for ties (`cycle`), a blocking row cannot be exchanged (`singular`), or numbers have
  /// `diverged`.
  LcpStop run(BoxDictionary& dictionary, const PivotLimit& limit, int& pivots);

 private:
  enum class DriveEnd { done, passed, deferred, ray, pivot_limit, cycle, singular, diverged };
  enum class TieRule { fastest, least_index };

  /// The end of a step: the first row that meets its bound or w_i = 0, and its state then.
  struct Block {
    double step = kInfinity;
    Eigen::Index row = -1;
    BoundState state = BoundState::between;
  };

  bool take_basic_rows_into_bounds(BoxDictionary& d, const PivotLimit& limit, int& pivots);
  Eigen::Index find_driving(const BoxDictionary& d) const;
  DriveEnd drive(BoxDictionary& d, Eigen::Index r, const PivotLimit& limit, int& pivots);
  bool is_worsening(const BoxDictionary& d, Eigen::Index i) const;
  bool does_any_violation_grow(const BoxDictionary& d) const;
  bool process_rows_in_the_way(const BoxDictionary& d);
  Block find_own_end(const BoxDictionary& d, Eigen::Index r) const;
  void set_limits(const BoxDictionary& d, Eigen::Index i);
  Block find_block(const BoxDictionary& d, TieRule rule);
  bool exchange(BoxDictionary& d, Eigen::Index r, const Block& block) const;
  void end_drive(BoxDictionary& d, Eigen::Index r, const Block& end) const;

  std::vector<bool> is_processed_;
  std::vector<bool> is_passed_;   ///< violations at rounding error that no drive can reduce
  double sign_ = 0;               ///< of the motion of the driving variable
  Eigen::VectorXd rate_;          ///< dv per unit of this motion
  Eigen::VectorXd least_, most_;  ///< v_i must stay between these
  Eigen::VectorXd time_;          ///< 1 / |rate_i|
  Eigen::VectorXd step_;          ///< motion of the driving variable until v_i meets its limit
  CycleGuard guard_;
};

}  // namespace stiction
