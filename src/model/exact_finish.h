#pragma once

#include <stiction/model/effort.h>

#include <vector>

#include "best_answer.h"
#include "island_system.h"

namespace stiction {

/// The exact finish: semismooth Newton iterations on the natural map of Coulomb's law (Alart and
/// Curnier 1991), from impulses that are near an answer: those of the step before, or an interior
/// point. One to five rounds take a residual of 1e-4..1e-6 to 1e-12 where the states of the
/// contacts are right; it has no globalisation, and gives up soon where they are not.
///
/// With z = r - d u, d = 1 / compliance, a contact is
///     open      z_n <= 0:                        r -> 0
///     sticking  |z_T| <= mu (z_n + prior):       u -> 0
///     sliding   otherwise:                       u_n -> 0, r_T -> mu (r_n + prior) z_T / |z_T|
/// where u -> 0 is posed as dr = -R (u + du), R = 1e7 stiffening / compliance: 1 / R is a proximal
/// compliance, which the iteration itself takes out. So every round makes the least change of the
/// impulses that does what it should, whatever the rank of the contacts: redundant impulses inside
/// their cones stay there. No rank decision is made anywhere.
class ExactFinish {
 public:
  /// From `r`. Offers what it meets to `best`; true once that has a residual of `accepted`.
  bool run(IslandSystem& system, const Rows& r, double accepted, Effort& effort, BestAnswer& best);

  /// After a run: how r changes if the bodies begin with so much more momentum, in the states of
  /// the last round. False if there was no round. O(a solve with the factor of that round).
  bool respond(IslandSystem& system, const std::vector<Vec6>& momenta, Rows& dr);

 private:
  bool has_factor_ = false;
  Rows r_, u_, z_, g_, du_, dr_;
  std::vector<Vec6> v_, b_, dv_;
  std::vector<Mat3> D_;
  std::vector<int> states_;
};

}  // namespace stiction
