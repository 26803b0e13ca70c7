#include "surface_edges.h"

#include <algorithm>
#include <cmath>

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

// The angle of a triangle at one of its vertices, rad.
double angle_at(const TriangleSurface& surface, const std::array<int, 3>& vertices, int vertex) {
  const auto k = std::find(vertices.begin(), vertices.end(), vertex) - vertices.begin();
  const Vec3 at = surface.position(vertex);
  const Vec3 a = surface.position(vertices[(k + 1) % 3]) - at;
  const Vec3 b = surface.position(vertices[(k + 2) % 3]) - at;
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

// True if the direction is the normal of the triangle's plane, wherever its corners are.
bool is_across_plane(const std::array<Vec3, 3>& corners, const Vec3& direction) {
  const Vec3 across = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  return direction.cross(across).norm() <= kSameDirection * across.norm();
}

// The edge at a corner that is nearest to perpendicular to the direction.
ForemostFeature flattest_edge(const std::array<Vec3, 3>& corners, int at, const Vec3& direction) {
  const auto slope = [&](int to) {
    const Vec3 way = corners[at] - corners[to];
    return std::abs(direction.dot(way)) / way.norm();
  };
  const int next = (at + 1) % 3;
  const int last = (at + 2) % 3;
  const int other = slope(next) <= slope(last) ? next : last;
  ForemostFeature edge;
  edge.count = 2;
  edge.corner[0] = std::min(at, other);
  edge.corner[1] = std::max(at, other);
  return edge;
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
  // A needle's corners are equally high, for their distance, even if it is turned about its length.
  const bool is_turned = feature.count == 3 && !is_across_plane(corners, direction);
  return is_turned ? flattest_edge(corners, highest, direction) : feature;
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

Vec3 pseudonormal(const TriangleSurface& surface, int triangle, const ForemostFeature& feature) {
  if (feature.count == 3) return surface.normal(triangle);
  const std::array<int, 3> own = surface.vertices_of(triangle);
  const int start = own[feature.corner[0]];
  const int end = own[feature.corner[feature.count - 1]];
  std::array<int, 8> storage;
  Vec3 sum = Vec3::Zero();
  for (const int other : surface.triangles_at(start, storage)) {
    const std::array<int, 3> at = surface.vertices_of(other);
    if (std::find(at.begin(), at.end(), end) == at.end()) continue;
    const double angle = start == end ? angle_at(surface, at, start) : EIGEN_PI;
    sum += angle * surface.normal(other);
  }
  return sum;
}

}  // namespace stiction
