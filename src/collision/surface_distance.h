#pragma once

#include <stiction/collision/queries.h>

#include "triangle_surface.h"

namespace stiction {

/// `closest_point` for a mesh or a height field whose vertices are within `radius` of the origin;
/// all in its frame.
std::optional<ClosestPoint> closest_point_on(const TriangleSurface& surface, double radius,
                                             const Vec3& point, double max_distance);

}  // namespace stiction
