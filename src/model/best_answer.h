#pragma once

#include <vector>

#include "infinity.h"
#include "island_system.h"

namespace stiction {

/// The best impulses, by the judge, that a search has found.
class BestAnswer {
 public:
  /// Starts on a new problem.
  void reset() {
    residual_ = kInfinity;
    is_any_ = false;
  }

  /// Projects r onto its cones, computes the velocities, has both judged, and keeps r if it is the
  /// best so far. Returns its residual.
  double offer(IslandSystem& system, const Rows& r) {
    system.project(r, projected_);
    system.calc_velocities(projected_, v_);
    system.calc_relative(v_, u_);
    const double residual = system.judge(projected_, u_);
    if (residual < residual_ || !is_any_) {
      is_any_ = true;
      residual_ = residual;
      impulses_.swap(projected_);
      velocities_.swap(v_);
    }
    return residual;
  }

  double residual() const { return residual_; }
  const Rows& impulses() const { return impulses_; }  ///< within their cones
  const std::vector<Vec6>& velocities() const { return velocities_; }

 private:
  double residual_ = kInfinity;
  bool is_any_ = false;  ///< the first one is kept even if it is not finite
  Rows impulses_;
  std::vector<Vec6> velocities_;
  Rows projected_;
  std::vector<Vec6> v_;
  Rows u_;
};

}  // namespace stiction
