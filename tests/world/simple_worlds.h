#pragma once

#include <gtest/gtest.h>
#include <stiction/math/rotation.h>
#include <stiction/world/world.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "constants.h"

namespace stiction {

inline constexpr double kGravity = 9.81;  // m/s^2, along -z

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

/// Adds two or three balls in a row, without gravity, and returns the first. In a step of 0.01 s
/// the first drives the second into the third; only then is that contact added to the problem.
inline BodyId add_driven_row(World& world, int balls = 3) {
  const BodyId first = add_ball(world, 0.1, 1, Vec3(0, 0, 0));
  add_ball(world, 0.1, 1, Vec3(0.25, 0, 0));
  if (balls > 2) add_ball(world, 0.1, 1, Vec3(0.46, 0, 0));
  world.set_velocity(first, Vec3(10, 0, 0), Vec3::Zero());
  return first;
}

/// Steps, and expects every step to be solved to the residual promised to users.
inline void run(World& world, int steps, double h = 0.01) {
  for (int k = 0; k < steps; ++k) {
    const StepReport report = world.step(h);
    ASSERT_EQ(report.status, StepStatus::solved) << "step " << k;
    ASSERT_LE(report.residual, 1e-8) << "step " << k;
  }
}

inline Vec3 position(const World& world, BodyId body) { return world.state(body).pose.translation; }

/// Inertia about the centre of mass in the world frame, kg m^2.
inline Mat3 world_inertia(const World& world, BodyId body) {
  const Mat3 R = world.state(body).pose.rotation.toRotationMatrix();
  return R * world.mass_properties(body).inertia * R.transpose();
}

/// The centre of mass in the world frame, m.
inline Vec3 center_of_mass(const World& world, BodyId body) {
  return world.state(body).pose * world.mass_properties(body).center;
}

/// Angular momentum about the centre of mass, kg m^2/s.
inline Vec3 angular_momentum(const World& world, BodyId body) {
  return world_inertia(world, body) * world.state(body).angular_velocity;
}

inline bool is_same_state(const BodyState& a, const BodyState& b) {
  return a.pose == b.pose && a.linear_velocity == b.linear_velocity &&
         a.angular_velocity == b.angular_velocity;
}

/// True if every body's pose and velocity, and the time, agree bit for bit.
inline bool is_same_state(const World& a, const World& b) {
  if (a.bodies() != b.bodies() || a.time() != b.time()) return false;
  const std::vector<BodyId> bodies = a.bodies();
  return std::all_of(bodies.begin(), bodies.end(),
                     [&](BodyId body) { return is_same_state(a.state(body), b.state(body)); });
}

inline bool is_same_contact(const Contact& a, const Contact& b) {
  return a.body_a == b.body_a && a.body_b == b.body_b && a.shape_a == b.shape_a &&
         a.shape_b == b.shape_b && a.feature == b.feature && a.point == b.point &&
         a.normal == b.normal && a.gap == b.gap && a.normal_impulse == b.normal_impulse &&
         a.friction_impulse == b.friction_impulse && a.slip_velocity == b.slip_velocity &&
         a.friction == b.friction && a.state == b.state && a.friction_use == b.friction_use &&
         a.separation_speed == b.separation_speed &&
         a.analysis.has_value() == b.analysis.has_value() &&
         (!a.analysis || (a.analysis->is_normal_unique == b.analysis->is_normal_unique &&
                          a.analysis->is_friction_unique == b.analysis->is_friction_unique));
}

inline bool is_same_event(const ContactEvent& a, const ContactEvent& b) {
  return a.kind == b.kind && a.body_a == b.body_a && a.body_b == b.body_b &&
         a.shape_a == b.shape_a && a.shape_b == b.shape_b && a.feature == b.feature;
}

/// True if everything that can be read agrees bit for bit: states, time, both ends of the
/// interpolation, joints, contacts and their events.
inline bool is_same_world(const World& a, const World& b) {
  if (!is_same_state(a, b) || a.gravity() != b.gravity() || a.joints() != b.joints()) return false;
  for (const JointId joint : a.joints()) {
    const auto values = [joint](const World& world) {
      const JointState state = world.joint_state(joint);
      return std::tuple(state.position, state.velocity, state.error, state.force, state.torque,
                        state.motor_effort, state.gear_effort);
    };
    if (values(a) != values(b)) return false;
  }
  for (const BodyId body : a.bodies()) {
    for (const double alpha : {0.0, 0.5, 1.0}) {
      if (!(a.interpolated_pose(body, alpha) == b.interpolated_pose(body, alpha))) return false;
    }
  }
  return std::equal(a.contacts().begin(), a.contacts().end(), b.contacts().begin(),
                    b.contacts().end(), is_same_contact) &&
         std::equal(a.contact_events().begin(), a.contact_events().end(),
                    b.contact_events().begin(), b.contact_events().end(), is_same_event);
}

/// Steps both worlds by 10 ms and expects the same bits after each step. The second world takes
/// every step twice and is restored in between.
inline void expect_same_bits_after_restore(World world, World restored, int steps) {
  for (int k = 0; k < steps; ++k) {
    const World saved = restored;
    restored.step(0.01);
    restored = saved;
    world.step(0.01);
    restored.step(0.01);
    ASSERT_TRUE(is_same_world(world, restored)) << k;
  }
}

/// The sum of the contact impulses on a body in the last step, world frame, N s.
inline Vec3 contact_impulse(const World& world, BodyId body) {
  Vec3 sum = Vec3::Zero();
  for (const Contact& contact : world.contacts()) {
    const Vec3 impulse = contact.normal_impulse * contact.normal + contact.friction_impulse;
    if (contact.body_a == body) sum += impulse;
    if (contact.body_b == body) sum -= impulse;
  }
  return sum;
}

}  // namespace stiction
