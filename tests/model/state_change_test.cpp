#include "../../src/model/state_change.h"

#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

constexpr double kNeverChanges = std::numeric_limits<double>::infinity();

TEST(StateChange, AContactOpensClosesSlidesAndSticks) {
  const RowGroup contact = make_contact_group(0.5, 3);
  // Opens where z_n = 1 - a / 4 = 0; closes where -1 + a / 2 = 0.
  EXPECT_NEAR(calc_steps_to_change(contact, Vec3(1, 0, 0), Vec3(-0.25, 0, 0)), 4, 1e-14);
  EXPECT_NEAR(calc_steps_to_change(contact, Vec3(-1, 0, 0), Vec3(0.5, 0, 0)), 2, 1e-14);
  EXPECT_EQ(calc_steps_to_change(contact, Vec3(-1, 0, 0), Vec3(-0.5, 0, 0)), kNeverChanges);
  // Slides where 0.1 a = 0.5; sticks where 1 - 0.1 a = 0.5.
  EXPECT_NEAR(calc_steps_to_change(contact, Vec3(1, 0, 0), Vec3(0, 0.1, 0)), 5, 1e-14);
  EXPECT_NEAR(calc_steps_to_change(contact, Vec3(1, 1, 0), Vec3(0, -0.1, 0)), 5, 1e-14);
  // The disc grows as well: 0.3 + 0.3 a = 0.5 (1 + 0.2 a).
  EXPECT_NEAR(calc_steps_to_change(contact, Vec3(1, 0, 0.3), Vec3(0.2, 0, 0.3)), 1, 1e-14);
  // It grows as fast as the friction: never.
  EXPECT_EQ(calc_steps_to_change(contact, Vec3(1, 0, 0), Vec3(1, 0.5, 0)), kNeverChanges);
  // At the edge now: not counted.
  EXPECT_EQ(calc_steps_to_change(contact, Vec3(1, 0.5, 0), Vec3(0, 0.1, 0)), kNeverChanges);
}

TEST(StateChange, FrictionMayLeanOnWhatWasAppliedBefore) {
  RowGroup contact = make_contact_group(0.5, 3);
  contact.prior = 1;
  EXPECT_NEAR(calc_steps_to_change(contact, Vec3(1, 0, 0), Vec3(0, 0.1, 0)), 10, 1e-14);
}

TEST(StateChange, ABoundedRowMeetsItsBounds) {
  RowGroup rows;
  rows.law = RowLaw::bounded;
  rows.num_rows = 2;
  rows.lower = Vec3(-1, 0, 0);
  rows.upper = Vec3(2, kNeverChanges, 0);
  EXPECT_NEAR(calc_steps_to_change(rows, Vec3(0, 5, 0), Vec3(0.5, 1, 0)), 4, 1e-14);
  EXPECT_NEAR(calc_steps_to_change(rows, Vec3(0, 5, 0), Vec3(0.5, -2, 0)), 2.5, 1e-14);
  EXPECT_NEAR(calc_steps_to_change(rows, Vec3(3, 5, 0), Vec3(-0.5, 1, 0)), 2, 1e-14);
  EXPECT_EQ(calc_steps_to_change(rows, Vec3(0, 5, 0), Vec3(0, 1, 1)), kNeverChanges);
}

}  // namespace
}  // namespace stiction
