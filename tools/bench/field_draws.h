#pragma once

#include "pair_draws.h"

namespace stiction::bench {

/// Draws both shapes of a pair whose family is given. B is a height field at a random pose: a grid
/// of 2 to 6 rows and columns with cells 0.1 to 1 m long, rough, with steps of up to several cells'
/// height, or flat. A, of kind `a`, is on or over it, depending on the family: near or in a
/// triangle, along its normal or beside it, seldom below it. A's centre of mass is over the grid:
/// elsewhere the gap to a field, which has no walls, is undefined.
void draw_over_field(Random& random, ShapeKind a, PosedPair& pair);

/// The centre of mass of a convex solid, in its frame.
Vec3 center_of_mass(const PosedShape& solid);

}  // namespace stiction::bench
