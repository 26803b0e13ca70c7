#pragma once

#include <vector>

#include "island_system.h"

namespace stiction {

/// One round of a semismooth Newton method on the natural map of Coulomb's law (Alart and Curnier
/// 1991): impulses and velocities, the linear model of each group's law in its state, and the step
/// to the point at which all these models hold.
///
/// With z = r - d u, d = 1 / compliance, a contact is
///     open      z_n <= 0:                        r -> 0
///     sticking  |z_T| <= mu (z_n + prior):       u -> 0
///     sliding   otherwise:                       u_n -> 0, r_T -> mu (r_n + prior) z_T / |z_T|
/// where u -> 0 is posed as dr = -R (u + du), R = 1e7 stiffening / compliance: 1 / R is a proximal
/// compliance, which the iteration itself removes. So every round makes the least change of the
/// impulses that achieves its aim, whatever the rank of the contacts: redundant impulses inside
/// their cones stay there. No rank decision is made anywhere.
class NewtonRound {
 public:
  /// Starts at r, with the velocities that follow from it. No group has a state yet. The system
  /// must outlive this object.
  void start(IslandSystem& system, const Rows& r);
  /// Computes u and z of all groups at the current point.
  void find_points();
  /// Puts the groups into the states of their z; returns how many changed.
  int choose_states();
  void set_state(int c, int state) { states_[c] = state; }

  /// Computes Newton's step from the points that were found. Returns the sign of the determinant of
  /// its equation; 0 if there is no step.
  int find_step();
  /// Takes a share of the step. The missing momentum shrinks along with it.
  void move(double share);

  const Rows& impulses() const { return r_; }
  int state(int c) const { return states_[c]; }
  /// z of a group, and its change over the whole step.
  const Vec3& point(int c) const { return z_[c]; }
  Vec3 calc_point_change(int c) const;

  /// The change of r if the bodies began with this additional momentum, in the states of the last
  /// step. False if there was no step. Costs a solve with the factor of that step.
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
