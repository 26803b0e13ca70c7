// Coulomb's law may let a pile rest and let it slide apart: if it is placed at rest, it rests.

#include <algorithm>
#include <cmath>
#include <vector>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

constexpr double kRadius = 0.2;
const Quat kLying = exp_rotation(Vec3(0.5 * kPi, 0, 0));

struct Pile {
  World world;
  MaterialId wood;
  std::vector<BodyId> logs;

  /// Of logs on the ground and on each other.
  Pile(double on_ground, double on_each_other) {
    wood = world.add_material({.name = "wood", .friction = on_each_other});
    const MaterialId floor = world.add_material({.name = "floor"});
    world.set_material_pair(wood, floor, {.friction = on_ground});
    add_ground(world, floor);
  }

  void add_log(double x, double z) {
    logs.push_back(world.add_body({.name = "log",
                                   .pose = {kLying, Vec3(x, 0, z)},
                                   .shapes = {{.shape = Cylinder{kRadius, 1}, .density = 500}},
                                   .material = wood}));
  }

  /// How far a log has gone after a second, at most, m.
  double calc_way() {
    std::vector<Vec3> starts;
    for (const BodyId log : logs) starts.push_back(position(world, log));
    run(world, 100, 0.01);
    double most = 0;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      most = std::max(most, (position(world, logs[k]) - starts[k]).norm());
    }
    return most;
  }
};

const double kRow = kRadius * std::sqrt(3.0);  ///< from one row of touching logs to the next, m

TEST(PilesAtRest, OfSixLogsStay) {
  for (const double friction : {0.6, 0.8, 1.0}) {
    Pile pile(friction, friction);
    for (int row = 0; row < 3; ++row) {
      for (int k = 0; k < 3 - row; ++k) {
        pile.add_log(kRadius * (row + 2 * k), kRadius + row * kRow);
      }
    }
    EXPECT_LE(pile.calc_way(), 1e-9) << friction;
  }
}

// Three logs, the lower two side by side: with less friction than (2 - sqrt 3)/3 on the ground
// these slide out.
TEST(PilesAtRest, OfThreeLogsStayAboveTheirLimitAndFallBelowIt) {
  const double limit = (2 - std::sqrt(3.0)) / 3;
  const auto way = [&](double on_ground) {
    Pile pile(on_ground, 0.5);
    for (const double x : {-kRadius, kRadius}) pile.add_log(x, kRadius);
    pile.add_log(0, kRadius + kRow);
    return pile.calc_way();
  };
  EXPECT_LE(way(1.01 * limit), 1e-9);
  EXPECT_GE(way(0.99 * limit), 1e-3);
}

}  // namespace
}  // namespace stiction
