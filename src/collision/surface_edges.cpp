#include "surface_edges.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr double kSameDirection = 1e-7;  // rad

bool rises(const Vec3& way, const Vec3& n) { return n.dot(way) > kSameDirection * way.norm(); }

bool is_normal_at_vertex(const TriangleSurface& surface, int vertex, const Vec3& n) {
  std::array<int, 8> storage;
  const Vec3 at = surface.position(vertex);
  for (const int triangle : surface.triangles_at(vertex, storage)) {
    for (const int other : surface.vertices_of(triangle)) {
      if (rises(surface.position(other) - at, n)) return false;
    }
  }
  return true;
}

bool is_normal_at_edge(const TriangleSurface& surface, int start, int end, const Vec3& n) {
  std::array<int, 8> storage;
  const Vec3 at = surface.position(start);
  const Vec3 along = (surface.position(end) - at).normalized();
  for (const int triangle : surface.triangles_at(start, storage)) {
    const std::array<int, 3> vertices = surface.vertices_of(triangle);
    if (std::find(vertices.begin(), vertices.end(), end) == vertices.end()) continue;
    for (const int other : vertices) {
      if (other == start || other == end) continue;
      const Vec3 way = surface.position(other) - at;
      if (rises(way - along.dot(way) * along, n)) return false;
    }
  }
  return true;
}

}  // namespace

ForemostFeature foremost_feature(const std::array<Vec3, 3>& corners, const Vec3& direction) {
  int highest = 0;
  for (const int k : {1, 2}) {
    if (direction.dot(corners[k] - corners[highest]) > 0) highest = k;
  }
  ForemostFeature feature;
  for (int k = 0; k < 3; ++k) {
    const Vec3 way = corners[highest] - corners[k];
    if (direction.dot(way) <= kSameDirection * way.norm()) feature.corner[feature.count++] = k;
  }
  return feature;
}

bool is_normal_of_surface(const TriangleSurface& surface, int triangle,
                          const ForemostFeature& feature, const Vec3& n) {
  const std::array<int, 3> at = surface.vertices_of(triangle);
  if (feature.count == 1) return is_normal_at_vertex(surface, at[feature.corner[0]], n);
  if (feature.count == 2) {
    return is_normal_at_edge(surface, at[feature.corner[0]], at[feature.corner[1]], n);
  }
  return true;
}

}  // namespace stiction
