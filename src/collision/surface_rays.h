#pragma once

#include "triangle_surface.h"

namespace stiction {

/// True if a closed surface winds about the point: the signed count of its crossings with a ray of
/// `length`, which must lead out of it. A ray that grazes an edge is replaced, up to a fixed number
/// of times.
bool has_winding(const TriangleSurface& surface, const Vec3& point, double length);

}  // namespace stiction
