#include "enumeration.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

class EnumerationSlowTest : public testing::TestWithParam<EnumerationCase> {};

TEST_P(EnumerationSlowTest, PlainProblems) {
  Enumeration enumeration(4);
  for (int draw = 0; draw < 500; ++draw) {
    enumeration.expect_right_on_plain(GetParam().kind, 1 + draw % 8);
  }
  EXPECT_EQ(enumeration.num_unsolvable() > 0, GetParam().has_unsolvable_ones);
  EXPECT_GE(enumeration.num_solvable(), 100);
}

TEST_P(EnumerationSlowTest, LargePlainProblems) {
  Enumeration enumeration(5);
  for (int draw = 0; draw < 10; ++draw) {
    enumeration.expect_right_on_plain(GetParam().kind, 9 + draw % 2);
  }
}

TEST_P(EnumerationSlowTest, BoxProblems) {
  Enumeration enumeration(6);
  for (int draw = 0; draw < 500; ++draw) {
    enumeration.expect_right_on_box(GetParam().kind, 1 + draw % 6);
  }
  EXPECT_GE(enumeration.num_solvable(), 100);
}

INSTANTIATE_TEST_SUITE_P(Kind, EnumerationSlowTest, testing::ValuesIn(kEnumerationCases),
                         name_of_case);

}  // namespace
}  // namespace stiction
