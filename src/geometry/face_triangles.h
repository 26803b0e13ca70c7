#pragma once

#include <array>
#include <vector>

namespace stiction {

class ConvexPolyhedron;

/// The faces cut into fans from their first corners, counter-clockwise seen from outside.
std::vector<std::array<int, 3>> face_triangles(const ConvexPolyhedron& polyhedron);

}  // namespace stiction
