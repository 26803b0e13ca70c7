#pragma once

#include <stiction/collision/manifold.h>

namespace stiction {

/// Numbers for the features (vertices, edges, faces) of one shape, 32 bits each; the feature of a
/// contact point is a pair of them. They identify the features that meet, not the shape taken as
/// reference, so a point keeps its number when that choice changes.

/// A feature of a box, by its side along each axis: -1 lower, +1 upper, 0 between. Three sides make
/// a vertex, two an edge, one a face, none the box itself.
constexpr FeatureId box_feature(int x, int y, int z) {
  return static_cast<FeatureId>((x + 1) + 3 * (y + 1) + 9 * (z + 1));
}

/// A feature of a segment along z: -1 and +1 its ends, 0 the line between them.
constexpr FeatureId segment_feature(int end) { return box_feature(0, 0, end); }

/// Features of shapes that have many: a vertex, edge or face (in a mesh: a triangle) by its number.
constexpr FeatureId vertex_feature(int vertex) { return static_cast<FeatureId>(vertex) << 2; }
constexpr FeatureId edge_feature(int edge) { return static_cast<FeatureId>(edge) << 2 | 1; }
constexpr FeatureId face_feature(int face) { return static_cast<FeatureId>(face) << 2 | 2; }

/// Spheres and planes have one feature.
constexpr FeatureId kWholeShape = box_feature(0, 0, 0);

constexpr FeatureId pair_feature(FeatureId of_first, FeatureId of_second) {
  return of_first << 32 | of_second;
}

/// The same pair seen from the other shape.
constexpr FeatureId exchanged_feature(FeatureId pair) { return pair << 32 | pair >> 32; }

/// The side of [-half, half] on which the coordinate x lies, up to `tolerance`; 0 between.
constexpr int side_of(double x, double half, double tolerance) {
  if (x >= half - tolerance && x >= 0) return 1;
  return x <= tolerance - half ? -1 : 0;
}

}  // namespace stiction
