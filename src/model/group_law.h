#pragma once

#include "island_problem.h"

namespace stiction {

// The law of a group is piecewise linear, except for the rim of friction's disc. This file has its
// pieces and their linear models for Newton's method.

/// The piece of a group's law that contains z, the impulses before projection. For a contact: 3 if
/// it is closed, z_n > 0, plus 0 without friction, 1 if it sticks, |z_T| within its disc, 2 if it
/// slides. For bounded rows: the sum of kRowPiece[i] times 0 at the lower bound, 1 at the upper, 2
/// between.
int find_group_state(const RowGroup& group, const Vec3& z);
inline constexpr int kRowPiece[] = {1, 3, 9};

/// The least a > 0 at which z + a d is at the edge between two states of the group's law, infinity
/// if there is none. An edge at which z already is does not count.
double calc_steps_to_change(const RowGroup& group, const Vec3& z, const Vec3& d);

/// A change of a group's state.
struct StateChange {
  double step = 0;
  int state = 0;
};

/// The least a >= 0 at which z + a d has left the given state's piece of the law by more than
/// `tolerance`, and the state that follows; infinity if there is none. z may be at the edge of its
/// piece, or beyond it by up to `tolerance`.
StateChange find_state_change(const RowGroup& group, int state, const Vec3& z, const Vec3& d,
                              double tolerance);

/// z of the natural map r = P(z): r - d u of a contact, d = 1 / compliance, and the equivalent of
/// bounded rows. Linear in r and u.
Vec3 calc_natural_point(const RowGroup& group, const Vec3& r, const Vec3& u);

/// A group's part of Newton's equation: dr = g - D du.
struct LinearModel {
  Mat3 D = Mat3::Zero();
  Vec3 g = Vec3::Zero();
  bool is_symmetric = true;  ///< D
};

/// The linear model of a group at r, u and their z, in a state (see `find_group_state`). u -> 0 is
/// posed as dr = -R (u + du).
LinearModel linearise_group(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                            const Vec3& z, double R);

}  // namespace stiction
