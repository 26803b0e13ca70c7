#pragma once

#include "island_system.h"

namespace stiction {

/// Shortens long runs of the method of multipliers in one direction.
///
/// While no state changes, its steps converge to a point, or continue forever in one direction
/// along impulses that balance each other, so that no velocity changes: by rho u per step, with a
/// residual that does not fall, until a contact opens or begins to slide. In walls that are hit
/// such runs took hundreds of steps. Two steps in the same direction are therefore followed by a
/// leap: as far as the steps would lead if they kept shrinking at their present ratio (Aitken), or
/// just beyond the first change of a state.
class ImpulseDrift {
 public:
  /// Call if the next step does not continue the last one because states changed.
  void forget() { is_known_ = false; }
  /// Call after a step at `kappa` from `before` to `after` without a change of state. True if it
  /// moved `after` further.
  bool leap(const IslandSystem& system, double kappa, const Rows& before, Rows& after);

 private:
  bool is_known_ = false;
  Rows rate_, last_rate_;  ///< change of the impulses divided by kappa
};

}  // namespace stiction
