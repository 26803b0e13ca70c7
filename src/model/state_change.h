#pragma once

#include "island_problem.h"

namespace stiction {

/// The least a > 0 at which z + a d is at the edge between two states of the group's law, infinity
/// if there is none. z are impulses as they are projected: a contact is open at z_n <= 0 and slides
/// beyond its disc, a bounded row is at its bound beyond it. An edge where z is already is not
/// counted.
double calc_steps_to_change(const RowGroup& group, const Vec3& z, const Vec3& d);

/// A change of a group's state (see `find_group_state`).
struct StateChange {
  double step = 0;
  int state = 0;
};

/// The least a >= 0 at which z + a d has left the given state's piece of the law by more than
/// `tolerance`, and the state that follows; infinity if there is none. z may be at the edge of its
/// piece, or as much beyond it.
StateChange find_state_change(const RowGroup& group, int state, const Vec3& z, const Vec3& d,
                              double tolerance);

}  // namespace stiction
