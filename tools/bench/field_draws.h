#pragma once

#include "pair_draws.h"

namespace stiction::bench {

/// Draws both shapes of a pair whose family is given: B a height field at a random pose, a grid of
/// 2 to 6 rows and columns, its cells 0.1 to 1 m long, rough, with steps of up to some cells'
/// height, or flat; and A, of kind `a`, where the family says on or over it: near or in a triangle,
/// along its normal or aside, seldom below it. The center of mass of A is over the grid: the gap to
/// a field, which has no walls, is not defined elsewhere.
void draw_over_field(Random& random, ShapeKind a, PosedPair& pair);

/// Of a convex solid, in its frame.
Vec3 center_of_mass(const PosedShape& solid);

}  // namespace stiction::bench
