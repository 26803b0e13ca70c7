#pragma once

#include <stiction/math/vector.h>

#include <vector>

#include "random.h"

namespace stiction::bench {

/// The corners of a random polyhedron of about unit size: scattered points, coplanar points, a
/// prism, a die or a slab.
std::vector<Vec3> draw_hull_points(Random& random);

}  // namespace stiction::bench
