// Light chains between heavy bodies that fly apart are pulled taut, and hold.

#include <cmath>
#include <string>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

struct TautChain {
  int links;
  double link_mass;  ///< kg; the ends have 10 and 2 kg
  double speed;      ///< of each end, m/s
  double bend;       ///< of the links to either side at the start, rad
};

class TautChains : public testing::TestWithParam<TautChain> {};

TEST_P(TautChains, Hold) {
  const TautChain& chain = GetParam();
  constexpr double kLink = 0.1;
  World world({.gravity = Vec3::Zero()});
  constexpr GroupId group = 1;
  world.set_groups_collide(group, group, false);
  const auto add_end = [&](const Vec3& center, double mass, double speed) {
    return world.add_body({.name = "end",
                           .pose = {Quat::Identity(), center},
                           .linear_velocity = Vec3(speed, 0, 0),
                           .shapes = {{.shape = Sphere{0.1}}},
                           .mass = mass,
                           .group = group});
  };
  const auto tie = [&](BodyId parent, BodyId child, const Vec3& place) {
    world.add_joint({.name = "tie",
                     .kind = JointKind::spherical,
                     .parent = parent,
                     .child = child,
                     .frame = {Quat::Identity(), place}});
  };
  BodyId last = add_end(Vec3(-0.2, 0, 0), 10, -chain.speed);
  Vec3 place = Vec3::Zero();
  for (int k = 0; k < chain.links; ++k) {
    const double angle = (k % 2 ? -1 : 1) * chain.bend * (1 + 0.3 * std::sin(1.7 * k));
    const Vec3 along(kLink * std::cos(angle), 0, kLink * std::sin(angle));
    const BodyId link =
        world.add_body({.name = "link",
                        .pose = {exp_rotation(Vec3(0, 0.5 * kPi - angle, 0)), place + 0.5 * along},
                        .shapes = {{.shape = Capsule{0.02, kLink - 0.002}}},
                        .mass = chain.link_mass,
                        .group = group});
    tie(last, link, place);
    last = link;
    place += along;
  }
  tie(last, add_end(place + Vec3(0.2, 0, 0), 2, chain.speed), place);
  const double start = world.energy().total();
  for (int k = 0; k < 50; ++k) {
    const StepReport report = world.step(0.01);
    ASSERT_EQ(report.status, StepStatus::solved) << k;
    EXPECT_LE(report.residual, 1e-8) << k;
    EXPECT_LE(report.joint_error, 1e-8) << k;
    EXPECT_LE(world.energy().total(), (1 + 1e-3) * start) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(All, TautChains,
                         testing::Values(TautChain{2, 1e-3, 0.2, 0.1}, TautChain{3, 1e-3, 0.2, 0.1},
                                         TautChain{8, 1e-3, 3, 0.5}, TautChain{8, 1e-2, 1, 0.05},
                                         TautChain{20, 1e-3, 3, 0.05}, TautChain{20, 1e-2, 3, 0.1},
                                         TautChain{40, 1e-2, 1, 0.5}),
                         [](const auto& instance) {
                           return std::to_string(instance.index) + "_" +
                                  std::to_string(instance.param.links) + "Links";
                         });

}  // namespace
}  // namespace stiction
