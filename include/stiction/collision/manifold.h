#pragma once

#include <stiction/math/vector.h>

#include <cstdint>
#include <vector>

namespace stiction {

/// Which features of two shapes meet in a contact point: a number that stays the same from step to
/// step while the same vertex, edge or face meets the same other one, and that is unique among the
/// points of its pair of shapes.
using FeatureId = std::uint32_t;

/// One point of contact between two shapes.
struct ManifoldPoint {
  Vec3 point = Vec3::Zero();  ///< p_WC, half way between the two surfaces, m
  double gap = 0;             ///< signed distance along the normal, m; negative where they overlap
  FeatureId feature = 0;
};

/// All points in which two shapes touch or are about to touch. All share one normal.
struct ShapeManifold {
  Vec3 normal = Vec3::UnitZ();        ///< n_W, unit length, from shape B towards shape A
  std::vector<ManifoldPoint> points;  ///< in a fixed order (by feature)
};

}  // namespace stiction
