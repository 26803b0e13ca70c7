#pragma once

#include <stiction/math/vector.h>

#include <span>

namespace stiction {

/// Largest coordinate of a point of a polyhedron, m: volumes and moments (its fifth power) stay
/// finite.
constexpr double kLargestCoordinate = 1e50;

/// Throws std::invalid_argument that names the first point with a coordinate that is not finite or
/// beyond +-kLargestCoordinate.
void require_coordinates(std::span<const Vec3> points);

}  // namespace stiction
