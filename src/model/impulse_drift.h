#pragma once

#include "island_system.h"

namespace stiction {

/// Shortens a long walk of the method of multipliers.
///
/// Where no state changes, its steps come to a point or, along impulses that hold each other in
/// balance so that no velocity feels them, go on for ever in one direction: by rho u a step, with a
/// residual that does not fall, until a contact opens or begins to slide. In walls that are hit
/// such walks took hundreds of steps. Two steps in the same direction are therefore followed by a
/// leap: as far as the steps would lead if they shrank as they did (Aitken), or just beyond the
/// first change of a state.
class ImpulseDrift {
 public:
  /// The next step does not go on from the last one: states changed.
  void forget() { is_known_ = false; }
  /// After a step of the size kappa from `before` to `after` on which no state changed. True if it
  /// moved `after` on.
  bool leap(const IslandSystem& system, double kappa, const Rows& before, Rows& after);

 private:
  bool is_known_ = false;
  Rows rate_, last_rate_;  ///< change of the impulses by kappa
};

}  // namespace stiction
