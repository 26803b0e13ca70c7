// The time at which the contacts of a pair of shapes touch along its path, and the number of
// evaluations.

#include "../../src/world/time_of_impact.h"

#include <gtest/gtest.h>
#include <stiction/world/contact.h>

#include <cmath>
#include <vector>

namespace stiction {
namespace {

constexpr double kLastTime = 0.01;
const ContactKey kFirst{{}, {}, 0, 0, 1};
const ContactKey kSecond{{}, {}, 0, 0, 2};

bool nothing_is_held(const ContactKey&) { return false; }
bool first_is_held(const ContactKey& key) { return key == kFirst; }

TEST(TimeOfImpact, OfAFallIsFoundAtOnce) {
  const double height = 1e-4;
  const double g = 9.81;
  std::vector<ContactOnPath> contacts;
  int looks = 0;
  const LookAtPair fall = [&](double t) -> const std::vector<ContactOnPath>& {
    ++looks;
    contacts = {{kFirst, height - 0.5 * g * t * t, -g * t, g}};
    return contacts;
  };
  const auto time = find_time_of_impact(fall, nothing_is_held, 1e-3, kLastTime);
  ASSERT_TRUE(time);
  EXPECT_NEAR(*time, std::sqrt(2 * height / g), 1e-8);
  EXPECT_LE(looks, 4);
  EXPECT_FALSE(find_time_of_impact(fall, first_is_held, 1e-3, kLastTime)) << "it is held";
}

// A bound that does not hold: a corner comes round faster than known.
TEST(TimeOfImpact, IsFoundByHalvingWhereNothingWasExpected) {
  std::vector<ContactOnPath> contacts;
  const LookAtPair turn = [&](double t) -> const std::vector<ContactOnPath>& {
    const double gap = 1e-3 - 5e3 * t * t * t;
    contacts = {{kFirst, gap, -1.5e4 * t * t, 0}};
    return contacts;
  };
  const auto time = find_time_of_impact(turn, nothing_is_held, 1e-3, kLastTime);
  ASSERT_TRUE(time);
  EXPECT_NEAR(*time, std::cbrt(1e-3 / 5e3), 1e-8);
}

// A held contact that overlaps moves over to the next facet, where it has another key and the same
// overlap: 30 halvings of the step would reveal no more than 10.
TEST(TimeOfImpact, OfWhatOnlyChangesItsNameIsNotAskedForLong) {
  const double change = 3e-5;
  for (const double depth : {1e-7, 1e-5, 1e-3}) {
    std::vector<ContactOnPath> contacts;
    int looks = 0;
    const LookAtPair roll = [&](double t) -> const std::vector<ContactOnPath>& {
      ++looks;
      contacts = {{t < change ? kFirst : kSecond, -depth - 0.5 * t * t, -t, 1}};
      return contacts;
    };
    const auto time = find_time_of_impact(roll, first_is_held, 1e-3, kLastTime);
    ASSERT_TRUE(time) << depth;
    EXPECT_LE(*time, change) << depth;
    EXPECT_GE(*time, change - 1e-3 * kLastTime) << depth;
    EXPECT_LE(looks, 15) << depth;
  }
}

// Along a normal that separates shapes by less than their distance, another contact overlaps as
// soon as it is found, and parts as fast as it would have come: the first contact is the one that
// touches.
TEST(TimeOfImpact, OfWhatAppearsAsItPartsIsNone) {
  std::vector<ContactOnPath> contacts;
  const LookAtPair pass = [&](double t) -> const std::vector<ContactOnPath>& {
    contacts = {{kFirst, 1e-3 - 2 * t, -2, 0}};
    if (t > 4.99e-4) contacts.push_back({kSecond, -3e-5, 3, 100});
    return contacts;
  };
  const auto time = find_time_of_impact(pass, nothing_is_held, 1e-3, kLastTime);
  ASSERT_TRUE(time);
  EXPECT_NEAR(*time, 5e-4, 1e-9);
}

}  // namespace
}  // namespace stiction
