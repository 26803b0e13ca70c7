// Coulomb's law may let a pile rest or slide apart: if it is placed at rest, it rests.

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

  /// Friction of logs on the ground and on each other.
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

  /// The largest distance that a log has moved after a second, m.
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

// A change in the energy of resting bodies is round-off, however large a share of the energy it is.
TEST(PilesAtRest, WithAJointInThemAreMadeInWholeSteps) {
  World world;
  add_ground(world);
  std::vector<BodyId> boxes;
  for (int k = 0; k < 20; ++k) {
    boxes.push_back(
        world.add_body({.name = "box",
                        .pose = {exp_rotation(Vec3(0, 0, 1.3 * k)), Vec3(0, 0, 0.1 + 0.2 * k)},
                        .shapes = {{.shape = Box{Vec3(0.5, 0.5, 0.2)}}},
                        .mass = 4}));
  }
  world.add_joint({.name = "joint",
                   .kind = JointKind::spherical,
                   .parent = boxes.front(),
                   .child = boxes.back(),
                   .frame = {exp_rotation(Vec3(0.3, 0.4, 0.5)), Vec3(0.02, -0.01, 2)}});
  int in_pieces = 0;
  for (int k = 0; k < 200; ++k) {
    const StepReport report = world.step(0.001);
    ASSERT_EQ(report.status, StepStatus::solved) << k;
    ASSERT_LE(world.energy().kinetic, 1e-18) << k;
    in_pieces += report.in_pieces;
  }
  EXPECT_EQ(in_pieces, 0);
}

}  // namespace
}  // namespace stiction
