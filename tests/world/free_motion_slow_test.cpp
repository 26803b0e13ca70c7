// Free bodies, for 1e5 steps each: many shapes, axes and rates.

#include "world/simple_worlds.h"

namespace stiction {
namespace {

struct Spinner {
  const char* name;
  Vec3 inertia;
  Vec3 spin;
  double h;
};

// Energy and the angular momentum vector are conserved to 1e-9, however fast the spin for the time
// step (0.3 rad per step) and however flat or slender the body.
TEST(FreeMotionForLong, KeepsEnergyAndAngularMomentum) {
  const Spinner spinners[] = {
      {"slow", Vec3(1, 2, 2.5), Vec3(0.1, 0.2, 0.1), 0.01},
      {"unstable axis", Vec3(1, 2, 2.5), Vec3(1e-6, 5, 1e-6), 0.01},
      {"unstable axis, exactly", Vec3(1, 2, 2.5), Vec3(0, 5, 0), 0.01},
      {"fast", Vec3(1, 2, 2.5), Vec3(20, 20, 10), 0.01},
      {"plate", Vec3(1, 1.5, 2.5), Vec3(3, 0.01, 8), 0.01},
      {"needle", Vec3(0.001, 1, 1.0005), Vec3(5, 0.1, 2), 0.01},
      {"nearly a ball", Vec3(1, 1.0001, 1.0002), Vec3(1, 7, 2), 0.01},
  };
  for (const Spinner& spinner : spinners) {
    World world({.gravity = Vec3::Zero()});
    const BodyId body = world.add_body(
        {.name = spinner.name,
         .pose = {.rotation = from_roll_pitch_yaw(Vec3(1, 0.5, -2))},
         .inertial = MassProperties{.mass = 1, .inertia = spinner.inertia.asDiagonal()}});
    world.set_velocity(body, Vec3(1, 2, 3), world.state(body).pose.rotation * spinner.spin);
    const double energy = world.energy().kinetic;
    const Vec3 momentum = angular_momentum(world, body);
    double worst_energy = 0;
    double worst_momentum = 0;
    for (int k = 0; k < 100000; ++k) {
      ASSERT_EQ(world.step(spinner.h).status, StepStatus::solved);
      worst_energy = std::max(worst_energy, std::abs(world.energy().kinetic - energy) / energy);
      worst_momentum = std::max(
          worst_momentum, (angular_momentum(world, body) - momentum).norm() / momentum.norm());
    }
    EXPECT_LE(worst_energy, 1e-9) << spinner.name;
    EXPECT_LE(worst_momentum, 1e-9) << spinner.name;
  }
}

}  // namespace
}  // namespace stiction
