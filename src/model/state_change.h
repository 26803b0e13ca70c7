#pragma once

#include "island_problem.h"

namespace stiction {

/// The piece of a group's law in which z lies; z are impulses as they are projected. Of a contact 3
/// if it is closed, z_n > 0, plus 0 without friction, 1 if it sticks, |z_T| within its disc, 2 if
/// it slides; of bounded rows the sum of kRowPiece[i] times 0 at the lower bound, 1 at the upper, 2
/// between.
int find_group_state(const RowGroup& group, const Vec3& z);
inline constexpr int kRowPiece[] = {1, 3, 9};

/// The least a > 0 at which z + a d is at the edge between two states of the group's law, infinity
/// if there is none. An edge where z is already is not counted.
double calc_steps_to_change(const RowGroup& group, const Vec3& z, const Vec3& d);

/// A change of a group's state.
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
