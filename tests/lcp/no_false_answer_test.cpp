#include "no_false_answer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "constants.h"

namespace stiction {
namespace {

TEST(NoFalseAnswer, OfThreeThousandProblems) {
  NoFalseAnswer test(1);
  test.run(3000);
}

// The second judge does detect errors: w = 2 where z = 1e17 is large, and where z is at a bound.
TEST(NoFalseAnswer, TheJudgeSeesWhatIsWrong) {
  const BoxLcp plain =
      make_box_lcp({RowMajorMatrix::Constant(1, 1, 1e-17), Eigen::VectorXd::Ones(1)});
  EXPECT_DOUBLE_EQ(static_cast<double>(judge(plain, Eigen::VectorXd::Constant(1, 1e17)).residual),
                   1);
  EXPECT_EQ(judge(plain, Eigen::VectorXd::Zero(1)).residual, 0);
  const BoxLcp box{RowMajorMatrix::Identity(1, 1), Eigen::VectorXd::Constant(1, -3),
                   Eigen::VectorXd::Constant(1, -1), Eigen::VectorXd::Constant(1, 2)};
  EXPECT_EQ(judge(box, Eigen::VectorXd::Constant(1, 2)).residual, 0);
  EXPECT_EQ(judge(box, Eigen::VectorXd::Constant(1, 1)).residual, 0.25L);
  EXPECT_EQ(judge(box, Eigen::VectorXd::Constant(1, -1)).residual, 0.75L);
}

/// z = (1, 0.5) for M = ((2, -1), (-1, 2)), q = (-3, 0), 0 <= z, z_1 <= 1, as a solver returns it.
LcpSolution known_answer(const BoxLcp& problem) {
  LcpSolution solution;
  solution.status = LcpStatus::solved;
  solution.stop = LcpStop::residual;
  solution.z = Eigen::Vector2d(1, 0.5);
  solution.states = {BoundState::upper, BoundState::between};
  solution.residual = lcp_residual(problem, solution.z);
  return solution;
}

void expect_broken(const std::string& law, const std::string& part) {
  EXPECT_NE(law.find(part), std::string::npos) << law;
}

// Each law is broken in turn, so each is shown to be effective.
TEST(NoFalseAnswer, EveryLawCanBeBroken) {
  const BoxLcp problem{(RowMajorMatrix(2, 2) << 2, -1, -1, 2).finished(), Eigen::Vector2d(-3, 0),
                       Eigen::Vector2d::Zero(), Eigen::Vector2d(1, kInf)};
  const auto broken_by = [&](auto change) {
    LcpSolution solution = known_answer(problem);
    change(solution);
    return broken_law(problem, solution, 1e-8);
  };
  const auto moved_to = [&](double z_1, double z_2) {
    return [&, z_1, z_2](LcpSolution& solution) {
      solution.z = Eigen::Vector2d(z_1, z_2);
      solution.states.clear();
      solution.residual = lcp_residual(problem, solution.z);
    };
  };
  EXPECT_EQ(broken_by([](LcpSolution&) {}), "");
  EXPECT_EQ(broken_by(moved_to(1, 0.5 + 1e-9)), "");
  expect_broken(broken_by(moved_to(1, 0.5 + 1e-6)), "solved with a residual");
  expect_broken(broken_by(moved_to(1, -0.5)), "bounds");
  expect_broken(broken_by(moved_to(std::nextafter(1, 2), 0.5)), "bounds");
  expect_broken(broken_by(moved_to(1, std::nan(""))), "finite");
  const auto is_broken_by = [&](auto change) { return !broken_by(change).empty(); };
  EXPECT_TRUE(is_broken_by([](LcpSolution& answer) { answer.z.resize(1); }));
  EXPECT_TRUE(is_broken_by([](LcpSolution& answer) { answer.stop = LcpStop::ray; }));
  EXPECT_TRUE(is_broken_by([](LcpSolution& answer) { answer.residual = 0.1; }));
  EXPECT_TRUE(is_broken_by([](LcpSolution& answer) { answer.residual += 1e-12; }));
  EXPECT_TRUE(is_broken_by([](LcpSolution& answer) { answer.states[0] = BoundState::lower; }));
  EXPECT_TRUE(is_broken_by([](LcpSolution& answer) { answer.states.resize(1); }));
  EXPECT_TRUE(is_broken_by([](LcpSolution& answer) {
    answer.status = LcpStatus::no_solution_found;
    answer.stop = LcpStop::cycle;  // with a correct answer
  }));
  EXPECT_TRUE(is_broken_by([&](LcpSolution& answer) {
    moved_to(0, 0)(answer);
    answer.status = LcpStatus::no_solution_found;
    answer.stop = LcpStop::iteration_limit;
  }));
}

}  // namespace
}  // namespace stiction
