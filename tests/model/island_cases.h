#pragma once

#include <stiction/contact/cone_residual.h>
#include <stiction/contact/contact_problem.h>
#include <stiction/model/effort.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "../../src/model/best_answer.h"
#include "../../src/model/island_problem.h"
#include "../../src/model/sparse_island_system.h"
#include "contact/simple_problems.h"

namespace stiction {

/// An effort of the given number of units, one multiplication each.
inline Effort units(double number) { return Effort(number, 1, nullptr); }

/// A problem whose velocities are known in closed form.
struct IslandCase {
  std::string name;
  ContactProblem problem;
  std::vector<Vec6> velocities;
};

inline Vec6 moving(const Vec3& velocity) {
  Vec6 v = Vec6::Zero();
  v.head<3>() = velocity;
  return v;
}

/// A cube of 1 m that starts to slip down an incline. Contact frame: (n, down the incline, across).
inline ContactProblem make_cube_on_incline(double degrees, double friction) {
  const double angle = degrees * std::numbers::pi / 180;
  ContactProblem problem =
      make_cube(0.0981 * Vec3(std::sin(angle), 0, -std::cos(angle)), friction, 0.3);
  problem.velocity_scale = 0.0981;
  return problem;
}

/// Two balls of radius 1, 1 kg on 2 kg, one above the other on the floor.
inline ContactProblem make_two_balls(double free_fall) {
  ContactProblem problem;
  for (const double mass : {2.0, 1.0}) {
    problem.bodies.push_back(make_problem_body(mass, moving({0, 0, -free_fall})));
  }
  for (const int upper : {0, 1}) {
    ContactProblem::Contact contact;
    contact.body_a = upper;
    contact.body_b = upper - 1;
    contact.frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
    contact.arm_a = Vec3(0, 0, -1);
    contact.arm_b = Vec3(0, 0, 1);
    contact.friction = 0.5;
    problem.contacts.push_back(contact);
  }
  problem.velocity_scale = free_fall;
  return problem;
}

/// Six layers of 36 balls of radius 0.5 in a bin. Half of the pairs that are near each other, drawn
/// at random, touch. Free velocities are random with a downward mean.
inline ContactProblem make_heap_of_balls(unsigned seed, double friction) {
  constexpr int kWidth = 6;
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  ContactProblem heap;
  heap.velocity_scale = 0.1;
  std::vector<Vec3> centers;
  for (int i = 0; i < kWidth * kWidth * kWidth; ++i) {
    const int layer = i / (kWidth * kWidth);
    const double shift = 0.5 * (layer % 2);
    centers.emplace_back(i % kWidth + shift + 0.05 * unit(generator),
                         i / kWidth % kWidth + shift + 0.05 * unit(generator),
                         0.5 + std::sqrt(0.5) * layer);
    Vec6 velocity;
    for (double& component : velocity) component = 0.3 * unit(generator);
    velocity.z() -= 0.1;
    heap.bodies.push_back(make_problem_body(1, velocity));
  }
  const auto may_touch = [&](int upper, int lower, const Vec3& normal) {
    if (unit(generator) > 0) return;
    ContactProblem::Contact contact;
    contact.body_a = upper;
    contact.body_b = lower;
    contact.frame = make_frame(normal);
    contact.arm_a = -0.5 * normal;
    if (lower >= 0) contact.arm_b = 0.5 * normal;
    contact.friction = friction;
    heap.contacts.push_back(contact);
  };
  for (int ball = 0; ball < static_cast<int>(centers.size()); ++ball) {
    const Vec3& center = centers[ball];
    for (int other = 0; other < ball; ++other) {
      const Vec3 between = center - centers[other];
      if (between.norm() < 1.15) may_touch(ball, other, between.normalized());
    }
    if (center.z() < 0.6) may_touch(ball, -1, Vec3::UnitZ());
    for (const int axis : {0, 1}) {
      if (center[axis] < 0.3) may_touch(ball, -1, Vec3::Unit(axis));
      if (center[axis] > kWidth - 0.9) may_touch(ball, -1, -Vec3::Unit(axis));
    }
  }
  return heap;
}

/// Three logs between two posts, one on top of the other two, with fourteen contacts whose surfaces
/// move. The answer is drawn first: body velocities and contact impulses, some on the friction cone
/// and some zero. Surface velocities are then chosen so that the contact law holds.
inline ContactProblem make_logs_with_an_answer(unsigned seed) {
  std::mt19937 generator(seed);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator);
  };
  ContactProblem logs;
  std::vector<Vec6> velocities;
  for (int body = 0; body < 3; ++body) {
    logs.bodies.push_back(make_problem_body(std::exp(draw(0, 3)), Vec6::Zero()));
    for (double& component : velocities.emplace_back()) component = draw(-1, 1);
  }
  const double half = 0.5 * std::numbers::sqrt3;
  const auto touch = [&](int a, int b, const Vec3& normal) {
    for (const double along : {-2.0, 2.0}) {
      ContactProblem::Contact contact;
      contact.body_a = a;
      contact.body_b = b;
      contact.frame = make_frame(normal);
      contact.arm_a = -normal + along * Vec3::UnitY();
      if (b >= 0) contact.arm_b = normal + along * Vec3::UnitY();
      contact.friction = draw(0, 3);
      logs.contacts.push_back(contact);
    }
  };
  touch(0, -1, Vec3::UnitZ());
  touch(1, -1, Vec3::UnitZ());
  touch(0, -1, Vec3::UnitX());
  touch(1, -1, -Vec3::UnitX());
  touch(0, 1, -Vec3::UnitX());
  touch(2, 0, Vec3(0.5, 0, half));
  touch(2, 1, Vec3(-0.5, 0, half));

  std::vector<Vec6> free = velocities;
  for (ContactProblem::Contact& contact : logs.contacts) {
    const double angle = draw(0, 2 * std::numbers::pi);
    const Vec3 direction(0, std::cos(angle), std::sin(angle));
    const double normal = 20 * std::exp(draw(-5, 5));
    Vec3 impulse = normal * (Vec3::UnitX() + contact.friction * draw(0, 1) * direction);
    Vec3 velocity = Vec3::Zero();
    if (const double kind = draw(0, 1); kind < 0.25) {
      impulse.setZero();
      velocity = Vec3(draw(0, 1), draw(-1, 1), draw(-1, 1));
    } else if (kind < 0.6) {
      impulse = normal * (Vec3::UnitX() + contact.friction * direction);
      velocity = -draw(0, 1) * direction;
    }
    contact.offset = velocity - calc_contact_velocity(contact, velocities);
    apply_contact_impulse(logs, contact, -impulse, free);
  }
  for (int body = 0; body < 3; ++body) logs.bodies[body].free_velocity = free[body];
  for (const ContactProblem::Contact& contact : logs.contacts) {
    logs.velocity_scale =
        std::max(logs.velocity_scale, calc_free_contact_velocity(logs, contact).norm());
  }
  return logs;
}

inline std::vector<IslandCase> island_cases() {
  std::vector<IslandCase> cases;
  // theta = m 1 = 2 N s, mu theta = 1 N s stops m |(.3, .1)| = 0.63 N s.
  cases.push_back({"a ball sticks", make_particle({0.3, 0.1, -1}, 0.5), {moving({0, 0, 0})}});
  // Friction takes mu theta / m = 0.5 m/s, along (0.6, 0.8), off the 5 m/s.
  cases.push_back({"a ball slides", make_particle({3, 4, -1}, 0.5), {moving({2.7, 3.6, 0})}});
  cases.push_back({"a ball leaves", make_particle({3, 4, 1}, 0.5), {moving({3, 4, 1})}});
  // The gap lets it close at 0.25 m/s: theta = m 0.75, so friction takes off 0.375 m/s.
  ContactProblem gap = make_particle({3, 4, -1}, 0.5);
  gap.contacts[0].offset.x() = 0.25;
  cases.push_back({"a ball comes near", gap, {moving({2.775, 3.7, -0.25})}});
  cases.push_back({"a ball without friction", make_particle({3, 4, -1}, 0), {moving({3, 4, 0})}});
  // The prior impulse of 4 N s allows friction of 3 N s in all; m 0.5 = 1 N s is enough to stick.
  ContactProblem leaning = make_particle({0.3, 0.4, -1}, 0.5);
  leaning.contacts[0].prior_normal_impulse = 4;
  cases.push_back({"a ball leans on an impulse before", leaning, {moving({0, 0, 0})}});
  // It separates, yet the prior impulse allows friction of mu 4 N s, which takes 1 m/s off the 5.
  ContactProblem leaving = make_particle({3, 4, 1}, 0.5);
  leaving.contacts[0].prior_normal_impulse = 4;
  cases.push_back({"a ball leaves and leans", leaving, {moving({2.4, 3.2, 1})}});

  const double mu = std::tan(std::numbers::pi / 6);
  cases.push_back({"a cube at 29 degrees", make_cube_on_incline(29, mu), {moving({0, 0, 0})}});
  const double angle = 31 * std::numbers::pi / 180;
  const double slip = 0.0981 * (std::sin(angle) - mu * std::cos(angle));
  cases.push_back({"a cube at 31 degrees", make_cube_on_incline(31, mu), {moving({slip, 0, 0})}});
  cases.push_back({"two balls", make_two_balls(0.1), {moving({0, 0, 0}), moving({0, 0, 0})}});
  return cases;
}

/// A ball of 2 kg at (3, 4, -1) m/s, held by a motor of at most `bound` N s along x and a joint
/// along y.
inline IslandProblem make_motor_and_joint(double bound) {
  constexpr double kFree = std::numeric_limits<double>::infinity();
  IslandProblem problem;
  make_island_problem(make_particle({3, 4, -1}, 0), problem);
  IslandProblem held;
  held.clear();
  held.masses = problem.masses;
  held.inverse_masses = problem.inverse_masses;
  held.momenta = problem.momenta;
  held.velocity_scale = 1;
  IslandProblem::Side side;
  side.H.topLeftCorner<2, 2>().setIdentity();
  held.sides.push_back(side);
  RowGroup group;
  group.law = RowLaw::bounded;
  group.num_rows = 2;
  group.lower = Vec3(-bound, -kFree, 0);
  group.upper = Vec3(bound, kFree, 0);
  held.close_group(group, Vec3::Zero());
  return held;
}

/// The motor needs m 3 = 6 N s to stop x, within its bound; the joint applies m 4 = 8 N s.
inline Vec3 motor_and_joint_impulse(double bound) { return {-std::min(bound, 6.0), -8, 0}; }

/// A problem in the form that the rungs take.
struct PosedIsland {
  explicit PosedIsland(const ContactProblem& contacts) {
    make_island_problem(contacts, problem);
    system.set_problem(problem);
  }

  IslandProblem problem;
  SparseIslandSystem system;
};

inline ContactSolution solution_of(const BestAnswer& best) {
  ContactSolution solution;
  solution.impulses = best.impulses();
  solution.velocities = best.velocities();
  return solution;
}

/// Largest difference of the velocities.
inline double distance(const std::vector<Vec6>& a, const std::vector<Vec6>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, (a[i] - b[i]).lpNorm<Eigen::Infinity>());
  }
  return largest;
}

/// Runs a rung on every case, from zero impulses, and expects the closed-form velocities to 1e-11
/// with a residual of at most 1e-12.
template <typename Run>
void expect_closed_forms_from_nothing(Run&& run) {
  for (const IslandCase& island_case : island_cases()) {
    PosedIsland island(island_case.problem);
    BestAnswer best;
    Effort effort = units(100);
    const Rows none(island.problem.num_groups(), Vec3::Zero());
    EXPECT_TRUE(run(island.system, none, effort, best)) << island_case.name;
    EXPECT_LE(stiction::distance(best.velocities(), island_case.velocities), 1e-11)
        << island_case.name;
    EXPECT_LE(calc_cone_residual(island_case.problem, solution_of(best)), 1e-12)
        << island_case.name;
  }
}

}  // namespace stiction
