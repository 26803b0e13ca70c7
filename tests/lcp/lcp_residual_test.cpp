#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

#include <stdexcept>

#include "constants.h"

namespace stiction {
namespace {

/// w = M z + q with M = (2 1; 0 1), q = (-3, 1).
Lcp upper_triangular() {
  Lcp problem{RowMajorMatrix(2, 2), Eigen::Vector2d(-3, 1)};
  problem.M << 2, 1, 0, 1;
  return problem;
}

TEST(LcpResidual, IsZeroAtTheSolution) {
  EXPECT_EQ(lcp_residual(upper_triangular(), Eigen::Vector2d(1.5, 0)), 0.0);  // w = (0, 1)
  EXPECT_EQ(lcp_residual(Lcp{}, Eigen::VectorXd()), 0.0);
}

TEST(LcpResidual, IsTheLargestMinOfZAndWOverOnePlusTheLargestQ) {
  // w = (-3, 1): min(0, -3) = -3, min(0, 1) = 0
  EXPECT_EQ(lcp_residual(upper_triangular(), Eigen::Vector2d(0, 0)), 3.0 / 4);
  // w = (1, 1): both positive, min(2, 1) = 1
  EXPECT_EQ(lcp_residual(upper_triangular(), Eigen::Vector2d(2, 0)), 1.0 / 4);
  // w = (0, 2): min(1, 0) = 0, min(1, 2) = 1
  EXPECT_EQ(lcp_residual(upper_triangular(), Eigen::Vector2d(1, 1)), 1.0 / 4);
  // w = (-4.5, 0.5): a negative z violates as much as a negative w
  EXPECT_EQ(lcp_residual(upper_triangular(), Eigen::Vector2d(-0.5, -0.5)), 4.5 / 4);
  EXPECT_EQ(lcp_residual(upper_triangular(), Eigen::Vector2d(1.5, -0.25)), 0.25 / 4);
}

TEST(LcpResidual, OfABoxMeasuresAgainstTheMedian) {
  const Lcp plain = upper_triangular();
  const BoxLcp box{plain.M, plain.q, Eigen::Vector2d(-1, -kInf), Eigen::Vector2d(1, 5)};
  // z at its upper bound with w = -1 <= 0; z inside with w = 0
  EXPECT_EQ(lcp_residual(BoxLcp{plain.M, Eigen::Vector2d(-3, 1), box.lower, box.upper},
                         Eigen::Vector2d(1, -1)),
            0.0);  // w = (-2, 0)
  // w = (3, 3): z = (2, 2); mid(-1, 2 - 3, 1) = -1, off by 3; mid(-inf, 2 - 3, 5) = -1, off by 3
  EXPECT_EQ(lcp_residual(box, Eigen::Vector2d(2, 2)), 3.0 / 4);
  // w = (-5, -3): mid(-1, 1 + 5, 1) = 1, off by 0... for z = (1, -4); mid(., -4 + 3, 5) = -1: 3
  EXPECT_EQ(lcp_residual(box, Eigen::Vector2d(1, -4)), 3.0 / 4);
}

TEST(LcpResidual, OfABoxWithoutUpperBoundsIsThatOfTheLcp) {
  const Lcp plain = upper_triangular();
  const BoxLcp box{plain.M, plain.q, Eigen::Vector2d::Zero(), Eigen::Vector2d::Constant(kInf)};
  for (const double a : {-1.0, 0.0, 0.3, 1.5, 7.0}) {
    for (const double b : {-2.0, 0.0, 0.1, 3.0}) {
      const Eigen::Vector2d z(a, b);
      EXPECT_EQ(lcp_residual(box, z), lcp_residual(plain, z)) << z.transpose();
    }
  }
}

TEST(LcpResidual, IsInfiniteWhereAnythingIsNotFinite) {
  const Lcp problem = upper_triangular();
  EXPECT_EQ(lcp_residual(problem, Eigen::Vector2d(kNaN, 0)), kInf);
  EXPECT_EQ(lcp_residual(problem, Eigen::Vector2d(0, kInf)), kInf);
  EXPECT_EQ(lcp_residual(problem, Eigen::Vector2d(-kInf, 0)), kInf);
  EXPECT_EQ(lcp_residual(problem, Eigen::Vector2d(1e308, 0)), kInf);  // w overflows
  Lcp broken = problem;
  broken.q[1] = kNaN;
  EXPECT_EQ(lcp_residual(broken, Eigen::Vector2d(1.5, 0)), kInf);
  broken = problem;
  broken.M(0, 1) = kNaN;
  EXPECT_EQ(lcp_residual(broken, Eigen::Vector2d(1.5, 0)), kInf);
  const BoxLcp box{problem.M, problem.q, Eigen::Vector2d(kNaN, 0), Eigen::Vector2d(1, 1)};
  EXPECT_EQ(lcp_residual(box, Eigen::Vector2d(1.5, 0)), kInf);
}

TEST(LcpResidual, RefusesAVectorOfAnotherSize) {
  EXPECT_THROW(lcp_residual(upper_triangular(), Eigen::Vector3d::Zero()), std::invalid_argument);
  const BoxLcp box{RowMajorMatrix::Identity(2, 2), Eigen::Vector2d::Zero(), Eigen::VectorXd(1),
                   Eigen::Vector2d::Zero()};
  EXPECT_THROW(lcp_residual(box, Eigen::Vector2d::Zero()), std::invalid_argument);
}

TEST(LcpResidual, SeesWBesideAMuchLargerZ) {
  const Lcp problem{RowMajorMatrix::Constant(1, 1, 1e-17), Eigen::VectorXd::Ones(1)};
  const Eigen::VectorXd z = Eigen::VectorXd::Constant(1, 1e17);  // w = 2
  EXPECT_EQ(lcp_residual(problem, z), 1);
  EXPECT_EQ(lcp_residual(make_box_lcp(problem), z), 1);
}

// No z lies between crossed bounds.
TEST(LcpResidual, IsInfiniteForCrossedBounds) {
  BoxLcp problem;
  problem.M = RowMajorMatrix::Identity(1, 1);
  problem.q = Eigen::VectorXd::Constant(1, 0.3);
  problem.lower = Eigen::VectorXd::Constant(1, 1);
  problem.upper = Eigen::VectorXd::Constant(1, 0);
  EXPECT_EQ(lcp_residual(problem, Eigen::VectorXd::Zero(1)), kInf);
  problem.upper[0] = 2;
  EXPECT_EQ(lcp_residual(problem, Eigen::VectorXd::Ones(1)), 0);
}

}  // namespace
}  // namespace stiction
