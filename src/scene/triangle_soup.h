#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <vector>

namespace stiction {

/// Triangles as a file lists them: not welded, not checked against each other.
struct TriangleSoup {
  std::vector<Vec3> vertices;                 ///< finite, in the file's unit
  std::vector<std::array<int, 3>> triangles;  ///< counter-clockwise seen from outside
};

}  // namespace stiction
