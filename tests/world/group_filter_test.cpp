// Groups that do not collide pass through each other, whatever their shapes.

#include <vector>

#include "collision/query_shapes.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

TEST(GroupFilter, HoldsForEveryPairOfShapes) {
  Random random(91);
  const Hull slab{std::make_shared<ConvexPolyhedron>(
      std::vector<Vec3>{Vec3(-4, -4, -1), Vec3(4, -4, -1), Vec3(-4, 4, -1), Vec3(4, 4, -1),
                        Vec3(-4, -4, 0), Vec3(4, -4, 0), Vec3(-4, 4, 0), Vec3(4, 4, 0)})};
  const Shape floors[] = {
      Plane{}, slab, oracle::mesh_of(slab),
      HeightField{std::make_shared<HeightGrid>(3, 3, std::vector<double>(9, 0), Vec3(8, 8, 1))}};
  for (const Shape& floor : floors) {
    for (int kind = 0; kind < oracle::kNumSolids; ++kind) {
      for (const bool collide : {true, false}) {
        World world;
        world.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = floor, .group = 1}}});
        const BodyId solid =
            world.add_body({.pose = {.translation = Vec3(0.2, 0.1, 0.9)},
                            .shapes = {{.shape = oracle::random_solid(random, kind, 0.3, 0.5)}},
                            .group = 2});
        world.set_groups_collide(2, 1, collide);
        for (int k = 0; k < 50; ++k) world.step(0.01);
        const double fallen = 0.9 - position(world, solid).z();
        const double free_fall = 0.5 * kGravity * 0.25;
        const std::string pair = std::to_string(kind) + " on " + std::string(shape_name(floor)) +
                                 ", " + (collide ? "colliding" : "not colliding");
        if (collide) {
          EXPECT_LT(fallen, 0.9) << pair;
        } else {
          EXPECT_NEAR(fallen, free_fall, 1e-12) << pair;
          EXPECT_TRUE(world.contacts().empty()) << pair;
        }
      }
    }
  }
}

}  // namespace
}  // namespace stiction
