#include "face_triangles.h"

#include <stiction/geometry/convex_polyhedron.h>

namespace stiction {

std::vector<std::array<int, 3>> face_triangles(const ConvexPolyhedron& polyhedron) {
  std::vector<std::array<int, 3>> triangles;
  for (int face = 0; face < static_cast<int>(polyhedron.faces().size()); ++face) {
    const std::span<const int> corners = polyhedron.corners(face);
    for (std::size_t k = 2; k < corners.size(); ++k) {
      triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
  }
  return triangles;
}

}  // namespace stiction
