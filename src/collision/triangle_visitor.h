#pragma once

#include <functional>

namespace stiction {

// Made from std::ref of a function object, neither takes memory.

/// Is told of a triangle.
using TriangleVisitor = std::function<void(int triangle)>;
/// Is told of a triangle, and returns how far the search still has to reach, m.
using NearTriangleVisitor = std::function<double(int triangle)>;

}  // namespace stiction
