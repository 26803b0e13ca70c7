// Balls that touch each other from the start and collide all at once: of materials and masses of
// their own, without gravity, so that nothing but the impacts tells what speeds there are.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "simple_worlds.h"

namespace stiction {
namespace {

/// Two to six balls, each of which touches one before it or the floor as well, if there is one.
World make_cluster(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(0, 1);
  const auto draw = [&](double least, double most) {
    return least + (most - least) * part(random);
  };
  const auto draw_vector = [&](double size) {
    const double x = draw(-size, size), y = draw(-size, size), z = draw(-size, size);
    return Vec3(x, y, z);
  };
  World world({.gravity = Vec3::Zero()});
  const double most_friction = draw(0, 1) < 0.3 ? 0 : draw(0, 2);
  std::vector<MaterialId> materials;
  for (int k = 0; k < 4; ++k) {
    const double friction = draw(0, most_friction);
    const bool is_extreme = draw(0, 1) < 0.4;
    const double restitution = is_extreme ? std::round(draw(0, 1)) : draw(0, 1);
    materials.push_back(world.add_material({.name = "material-" + std::to_string(k),
                                            .friction = friction,
                                            .restitution = restitution}));
  }
  const auto draw_material = [&] { return materials[static_cast<std::size_t>(draw(0, 4))]; };
  const bool has_floor = draw(0, 1) < 0.6;
  if (has_floor) add_ground(world, materials[0]);

  std::vector<Sphere> spheres;
  std::vector<Vec3> centers;
  const auto find_place = [&](double radius) -> std::optional<Vec3> {
    if (centers.empty()) return Vec3(0, 0, radius);
    for (int attempt = 0; attempt < 100; ++attempt) {
      const auto k = static_cast<std::size_t>(draw(0, static_cast<double>(centers.size())));
      const double distance = radius + spheres[k].radius;
      Vec3 way = distance * draw_vector(1).normalized();
      if (has_floor && draw(0, 1) < 0.6) {  // on the floor, too
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
  const int count = static_cast<int>(draw(2, 7));
  for (int k = 0; k < count; ++k) {
    const Sphere sphere{draw(0.1, 0.3)};
    const std::optional<Vec3> center = find_place(sphere.radius);
    if (!center) continue;
    spheres.push_back(sphere);
    centers.push_back(*center);
    world.add_body({.pose = {.translation = *center},
                    .linear_velocity = draw_vector(3),
                    .angular_velocity = draw_vector(10),
                    .shapes = {{.shape = sphere, .density = 1000 * std::exp(draw(-5, 5))}},
                    .material = draw_material()});
  }
  return world;
}

// Without a bound on what speeds are measured by, one cluster of a thousand was left unsolved, for
// speeds that were round-off. Where Poisson's law would put energy in, restitution is smaller: one
// cluster of four thousand would gain some, up to 43 times what there was.
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
