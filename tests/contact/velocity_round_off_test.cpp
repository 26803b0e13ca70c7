#include <stiction/contact/velocity_round_off.h>

#include <gtest/gtest.h>

#include "complaint.h"

namespace stiction {
namespace {

constexpr double kError = 0x1p-50;

/// A ball on the ground, 2 kg and 0.1 kg m^2, that carries an impulse of 3 N s at its lowest point,
/// half a metre below.
ContactProblem make_loaded_ball() {
  ContactProblem problem;
  ContactProblem::Body ball{.mass = 2, .inverse_mass = 0.5};
  ball.inertia = 0.1 * Mat3::Identity();
  ball.inverse_inertia = 10 * Mat3::Identity();
  problem.bodies = {ball};
  ContactProblem::Contact contact{.body_a = 0};
  contact.frame.col(0) = Vec3::UnitZ();
  contact.frame.col(1) = Vec3::UnitX();
  contact.frame.col(2) = Vec3::UnitY();
  contact.arm_a = Vec3(0, 0, -0.5);
  problem.contacts = {contact};
  problem.velocity_scale = 0.1;
  return problem;
}

TEST(VelocityRoundOff, IsThatOfWhatIsAddedUp) {
  const ContactProblem problem = make_loaded_ball();
  std::vector<VelocityRoundOff> bounds;
  calc_velocity_round_off(problem, std::vector{Vec3(3, 0, 0)}, {}, bounds);
  ASSERT_EQ(bounds.size(), 1u);
  EXPECT_DOUBLE_EQ(bounds[0].linear, kError * 3 / 2);
  EXPECT_DOUBLE_EQ(bounds[0].angular, kError * 3 * 0.5 * 10 * std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(calc_residual_round_off(problem, bounds),
                   (bounds[0].linear + 0.5 * bounds[0].angular) / 0.1);
}

TEST(VelocityRoundOff, OfABodyThatNothingPushesIsNone) {
  std::vector<VelocityRoundOff> bounds;
  calc_velocity_round_off(make_loaded_ball(), std::vector{Vec3(0, 0, 0)}, {}, bounds);
  EXPECT_EQ(bounds[0].linear, 0);
  EXPECT_EQ(bounds[0].angular, 0);
}

TEST(VelocityRoundOff, CountsRows) {
  ContactProblem problem = make_loaded_ball();
  problem.contacts.clear();
  ContactProblem::Row row;
  row.sides[0] = {.body = 0, .jacobian = (Vec6() << 1, 0, 0, 0, 0, 2).finished()};
  problem.rows = {row};
  std::vector<VelocityRoundOff> bounds;
  calc_velocity_round_off(problem, {}, std::vector{-4.0}, bounds);
  EXPECT_DOUBLE_EQ(bounds[0].linear, kError * 4 / 2);
  EXPECT_DOUBLE_EQ(bounds[0].angular, kError * 8 * 10 * std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(calc_residual_round_off(problem, bounds),
                   (bounds[0].linear + 2 * bounds[0].angular) / 0.1);
  problem.velocity_scale = 0;
  EXPECT_EQ(calc_residual_round_off(problem, bounds), 0);
}

TEST(VelocityRoundOff, RefusesImpulsesOfAnotherProblem) {
  const ContactProblem problem = make_loaded_ball();
  std::vector<VelocityRoundOff> bounds;
  EXPECT_EQ(complaint([&] { calc_velocity_round_off(problem, {}, {}, bounds); }),
            "expected 1 entry in impulses, one for each contact, got 0");
  EXPECT_EQ(complaint([&] { calc_residual_round_off(problem, {}); }),
            "expected 1 entry in bounds, one for each body, got 0");
}

}  // namespace
}  // namespace stiction
