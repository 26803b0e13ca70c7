#pragma once

#include "shape_features.h"

namespace stiction {

/// Features of a surface are the vertices, edges and flat regions of its triangles (as faces, see
/// TriangleSurface::region_of), and the solid that it bounds as a whole.
inline constexpr FeatureId kSolidBelow = 3;

inline constexpr FeatureId kSurfaceBits = 0xffffffff;

/// The pair of a solid's feature, taken from another pair, and a surface's feature.
constexpr FeatureId on_surface(FeatureId pair, FeatureId of_surface) {
  return (pair & ~kSurfaceBits) | of_surface;
}

}  // namespace stiction
