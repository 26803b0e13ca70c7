#pragma once

#include <stiction/collision/narrow_phase.h>

#include "convex_solid.h"

namespace stiction {

/// The contact of any two convex solids. Frame O, order, features, result and the influence of the
/// motion are as in shape_pairs.h.
double convex_pair(const ConvexSolid& first, const ConvexSolid& second,
                   const NarrowPhaseQuery& query, ShapeManifold& manifold);

/// The contact along a normal (unit, from second to first) that the caller has chosen: the points
/// where the features foremost along it face each other, with gaps up to the margin. Returns the
/// separation of the supporting planes along it, m.
double contact_along(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                     double margin, ShapeManifold& manifold);

/// The signed distance of two convex solids and where it is attained.
struct ConvexDistance {
  double distance = 0;            ///< m; if they overlap, minus the least translation
  Vec3 normal = Vec3::UnitZ();    ///< from second to first, unit
  Vec3 on_first = Vec3::Zero();   ///< on the surfaces, in O: on_first = on_second +
  Vec3 on_second = Vec3::Zero();  ///< distance * normal, up to round-off
};
ConvexDistance calc_convex_distance(const ConvexSolid& first, const ConvexSolid& second);

}  // namespace stiction
