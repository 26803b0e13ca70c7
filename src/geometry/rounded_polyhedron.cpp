#include "rounded_polyhedron.h"

#include <array>

namespace stiction {
namespace {

const ConvexPolyhedron& cube() {
  static const ConvexPolyhedron cube(std::array<Vec3, 8>{
      Vec3(-0.5, -0.5, -0.5), Vec3(0.5, -0.5, -0.5), Vec3(-0.5, 0.5, -0.5), Vec3(0.5, 0.5, -0.5),
      Vec3(-0.5, -0.5, 0.5), Vec3(0.5, -0.5, 0.5), Vec3(-0.5, 0.5, 0.5), Vec3(0.5, 0.5, 0.5)});
  return cube;
}

}  // namespace

RoundedPolyhedron::RoundedPolyhedron(const Box& box, double rounding)
    : features(cube()), vertices(cube().vertices()), radius(rounding) {
  for (Vec3& vertex : vertices) vertex = vertex.cwiseProduct(box.size);
}

RoundedPolyhedron::RoundedPolyhedron(const Hull& hull, double rounding)
    : features(*hull.polyhedron), vertices(features.vertices()), radius(rounding) {}

}  // namespace stiction
