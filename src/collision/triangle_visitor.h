#pragma once

#include <functional>

namespace stiction {

// Neither allocates memory if made from std::ref of a function object.

/// Receives a triangle.
using TriangleVisitor = std::function<void(int triangle)>;
/// Receives a triangle and returns how far the search still has to reach, m.
using NearTriangleVisitor = std::function<double(int triangle)>;

}  // namespace stiction
