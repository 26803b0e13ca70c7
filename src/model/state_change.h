#pragma once

#include "island_problem.h"

namespace stiction {

/// The least a > 0 at which z + a d is at the edge between two states of the group's law, infinity
/// if there is none. z are impulses as they are projected: a contact is open at z_n <= 0 and slides
/// beyond its disc, a bounded row is at its bound beyond it. An edge where z is already is not
/// counted.
double calc_steps_to_change(const RowGroup& group, const Vec3& z, const Vec3& d);

}  // namespace stiction
