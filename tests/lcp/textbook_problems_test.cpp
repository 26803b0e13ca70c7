#include "exact_lcp.h"
#include "exact_matrix_class.h"
#include "textbook_box_problems.h"
#include "textbook_plain_problems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace stiction {
namespace {

std::vector<TextbookProblem> all_problems() {
  std::vector<TextbookProblem> problems = plain_textbook_problems();
  for (TextbookProblem& problem : box_textbook_problems()) problems.push_back(std::move(problem));
  return problems;
}

bool is_listed(const Eigen::VectorXd& z, const std::vector<Eigen::VectorXd>& solutions) {
  return std::ranges::any_of(solutions, [&](const Eigen::VectorXd& other) {
    return z.size() == 0 || (z - other).cwiseAbs().maxCoeff() <= 1e-15 * z.cwiseAbs().maxCoeff();
  });
}

// The reference numbers of other tests are themselves proved, without rounding.
TEST(TextbookProblems, ListAllBasicSolutionsAndNoOthers) {
  for (const TextbookProblem& entry : all_problems()) {
    SCOPED_TRACE(entry.name);
    const auto solutions = exact::ExactLcp(entry.problem).basic_solutions();
    for (const auto& z : solutions) {
      EXPECT_TRUE(is_listed(z, entry.basic_solutions)) << "not listed: " << z.transpose();
    }
    for (const auto& z : entry.basic_solutions) {
      EXPECT_TRUE(is_listed(z, solutions)) << "no solution: " << z.transpose();
    }
  }
}

TEST(TextbookProblems, AreSolvableAsListed) {
  for (const TextbookProblem& entry : all_problems()) {
    EXPECT_EQ(exact::ExactLcp(entry.problem).is_solvable(), entry.is_solvable) << entry.name;
  }
}

TEST(TextbookProblems, BelongToTheClassesListedAndToNoOthers) {
  using enum MatrixClass;
  for (const TextbookProblem& entry : all_problems()) {
    const exact::ExactMatrix matrix(entry.problem.M);
    for (const MatrixClass one :
         {diagonally_dominant, symmetric_positive_definite, symmetric_positive_semidefinite,
          positive_definite, positive_semidefinite, p_matrix, copositive_plus}) {
      const bool is_implied = std::ranges::any_of(
          entry.classes, [&](MatrixClass listed) { return is_subclass(listed, one); });
      EXPECT_EQ(matrix.is(one), is_implied) << entry.name << ": " << to_string(one);
    }
  }
}

TEST(TextbookProblems, HaveDifferentNames) {
  std::set<std::string> names;
  for (const TextbookProblem& entry : all_problems()) names.insert(entry.name);
  EXPECT_EQ(names.size(), all_problems().size());
}

// Worked out by hand: a system with the solution (1/2, 0) and one without any.
TEST(ExactLcp, DecidesLinearSystemsWithSigns) {
  exact::Tableau system(1, 3);
  system(0, 0) = 2;
  system(0, 1) = -1;
  system(0, 2) = 1;
  EXPECT_TRUE(exact::has_nonnegative_solution(system));
  system(0, 0) = -2;
  EXPECT_FALSE(exact::has_nonnegative_solution(system));
  system(0, 2) = 0;
  EXPECT_TRUE(exact::has_nonnegative_solution(system));
}

// A solution without a regular complementary basis, which only the search over the pieces finds.
TEST(ExactLcp, FindsSolutionsWithoutABasis) {
  const exact::ExactLcp problem(make_box_lcp(make_lcp({0, 1, 0, 0}, {-1, 0})));
  EXPECT_TRUE(problem.basic_solutions().empty());
  EXPECT_TRUE(problem.is_solvable());
}

TEST(ExactLcp, RejectsWhatIsNoInteger) {
  EXPECT_THROW(exact::ExactLcp(make_box_lcp(make_lcp({1.0 / 3}, {1}))), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
