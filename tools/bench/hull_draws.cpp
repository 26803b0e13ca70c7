#include "hull_draws.h"

#include <cmath>
#include <numbers>

namespace stiction::bench {
namespace {

/// Points in a cube, or on the sphere inside it.
std::vector<Vec3> strewn_points(Random& random, int count, bool on_sphere) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    points.push_back(on_sphere ? random.direction() : random.in_cube(1));
  }
  return points;
}

/// Points of a lattice: many faces with more than three corners, many points on edges and faces.
std::vector<Vec3> lattice_points(Random& random, int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(random.in_cube(2.49).array().round() / 2);
  return points;
}

/// A regular prism, or a pyramid with the same base.
std::vector<Vec3> prism_points(Random& random, int corners, bool is_pyramid) {
  std::vector<Vec3> points;
  const double height = random.uniform(0.2, 1);
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    points.emplace_back(std::cos(angle), std::sin(angle), -height);
    if (!is_pyramid) points.emplace_back(std::cos(angle), std::sin(angle), height);
  }
  if (is_pyramid) points.emplace_back(0, 0, height);
  return points;
}

/// An octahedron, or a cube with its corners cut.
std::vector<Vec3> die_points(bool is_octahedron) {
  std::vector<Vec3> points;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      if (is_octahedron) {
        points.push_back(side * Vec3::Unit(axis));
        continue;
      }
      for (int corner = 0; corner < 4; ++corner) {
        Vec3 point = side * Vec3::Unit(axis);
        point[(axis + 1) % 3] = corner & 1 ? 0.7 : -0.7;
        point[(axis + 2) % 3] = corner & 2 ? 0.7 : -0.7;
        points.push_back(point);
      }
    }
  }
  return points;
}

}  // namespace

std::vector<Vec3> draw_hull_points(Random& random) {
  switch (random.integer(0, 5)) {
    case 0:
      return strewn_points(random, random.integer(4, 8), false);
    case 1:
      return strewn_points(random, random.integer(8, 40), true);
    case 2:
      return lattice_points(random, random.integer(8, 30));
    case 3:
      return prism_points(random, random.integer(3, 12), false);
    case 4:
      return prism_points(random, random.integer(3, 12), true);
    default:
      break;
  }
  return die_points(random.happens(0.5));
}

}  // namespace stiction::bench
