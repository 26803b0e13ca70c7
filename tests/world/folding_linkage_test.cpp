// A falling linkage of four bars on four hinges: folded flat, its hinges allow one more motion, and
// its problems are hard.

#include <cmath>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// Two crosses of bars, one above the other, that open and close like scissors; thrown.
void add_scissors(World& world, const RigidTransform& pose, MaterialId material) {
  constexpr GroupId bars = 1;
  world.set_groups_collide(bars, bars, false);
  const auto add_bar = [&](const Vec3& center, double pitch) {
    const RigidTransform X{from_roll_pitch_yaw(Vec3(0, pitch, 0)), center};
    return world.add_body({.name = "bar",
                           .pose = pose * X,
                           .shapes = {{Box{Vec3(0.4872, 0.03, 0.05)}}},
                           .material = material,
                           .group = bars});
  };
  const auto add_hinge = [&](BodyId parent, BodyId child, const Vec3& place) {
    world.add_joint({.name = "hinge",
                     .kind = JointKind::revolute,
                     .parent = parent,
                     .child = child,
                     .frame = {pose.rotation, pose * place},
                     .axis = Vec3::UnitY()});
  };
  const double pitch = std::atan(0.5);
  BodyId rising[2], falling[2];
  for (int k = 0; k < 2; ++k) {
    const double height = 0.1 + 0.2 * k;
    rising[k] = add_bar(Vec3(0.2, 0, height), -pitch);
    falling[k] = add_bar(Vec3(0.2, 0.04, height), pitch - kPi);
    add_hinge(rising[k], falling[k], Vec3(0.2, 0, height));
  }
  add_hinge(falling[0], rising[1], Vec3(0, 0, 0.2));
  add_hinge(rising[0], falling[1], Vec3(0.4, 0, 0.2));
}

// An island may take three times the effort of a solve before the rest of its step is solved at
// once; earlier a single step took 230 times the effort.
TEST(FoldingLinkage, TakesNoMoreThanItMay) {
  World world({.on_unsolved = OnUnsolved::best});
  const MaterialId steel =
      world.add_material({.name = "steel", .friction = 0.3734184253796503, .restitution = 0.3});
  add_ground(world, steel);
  add_scissors(world,
               {from_roll_pitch_yaw(Vec3(-0.41334853588093123, 0.6079544975335425, -2.83366706694)),
                Vec3(0, 0, 0.5721106752468993)},
               steel);
  int most = 0;
  for (int k = 0; k < 90; ++k) {
    const StepReport report = world.step(0.0167);
    EXPECT_LE(report.residual, 1e-6) << k;
    EXPECT_LE(report.joint_error, 1e-6) << k;
    most = std::max(most, report.factorisations);
  }
  EXPECT_LE(most, 6 * kDefaultEffort);
  EXPECT_GE(most, 0.1 * kDefaultEffort) << "it was never hard";
}

}  // namespace
}  // namespace stiction
