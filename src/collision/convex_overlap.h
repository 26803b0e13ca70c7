#pragma once

#include <optional>

#include "convex_solid.h"

namespace stiction {

/// About the direction, from second to first, in which overlapping cores come apart soonest, by the
/// expanding polytope of libccd (van den Bergen, "Proximity queries and penetration depth
/// computation on 3D game objects", GDC 2001); at most 100 rounds, in units of the larger core.
///
/// A seed, not an answer: libccd takes cores that touch, are nested or differ much in size for
/// apart, or returns a direction that is wrong or no number; then there is none, or a poor one. It
/// allocates.
std::optional<Vec3> guess_way_out(const ConvexSolid& first, const ConvexSolid& second);

}  // namespace stiction
