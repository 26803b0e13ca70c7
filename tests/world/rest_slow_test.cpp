// Standing still for a minute.

#include "world/simple_worlds.h"

namespace stiction {
namespace {

TEST(Rest, AStackDroppedFromAMillimetreStandsForAMinute) {
  World world;
  add_ground(world);
  std::vector<BodyId> boxes;
  for (int k = 0; k < 10; ++k) {
    boxes.push_back(add_cube(world, 0.2, 8, Vec3(0, 0, 0.101 + 0.201 * k)));
  }
  double lowest_energy = world.energy().total();
  double energy_gain = 0;
  std::vector<Vec3> settled;
  for (int k = 1; k <= 6000; ++k) {
    const StepReport report = world.step(0.01);
    ASSERT_EQ(report.status, StepStatus::solved) << k;
    ASSERT_LE(report.residual, 1e-8) << k;
    const double energy = world.energy().total();
    energy_gain = std::max(energy_gain, energy - lowest_energy);
    lowest_energy = std::min(lowest_energy, energy);
    if (k != 100) continue;
    for (const BodyId box : boxes) settled.push_back(position(world, box));
  }
  EXPECT_LE(energy_gain, 1e-6);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_LE((position(world, boxes[i]) - settled[i]).norm(), 1e-7) << "drift of box " << i;
    EXPECT_NEAR(position(world, boxes[i]).z(), 0.1 + 0.2 * static_cast<double>(i), 1e-7);
  }
}

}  // namespace
}  // namespace stiction
