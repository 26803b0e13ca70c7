#include "../../src/world/leg_to_touch.h"

#include <gtest/gtest.h>

#include <limits>

namespace stiction {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kClose = 1e-9;

struct Found {
  double leg = 0;
  int num_tried = 0;
};

template <typename Due>
Found find_leg(LegToTouch& search, double first, const Due& due) {
  Found found = {first, 0};
  while (found.num_tried < 50) {
    ++found.num_tried;
    const double next = search.try_next(found.leg, due(found.leg), kClose);
    if (next == found.leg || next == 0) return {next, found.num_tried};
    found.leg = next;
  }
  return found;
}

// In a leg of length L a touch is due at a + b L: its own length is a / (1 - b).
TEST(LegToTouch, EndsAtATouchThatChangesEvenlyWithItsLength) {
  for (const double b : {-0.4, -0.05, 0.0, 0.03, 0.4}) {
    for (const double first : {0.01, 0.3, 1.0}) {
      LegToTouch search(1, 0.02);
      const Found found = find_leg(search, first, [&](double leg) { return 0.5 + b * leg; });
      EXPECT_NEAR(found.leg, 0.5 / (1 - b), kClose) << b << ", " << first;
      EXPECT_LE(found.num_tried, 4) << b << ", " << first;
      EXPECT_FALSE(search.is_short()) << b << ", " << first;
    }
  }
}

TEST(LegToTouch, GoesToTheEndWhereNothingIsMet) {
  LegToTouch search(1, 0.02);
  const Found found = find_leg(search, 0.1, [](double) { return kNever; });
  EXPECT_EQ(found.leg, 1);
  EXPECT_LE(found.num_tried, 3);
}

// A contact that parts comes back only in a long leg, and then at once: a leg without a touch is
// taken.
TEST(LegToTouch, IsShortWhereTheTouchJumps) {
  LegToTouch search(1, 0.02);
  const Found found = find_leg(search, 1, [](double leg) { return leg > 0.4 ? 1e-6 : kNever; });
  EXPECT_GE(found.leg, 0.04);
  EXPECT_LE(found.leg, 0.4);
  EXPECT_TRUE(search.is_short());
  EXPECT_EQ(search.clear(), found.leg);
}

TEST(LegToTouch, IsNoneWhereForcesCloseWhatJustParts) {
  LegToTouch search(1, 0.02);
  const Found found = find_leg(search, 1, [](double leg) { return 0.1 * leg; });
  EXPECT_EQ(found.leg, 0);
  EXPECT_LE(found.num_tried, 6);
}

}  // namespace
}  // namespace stiction
