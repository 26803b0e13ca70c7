#include "triangle_edges.h"

#include <algorithm>
#include <tuple>

namespace stiction {

std::vector<TriangleSide> sorted_sides(std::span<const TriangleCorners> triangles) {
  std::vector<TriangleSide> sides;
  sides.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int from = triangles[t][k];
      const int to = triangles[t][(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), static_cast<int>(t), k, from < to});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const TriangleSide& a, const TriangleSide& b) {
    return std::tie(a.start, a.end, a.triangle, a.corner) <
           std::tie(b.start, b.end, b.triangle, b.corner);
  });
  return sides;
}

}  // namespace stiction
