#include "../../src/model/group_law.h"

#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

constexpr double kNeverChanges = std::numeric_limits<double>::infinity();

/// One row from -1 to 2, and one from 0 on.
RowGroup make_two_rows() {
  RowGroup rows;
  rows.law = RowLaw::bounded;
  rows.num_rows = 2;
  rows.lower = Vec3(-1, 0, 0);
  rows.upper = Vec3(2, kNeverChanges, 0);
  return rows;
}

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
  const RowGroup rows = make_two_rows();
  EXPECT_NEAR(calc_steps_to_change(rows, Vec3(0, 5, 0), Vec3(0.5, 1, 0)), 4, 1e-14);
  EXPECT_NEAR(calc_steps_to_change(rows, Vec3(0, 5, 0), Vec3(0.5, -2, 0)), 2.5, 1e-14);
  EXPECT_NEAR(calc_steps_to_change(rows, Vec3(3, 5, 0), Vec3(-0.5, 1, 0)), 2, 1e-14);
  EXPECT_EQ(calc_steps_to_change(rows, Vec3(0, 5, 0), Vec3(0, 1, 1)), kNeverChanges);
}

constexpr int kOpen = 0, kSticks = 4, kSlides = 5;

void expect_change(const StateChange& change, double step, int state) {
  EXPECT_NEAR(change.step, step, 1e-14);
  EXPECT_EQ(change.state, state);
}

TEST(StateChange, APieceIsLeftByTheToleranceAndNotEnteredAgain) {
  const RowGroup contact = make_contact_group(0.5, 3);
  const double tolerance = 0.01;
  const auto find = [&](int state, const Vec3& z, const Vec3& d) {
    return find_state_change(contact, state, z, d, tolerance);
  };
  expect_change(find(kSticks, {1, 0, 0}, {-0.25, 0, 0}), 4.04, kOpen);
  expect_change(find(kOpen, {-1, 0, 0}, {0.5, 0, 0}), 2.02, kSticks);
  expect_change(find(kOpen, {-1, 1, 0}, {0.5, 0, 0}), 2.02, kSlides);
  expect_change(find(kSticks, {1, 0, 0}, {0, 0.1, 0}), 5.1, kSlides);
  expect_change(find(kSlides, {1, 1, 0}, {0, -0.1, 0}), 5.1, kSticks);
  // At the edge, or a little beyond it: a change at once if it goes on, never if it comes back.
  expect_change(find(kSticks, {1, 0.52, 0}, {0, 0.1, 0}), 0, kSlides);
  expect_change(find(kSlides, {1, 0.48, 0}, {0, -0.1, 0}), 0, kSticks);
  EXPECT_EQ(find(kSlides, {1, 0.5, 0}, {0, 0.1, 0}).step, kNeverChanges);
  EXPECT_EQ(find(kOpen, {0, 0, 0}, {-1, 0, 0}).step, kNeverChanges);
}

TEST(StateChange, RowsChangeOneByOne) {
  const RowGroup rows = make_two_rows();
  const int between = 2 + 3 * 2;
  const auto find = [&](int state, const Vec3& z, const Vec3& d) {
    return find_state_change(rows, state, z, d, 0);
  };
  expect_change(find(between, {0, 5, 0}, {0.5, -1, 0}), 4, 1 + 3 * 2);
  expect_change(find(between, {0, 5, 0}, {0.5, -2, 0}), 2.5, 2);
  expect_change(find(1 + 3 * 2, {3, 5, 0}, {-0.5, 1, 0}), 2, between);
  expect_change(find(0 + 3 * 2, {-3, 5, 0}, {0.5, 1, 0}), 4, between);
  EXPECT_EQ(find(between, {0, 5, 0}, {0, 1, 1}).step, kNeverChanges);
}

// An open contact leans on an impulse applied before: as it closes it neither begins to stick nor
// to slide.
TEST(StateChange, WhatLeansKeepsItsFriction) {
  RowGroup contact = make_contact_group(0.5, 3);
  contact.prior = 1;
  expect_change(find_state_change(contact, 1, {-1, 0, 0}, {1, 0, 0}, 0), 1, kSticks);
  expect_change(find_state_change(contact, 1, {-1, 0, 0}, {0, 0.1, 0}, 0), 5, 2);
  expect_change(find_state_change(contact, kSlides, {1, 2, 0}, {-1, 0, 0}, 0), 1, 2);
}

}  // namespace
}  // namespace stiction
