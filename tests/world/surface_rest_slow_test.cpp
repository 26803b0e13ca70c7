// Bodies at rest on meshes and height fields stay where they are.

#include <stiction/geometry/convex_polyhedron.h>

#include "collision/shape_oracle.h"
#include "collision/surface_meshes.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

// Every solid stands on one of its faces for a minute.
TEST(SurfaceRest, DriftsLessThanATenthOfAMicrometre) {
  const std::vector<double> no_heights(21 * 21, 0.0);
  for (const Shape& ground :
       {Shape(make_mesh(make_floor(20, 5, 3))),
        Shape(HeightField{std::make_shared<HeightGrid>(21, 21, no_heights, Vec3(10, 10, 1))})}) {
    World world;
    world.add_body({.name = "ground", .kind = BodyKind::fixed, .shapes = {{ground}}});
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back({k & 1 ? .2 : -.2, k & 2 ? .3 : -.3, k & 4 ? .1 : -.1});
    const std::vector<std::pair<Shape, double>> solids{
        {Sphere{0.2}, 0.2},
        {Box{Vec3(0.4, 0.3, 0.2)}, 0.1},
        {Cylinder{0.2, 0.4}, 0.2},
        {Cone{0.2, 0.4}, 0.2},
        {Hull{std::make_shared<ConvexPolyhedron>(corners)}, 0.1}};
    std::vector<BodyId> bodies;
    std::vector<Vec3> starts;
    for (std::size_t i = 0; i < solids.size(); ++i) {
      const Vec3 at(1.3 * static_cast<double>(i) - 3, 0.17, solids[i].second);
      bodies.push_back(world.add_body(
          {.name = "solid", .pose = {.translation = at}, .shapes = {{solids[i].first}}}));
    }
    run(world, 100);
    for (const BodyId body : bodies) starts.push_back(position(world, body));
    run(world, 6000);
    for (std::size_t i = 0; i < solids.size(); ++i) {
      EXPECT_LE((position(world, bodies[i]) - starts[i]).norm(), 1e-7)
          << shape_name(solids[i].first);
    }
  }
}

}  // namespace
}  // namespace stiction
