#pragma once

#include <gtest/gtest.h>
#include <stiction/world/world.h>

#include <cmath>
#include <numbers>

namespace stiction {

inline constexpr double kGravity = 9.81;  // m/s^2, along -z
inline constexpr double kDegree = std::numbers::pi / 180;

/// The plane z = 0 of the given material.
inline BodyId add_ground(World& world, MaterialId material = 0) {
  return world.add_body({.name = "ground",
                         .kind = BodyKind::fixed,
                         .shapes = {{.shape = Plane{}}},
                         .material = material});
}

/// A cube that stands upright with its centre at `center`.
inline BodyId add_cube(World& world, double size, double mass, const Vec3& center,
                       MaterialId material = 0) {
  return world.add_body({.name = "cube",
                         .pose = {.translation = center},
                         .shapes = {{.shape = Box{Vec3(size, size, size)}}},
                         .mass = mass,
                         .material = material});
}

inline BodyId add_ball(World& world, double radius, double mass, const Vec3& center,
                       MaterialId material = 0) {
  return world.add_body({.name = "ball",
                         .pose = {.translation = center},
                         .shapes = {{.shape = Sphere{radius}}},
                         .mass = mass,
                         .material = material});
}

/// Steps, and asserts that every step is solved to the residual that users are promised.
inline void run(World& world, int steps, double h = 0.01) {
  for (int k = 0; k < steps; ++k) {
    const StepReport report = world.step(h);
    ASSERT_EQ(report.status, StepStatus::solved) << "step " << k;
    ASSERT_LE(report.residual, 1e-8) << "step " << k;
  }
}

inline Vec3 position(const World& world, BodyId body) { return world.state(body).pose.translation; }

/// The same bits in every body's pose and velocity.
inline bool is_same_state(const World& a, const World& b) {
  if (a.bodies() != b.bodies() || a.time() != b.time()) return false;
  for (const BodyId body : a.bodies()) {
    const BodyState x = a.state(body);
    const BodyState y = b.state(body);
    if (!(x.pose == y.pose) || x.linear_velocity != y.linear_velocity ||
        x.angular_velocity != y.angular_velocity) {
      return false;
    }
  }
  return true;
}

}  // namespace stiction
