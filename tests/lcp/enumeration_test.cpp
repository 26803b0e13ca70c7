#include "enumeration.h"
#include "exact_matrix_class.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

class EnumerationTest : public testing::TestWithParam<EnumerationCase> {};

TEST_P(EnumerationTest, ProblemsAreOfTheirClass) {
  const auto [name, kind, has_unsolvable_ones] = GetParam();
  if (!class_of(kind)) GTEST_SKIP() << "of none";
  IntegerProblems random(1);
  for (int draw = 0; draw < 40; ++draw) {
    const RowMajorMatrix M = random.matrix(kind, random.integer(1, 5));
    EXPECT_TRUE(exact::ExactMatrix(M).is(*class_of(kind))) << M;
  }
}

TEST_P(EnumerationTest, PlainProblems) {
  Enumeration enumeration(2);
  for (int draw = 0; draw < 40; ++draw) {
    enumeration.expect_right_on_plain(GetParam().kind, 1 + draw % 6);
  }
  EXPECT_EQ(enumeration.num_unsolvable() > 0, GetParam().has_unsolvable_ones);
  EXPECT_GE(enumeration.num_solvable(), 10);
}

TEST_P(EnumerationTest, BoxProblems) {
  Enumeration enumeration(3);
  for (int draw = 0; draw < 40; ++draw) {
    enumeration.expect_right_on_box(GetParam().kind, 1 + draw % 4);
  }
  EXPECT_GE(enumeration.num_solvable(), 10);
}

INSTANTIATE_TEST_SUITE_P(Kind, EnumerationTest, testing::ValuesIn(kEnumerationCases), name_of_case);

}  // namespace
}  // namespace stiction
