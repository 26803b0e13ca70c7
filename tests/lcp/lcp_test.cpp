#include <stiction/lcp/lcp.h>

#include <gtest/gtest.h>

#include <string>

#include "complaint.h"
#include "constants.h"

namespace stiction {
namespace {

BoxLcp two_rows() {
  return {RowMajorMatrix::Identity(2, 2), Eigen::Vector2d(1, 2), Eigen::Vector2d(0, -1),
          Eigen::Vector2d(3, 4)};
}

TEST(LcpValidation, AcceptsEverySizeAndEveryFiniteNumber) {
  EXPECT_NO_THROW(validate(Lcp{}));
  EXPECT_NO_THROW(validate(BoxLcp{}));
  EXPECT_NO_THROW(validate(two_rows()));
  EXPECT_NO_THROW(validate(Lcp{RowMajorMatrix::Constant(2, 2, 1.7e308), Eigen::Vector2d(0, -0.0)}));
  EXPECT_NO_THROW(
      validate(Lcp{RowMajorMatrix::Constant(2, 2, -5e-324), Eigen::Vector2d(1e308, -1e308)}));
}

TEST(LcpValidation, SaysWhatWasExpectedAndWhatWasGiven) {
  EXPECT_EQ(complaint([] {
              validate(Lcp{RowMajorMatrix(2, 3), Eigen::VectorXd(2)});
            }),
            "expected a square M, got 2 x 3");
  EXPECT_EQ(complaint([] {
              validate(Lcp{RowMajorMatrix::Zero(2, 2), Eigen::VectorXd(3)});
            }),
            "expected 2 entries in q, one for each row of M, got 3");
  Lcp infinite{RowMajorMatrix::Zero(3, 3), Eigen::VectorXd::Zero(3)};
  infinite.M(2, 1) = -kInf;
  EXPECT_EQ(complaint([&] { validate(infinite); }),
            "expected finite numbers in M, got M[2][1] = -inf");
  Lcp nan{RowMajorMatrix::Zero(3, 3), Eigen::Vector3d(0, kNaN, 0)};
  EXPECT_EQ(complaint([&] { validate(nan); }), "expected finite numbers in q, got q[1] = nan");
}

TEST(LcpValidation, AcceptsHalfOpenAndFreeComponentsOfABox) {
  BoxLcp problem = two_rows();
  problem.lower << -kInf, 4;
  problem.upper << kInf, 4;
  EXPECT_NO_THROW(validate(problem));
}

TEST(LcpValidation, RefusesBoundsThatLeaveNothing) {
  const auto with_bounds = [](double lower, double upper) {
    BoxLcp problem = two_rows();
    problem.lower[1] = lower;
    problem.upper[1] = upper;
    return complaint([&] { validate(problem); });
  };
  const std::string expected = "expected lower <= upper, lower < inf and upper > -inf, got ";
  EXPECT_EQ(with_bounds(2, 1), expected + "lower[1] = 2, upper[1] = 1");
  EXPECT_EQ(with_bounds(kInf, kInf), expected + "lower[1] = inf, upper[1] = inf");
  EXPECT_EQ(with_bounds(-kInf, -kInf), expected + "lower[1] = -inf, upper[1] = -inf");
  EXPECT_EQ(with_bounds(kNaN, 1), expected + "lower[1] = nan, upper[1] = 1");
  EXPECT_EQ(with_bounds(0, kNaN), expected + "lower[1] = 0, upper[1] = nan");

  BoxLcp short_bounds = two_rows();
  short_bounds.upper.resize(1);
  EXPECT_EQ(complaint([&] { validate(short_bounds); }),
            "expected 2 entries in upper, one for each row of M, got 1");
}

TEST(LcpStatusNames, AreThoseOfTheContract) {
  EXPECT_EQ(to_string(LcpStatus::solved), "solved");
  EXPECT_EQ(to_string(LcpStatus::no_solution_found), "no-solution-found");
  EXPECT_EQ(to_string(LcpStatus::iteration_limit), "iteration-limit");
}

TEST(LcpStageNames, AreDistinct) {
  EXPECT_EQ(to_string(LcpStage::trivial), "trivial");
  EXPECT_EQ(to_string(LcpStage::largest_pivot), "largest-pivot");
  EXPECT_EQ(to_string(LcpStage::lexicographic), "lexicographic");
  EXPECT_EQ(to_string(LcpStage::extended_precision), "extended-precision");
}

}  // namespace
}  // namespace stiction
