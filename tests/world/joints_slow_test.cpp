// Joints over long times and at large mass ratios.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "simple_worlds.h"

namespace stiction {
namespace {

/// Two point-like balls of 1 kg on massless arms of 1 m, both level at the start; angles of the
/// arms from the vertical, by fine steps of Runge and Kutta's method.
std::array<double, 2> swing_double(double time) {
  using State = std::array<double, 4>;  // angles, rates
  const auto rates = [](const State& s) {
    const double d = s[0] - s[1];
    const double sine = std::sin(d), cosine = std::cos(d);
    const double down = 2 - cosine * cosine;
    const double p = -s[3] * s[3] * sine - 2 * kGravity * std::sin(s[0]);
    const double q = s[2] * s[2] * sine - kGravity * std::sin(s[1]);
    return State{s[2], s[3], (p - cosine * q) / down, (2 * q - cosine * p) / down};
  };
  constexpr int kSteps = 20000;
  const double h = time / kSteps;
  State s = {M_PI_2, M_PI_2, 0, 0};
  const auto ahead = [](const State& at, double by, const State& rate) {
    State result = at;
    for (std::size_t i = 0; i < 4; ++i) result[i] += by * rate[i];
    return result;
  };
  for (int k = 0; k < kSteps; ++k) {
    const State k1 = rates(s);
    const State k2 = rates(ahead(s, 0.5 * h, k1));
    const State k3 = rates(ahead(s, 0.5 * h, k2));
    const State k4 = rates(ahead(s, h, k3));
    for (std::size_t i = 0; i < 4; ++i) s[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return {s[0], s[1]};
}

struct DoublePendulum {
  World world;
  BodyId upper, lower;

  DoublePendulum(double radius, double upper_mass, double lower_mass)
      : upper(add_ball(world, radius, upper_mass, Vec3(1, 0, 0))),
        lower(add_ball(world, radius, lower_mass, Vec3(2, 0, 0))) {
    JointDefinition joint{.kind = JointKind::revolute, .child = upper, .axis = -Vec3::UnitY()};
    world.add_joint(joint);
    joint.parent = upper;
    joint.child = lower;
    joint.frame.translation = Vec3(1, 0, 0);
    world.add_joint(joint);
  }
};

// The balls' own inertia, 0.4 m r^2 = 4e-7 kg m^2, is small beside the measured error.
TEST(JointsSlow, ADoublePendulumIsOfSecondOrder) {
  const std::array<double, 2> wanted = swing_double(0.8);
  const Vec3 end(std::sin(wanted[0]) + std::sin(wanted[1]), 0,
                 -std::cos(wanted[0]) - std::cos(wanted[1]));
  double last = 0;
  for (const double h : {0.008, 0.004}) {
    DoublePendulum pendulum(0.001, 1, 1);
    run(pendulum.world, static_cast<int>(std::lround(0.8 / h)), h);
    const double error = (position(pendulum.world, pendulum.lower) - end).norm();
    EXPECT_LE(error, 40 * h * h);
    if (last > 0) {
      EXPECT_NEAR(last / error, 4, 0.4);
    }
    last = error;
  }
}

TEST(JointsSlow, JointsHoldForAMinuteAtAThousandToOne) {
  for (const auto& [upper, lower] : {std::pair(1.0, 1000.0), std::pair(1000.0, 1.0)}) {
    DoublePendulum pendulum(0.05, upper, lower);
    double most = 0;
    for (int k = 0; k < 12000; ++k) {
      const StepReport report = pendulum.world.step(0.005);
      ASSERT_EQ(report.status, StepStatus::solved) << k;
      most = std::max(most, report.joint_error);
    }
    EXPECT_LE(most, 1e-6);
  }
}

}  // namespace
}  // namespace stiction
