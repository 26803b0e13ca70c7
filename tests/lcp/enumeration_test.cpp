#include "enumeration.h"
#include "exact_matrix_class.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

namespace stiction {
namespace {

class EnumerationTest : public testing::TestWithParam<EnumerationCase> {};

std::vector<EnumerationCase> cases_of_a_class() {
  std::vector<EnumerationCase> cases;
  std::ranges::copy_if(kEnumerationCases, std::back_inserter(cases),
                       [](const EnumerationCase& one) { return class_of(one.kind).has_value(); });
  return cases;
}

class EnumerationClasses : public EnumerationTest {};

TEST_P(EnumerationClasses, ProblemsAreOfTheirClass) {
  const MatrixKind kind = GetParam().kind;
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

// On a compact box every M has a solution, and Lemke's method finds it, according to its header.
TEST(EnumerationOfHeaders, LemkeSolvesEveryCompactBox) {
  Enumeration enumeration(7);
  for (int draw = 0; draw < 200; ++draw) {
    BoxLcp problem = enumeration.random().box(MatrixKind::any, 1 + draw % 5);
    for (Eigen::Index i = 0; i < problem.q.size(); ++i) {
      if (!std::isfinite(problem.lower[i])) problem.lower[i] = std::min(problem.upper[i], 0.0) - 2;
      if (!std::isfinite(problem.upper[i])) problem.upper[i] = problem.lower[i] + 3;
    }
    enumeration.expect_solved("lemke", problem, MatrixKind::any);
  }
  EXPECT_EQ(enumeration.num_unsolvable(), 0);
}

// For symmetric positive semidefinite M with a positive diagonal the splitting methods converge to
// a solution if there is one, according to their headers.
TEST(EnumerationOfHeaders, SplittingMethodsConvergeOnSemidefiniteProblems) {
  for (const char* name : {"jacobi", "pgs", "psor"}) {
    Enumeration enumeration(8);
    for (int draw = 0; draw < 100; ++draw) {
      const BoxLcp problem =
          enumeration.random().box(MatrixKind::symmetric_semidefinite, 2 + draw % 3);
      if (problem.M.diagonal().minCoeff() <= 0 || !exact::ExactLcp(problem).is_solvable()) continue;
      enumeration.expect_solved(name, problem, MatrixKind::symmetric_semidefinite);
    }
    EXPECT_GE(enumeration.num_solvable(), 20);
  }
}

INSTANTIATE_TEST_SUITE_P(Kind, EnumerationTest, testing::ValuesIn(kEnumerationCases), name_of_case);
INSTANTIATE_TEST_SUITE_P(Kind, EnumerationClasses, testing::ValuesIn(cases_of_a_class()),
                         name_of_case);

}  // namespace
}  // namespace stiction
