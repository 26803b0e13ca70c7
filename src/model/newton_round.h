#pragma once

#include <vector>

#include "island_system.h"

namespace stiction {

/// What semismooth Newton methods on the natural map of Coulomb's law (Alart and Curnier 1991) do
/// in a round: impulses and velocities, the linear model of each group's law in its state, and the
/// step to the point at which all these models hold.
///
/// With z = r - d u, d = 1 / compliance, a contact is
///     open      z_n <= 0:                        r -> 0
///     sticking  |z_T| <= mu (z_n + prior):       u -> 0
///     sliding   otherwise:                       u_n -> 0, r_T -> mu (r_n + prior) z_T / |z_T|
/// where u -> 0 is posed as dr = -R (u + du), R = 1e7 stiffening / compliance: 1 / R is a proximal
/// compliance, which the iteration itself takes out. So every round makes the least change of the
/// impulses that does what it should, whatever the rank of the contacts: redundant impulses inside
/// their cones stay there. No rank decision is made anywhere.
class NewtonRound {
 public:
  /// At r, with the velocities that follow. No group has a state yet. The system must outlive it.
  void start(IslandSystem& system, const Rows& r);
  /// Finds u and z of all groups, where it stands now.
  void find_points();
  /// Puts the groups into the states of their z; how many had another one.
  int choose_states();
  void set_state(int c, int state) { states_[c] = state; }

  /// Newton's step from the points that were found. The sign of the determinant of its equation; 0
  /// if there is no step.
  int find_step();
  /// Goes a share of it. The momentum that is missing goes along.
  void move(double share);

  const Rows& impulses() const { return r_; }
  int state(int c) const { return states_[c]; }
  /// z of a group, and how the whole step changes it.
  const Vec3& point(int c) const { return z_[c]; }
  Vec3 calc_point_change(int c) const;

  /// How r changes if the bodies begin with so much more momentum, in the states of the last step.
  /// False if there was none. O(a solve with the factor of that step).
  bool respond(const std::vector<Vec6>& momenta, Rows& dr);

 private:
  IslandSystem* system_ = nullptr;
  Rows r_, u_, z_, g_, du_, dr_;
  std::vector<Vec6> v_, b_, dv_;
  std::vector<Mat3> D_;
  std::vector<int> states_;  ///< see `find_group_state`
  bool has_factor_ = false;
};

}  // namespace stiction
