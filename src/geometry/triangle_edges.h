#pragma once

#include <array>
#include <span>
#include <vector>

namespace stiction {

using TriangleCorners = std::array<int, 3>;

/// A side of a triangle, from its k-th corner to the next, as part of the edge between `start` <
/// `end`.
struct TriangleSide {
  int start = 0;
  int end = 0;
  int triangle = 0;
  int corner = 0;           ///< k
  bool is_forward = false;  ///< whether the triangle's boundary runs from start to end

  bool is_on_edge_of(const TriangleSide& other) const {
    return start == other.start && end == other.end;
  }
};

/// All sides sorted by edge, and by triangle for each edge. O(n log n).
std::vector<TriangleSide> sorted_sides(std::span<const TriangleCorners> triangles);

}  // namespace stiction
