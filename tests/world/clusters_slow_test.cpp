// Balls that touch each other from the start and collide all at once, with different materials and
// masses, without gravity, so that only the impacts set a scale of speeds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "random_numbers.h"
#include "simple_worlds.h"

namespace stiction {
namespace {

/// Two to six balls, each of which touches an earlier one, or the floor as well if there is one.
World make_cluster(unsigned seed) {
  Random random(seed);
  World world({.gravity = Vec3::Zero()});
  const double most_friction = std::max(0.0, random.uniform(-1, 2));
  std::vector<MaterialId> materials;
  for (int k = 0; k < 4; ++k) {
    materials.push_back(
        world.add_material({.name = "material-" + std::to_string(k),
                            .friction = random.uniform(0, most_friction),
                            .restitution = std::clamp(random.uniform(-0.5, 1.5), 0.0, 1.0)}));
  }
  const bool has_floor = random.uniform(0, 1) < 0.6;
  if (has_floor) add_ground(world, materials[0]);

  std::vector<Sphere> spheres;
  std::vector<Vec3> centers;
  const auto find_place = [&](double radius) -> std::optional<Vec3> {
    if (centers.empty()) return Vec3(0, 0, radius);
    for (int attempt = 0; attempt < 100; ++attempt) {
      const auto k = static_cast<std::size_t>(random.index(static_cast<int>(centers.size())));
      const double distance = radius + spheres[k].radius;
      Vec3 way = distance * random.direction();
      if (has_floor && random.uniform(0, 1) < 0.6) {  // on the floor, too
        way.z() = radius - centers[k].z();
        const double level = std::sqrt(std::max(0.0, distance * distance - way.z() * way.z()));
        way.head<2>() = level * way.head<2>().normalized();
      }
      const Vec3 center = centers[k] + way;
      bool is_free = !has_floor || center.z() >= radius - 1e-12;
      for (std::size_t j = 0; j < centers.size(); ++j) {
        is_free &= (center - centers[j]).norm() >= radius + spheres[j].radius - 1e-12;
      }
      if (is_free) return center;
    }
    return {};
  };
  const int count = 2 + random.index(5);
  for (int k = 0; k < count; ++k) {
    const Sphere sphere{random.uniform(0.1, 0.3)};
    const std::optional<Vec3> center = find_place(sphere.radius);
    if (!center) continue;
    spheres.push_back(sphere);
    centers.push_back(*center);
    world.add_body({.pose = {.translation = *center},
                    .linear_velocity = random.in_cube(3),
                    .angular_velocity = random.in_cube(10),
                    .shapes = {{.shape = sphere, .density = random.log_uniform(7, 1.5e5)}},
                    .material = materials[static_cast<std::size_t>(random.index(4))]});
  }
  return world;
}

// Without a lower bound on the scale of speeds, one cluster of a thousand was left unsolved, over
// speeds that were round-off. Restitution is reduced where Poisson's law would put energy in:
// otherwise one cluster of four thousand would gain some, up to 43 times its own.
TEST(Clusters, AreSolvedAndGainNoEnergy) {
  for (unsigned seed = 0; seed < 20000; ++seed) {
    World world = make_cluster(seed);
    const double energy = world.energy().total();
    for (int k = 0; k < 3; ++k) {
      const StepReport report = world.step(1e-3);
      ASSERT_EQ(report.status, StepStatus::solved) << seed;
      ASSERT_LE(report.residual, 1e-8) << seed;
    }
    ASSERT_LE(world.energy().total(), (1 + 1e-6) * energy) << seed;
  }
}

}  // namespace
}  // namespace stiction
