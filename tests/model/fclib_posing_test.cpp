// FCLIB problems posed as plain and as box-constrained complementarity problems.

#include <stiction/contact/fclib.h>
#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/model/fclib_posing.h>

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include "constants.h"
#include "model/local_fclib_problem.h"

namespace stiction {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Every complementary basis in turn: the answers of a small regular LCP, by definition.
std::vector<VectorXd> enumerate(const Lcp& lcp) {
  const auto n = lcp.q.size();
  std::vector<VectorXd> answers;
  for (unsigned basis = 0; basis < (1u << n); ++basis) {
    // Column i of the system belongs to z_i, or to w_i = q_i + ...
    MatrixXd columns = MatrixXd::Identity(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (basis >> i & 1) columns.col(i) = -lcp.M.col(i);
    }
    const Eigen::FullPivLU<MatrixXd> lu(columns);
    if (!lu.isInvertible()) continue;
    const VectorXd values = lu.solve(lcp.q);
    if (values.minCoeff() < -1e-12) continue;
    VectorXd z = VectorXd::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (basis >> i & 1) z[i] = values[i];
    }
    answers.push_back(z);
  }
  return answers;
}

// One contact in space, d = 4, angle 0, W unsymmetric: every entry by hand.
TEST(FclibPosing, PyramidOfOneContactByHand) {
  MatrixXd W(3, 3);
  W << 2, 3, 5,   //
      7, 11, 13,  //
      17, 19, 23;
  const FclibProblem problem =
      make_local_problem(W, Vector3d(-1, 4, -6), VectorXd::Constant(1, 0.5));
  const std::array angles = {0.0};
  const Lcp lcp = pose_pyramid(problem, 4, angles);
  // Directions t1, t2, -t1, -t2.
  MatrixXd M(6, 6);
  M << 2, 3, 5, -3, -5, 0,       //
      7, 11, 13, -11, -13, 1,    //
      17, 19, 23, -19, -23, 1,   //
      -7, -11, -13, 11, 13, 1,   //
      -17, -19, -23, 19, 23, 1,  //
      0.5, -1, -1, -1, -1, 0;
  VectorXd q(6);
  q << -1, 4, -6, -4, 6, 0;
  EXPECT_LE((lcp.M - M).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LE((lcp.q - q).cwiseAbs().maxCoeff(), 1e-14);
  VectorXd z(6);
  z << 1, 2, 3, 0.5, 0.25, 9;
  EXPECT_LE((impulses_from_pyramid(problem, 4, angles, z) - Vector3d(1, 1.5, 2.75)).norm(), 1e-15);
}

// Turned by 90 degrees the first direction is t2, the second -t1.
TEST(FclibPosing, AnglesTurnTheDirections) {
  MatrixXd W(3, 3);
  W << 2, 3, 5, 3, 11, 13, 5, 13, 23;
  const FclibProblem problem =
      make_local_problem(W, Vector3d(-1, 4, -6), VectorXd::Constant(1, 0.5));
  const std::array straight = {0.0};
  const std::array turned = {std::numbers::pi / 2};
  const Lcp a = pose_pyramid(problem, 4, straight);
  const Lcp b = pose_pyramid(problem, 4, turned);
  const std::array<int, 6> order = {0, 2, 3, 4, 1, 5};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(b.q[i], a.q[order[i]], 1e-14);
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(b.M(i, k), a.M(order[i], order[k]), 1e-13);
  }
  const std::array bounds = {3.0};
  const BoxLcp box = pose_box(problem, bounds, turned);
  MatrixXd M(3, 3);  // axes t2 and -t1
  M << 2, 5, -3, 5, 23, -13, -3, -13, 11;
  EXPECT_LE((box.M - M).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LE((box.q - Vector3d(-1, -6, -4)).norm(), 1e-14);
  EXPECT_EQ(box.lower, Vector3d(0, -3, -3));
  EXPECT_EQ(box.upper, Vector3d(kInf, 3, 3));
  EXPECT_LE((impulses_from_box(problem, turned, Vector3d(1, 2, 5)) - Vector3d(1, -5, 2)).norm(),
            1e-14);
}

// Two contacts in the plane, the second without friction: theta_1, theta_2, phi_1+, phi_1-,
// lambda_1.
TEST(FclibPosing, TwoContactsInThePlaneByHand) {
  MatrixXd W(4, 4);
  W << 1, 2, 3, 4,    //
      5, 6, 7, 8,     //
      9, 10, 11, 12,  //
      13, 14, 15, 16;
  const FclibProblem problem =
      make_local_problem(W, Eigen::Vector4d(-1, -2, -3, -4), Vector2d(0.25, 0));
  const Lcp lcp = pose_pyramid(problem, 8, {});
  MatrixXd M(5, 5);
  M << 1, 3, 2, -2, 0,    //
      9, 11, 10, -10, 0,  //
      5, 7, 6, -6, 1,     //
      -5, -7, -6, 6, 1,   //
      0.25, 0, -1, -1, 0;
  VectorXd q(5);
  q << -1, -3, -2, 2, 0;
  EXPECT_EQ(MatrixXd(lcp.M), M);
  EXPECT_EQ(lcp.q, q);
  VectorXd z(5);
  z << 1, 2, 3, 5, 7;
  EXPECT_EQ(impulses_from_pyramid(problem, 8, {}, z), Eigen::Vector4d(1, -2, 2, 0));

  const std::array bounds = {0.5, kInf};
  const BoxLcp box = pose_box(problem, bounds, {});
  EXPECT_EQ(MatrixXd(box.M), W);
  EXPECT_EQ(box.q, problem.q);
  EXPECT_EQ(box.lower, Eigen::Vector4d(0, -0.5, 0, -kInf));
  EXPECT_EQ(box.upper, Eigen::Vector4d(kInf, 0.5, kInf, kInf));
  EXPECT_EQ(impulses_from_box(problem, {}, z.head(4)), z.head(4));
}

// M = 1/4, H = 1, f = q/16 and w = 3q/4 give W = 4 and q.
TEST(FclibPosing, GlobalFormIsPosedAsItsLocalOne) {
  const Vector3d q(-8, 6, -8);
  const FclibProblem local =
      make_local_problem(4 * MatrixXd::Identity(3, 3), q, VectorXd::Constant(1, 0.5));
  FclibProblem global = local;
  global.form = FclibProblem::Form::global;
  global.M = (0.25 * MatrixXd::Identity(3, 3)).sparseView();
  global.H = MatrixXd::Identity(3, 3).sparseView();
  global.f = q / 16;
  global.w = 0.75 * q;
  const std::array angles = {0.3};
  const std::array bounds = {1.0};
  EXPECT_LE((pose_pyramid(global, 6, angles).M - pose_pyramid(local, 6, angles).M).norm(), 1e-14);
  EXPECT_LE((pose_pyramid(global, 6, angles).q - pose_pyramid(local, 6, angles).q).norm(), 1e-14);
  EXPECT_LE((pose_box(global, bounds, angles).q - pose_box(local, bounds, angles).q).norm(), 1e-14);
}

// W = 4, q = (-8, 6, -8), mu = 0.5 slides with r = (2, -0.6, 0.8). With a direction, or the first
// axis, against the slip, and the bound mu r_n, both problems have this answer.
TEST(FclibPosing, AlignedWithTheSlipBothGiveCoulombsAnswer) {
  const FclibProblem problem = make_local_problem(4 * MatrixXd::Identity(3, 3), Vector3d(-8, 6, -8),
                                                  VectorXd::Constant(1, 0.5));
  const std::array angles = {std::atan2(8.0, -6.0)};
  const Vector3d expected(2, -0.6, 0.8);
  LemkeSolver lemke;
  for (const int directions : {4, 6, 8}) {
    const LcpSolution answer = lemke.solve(pose_pyramid(problem, directions, angles));
    ASSERT_EQ(answer.status, LcpStatus::solved);
    const VectorXd r = impulses_from_pyramid(problem, directions, angles, answer.z);
    EXPECT_LE((r - expected).norm(), 1e-12) << directions;
    EXPECT_LE(calc_fclib_residual(problem, r), 1e-12);
  }
  const std::array bounds = {1.0};
  KellerSolver keller;
  const LcpSolution answer = keller.solve(pose_box(problem, bounds, angles));
  ASSERT_EQ(answer.status, LcpStatus::solved);
  EXPECT_LE((impulses_from_box(problem, angles, answer.z) - expected).norm(), 1e-12);
}

// Law: in the plane the pyramid is the cone, so every answer of the LCP, including all that
// enumeration finds, answers the contact problem, whether W is symmetric or not.
TEST(FclibPosing, AnswersInThePlaneAreAnswersOnTheCone) {
  std::mt19937 generator(5);
  std::normal_distribution<double> normal;
  int num_answers = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const int contacts = 1 + trial % 2;
    const MatrixXd H = MatrixXd::NullaryExpr(4, 2 * contacts, [&] { return normal(generator); });
    MatrixXd W = H.transpose() * H;
    if (trial % 4 >= 2) W(0, 1) += 0.2;
    const VectorXd q = VectorXd::NullaryExpr(2 * contacts, [&] { return normal(generator); });
    const FclibProblem problem = make_local_problem(W, q, VectorXd::Constant(contacts, 0.3));
    const Lcp lcp = pose_pyramid(problem, 4, {});
    for (const VectorXd& z : enumerate(lcp)) {
      EXPECT_LE(lcp_residual(lcp, z), 1e-10);
      const VectorXd r = impulses_from_pyramid(problem, 4, {}, z);
      EXPECT_LE(calc_fclib_residual(problem, r), 1e-9) << "trial " << trial;
      ++num_answers;
    }
  }
  EXPECT_GE(num_answers, 40);
}

TEST(FclibPosing, RefusesWhatDoesNotFit) {
  const FclibProblem space =
      make_local_problem(MatrixXd::Identity(6, 6), VectorXd::Ones(6), VectorXd::Constant(2, 0.5));
  const FclibProblem plane =
      make_local_problem(MatrixXd::Identity(4, 4), VectorXd::Ones(4), VectorXd::Constant(2, 0.5));
  const std::array one = {0.0};
  const std::array two = {0.0, 1.0};
  const std::array wrong = {0.0, std::nan("")};
  const std::array negative = {1.0, -1.0};
  for (const int directions : {-4, 2, 5, 66}) {
    EXPECT_THROW(pose_pyramid(space, directions, two), std::invalid_argument) << directions;
  }
  EXPECT_THROW(pose_pyramid(space, 4, one), std::invalid_argument);
  EXPECT_THROW(pose_pyramid(space, 4, wrong), std::invalid_argument);
  EXPECT_THROW(pose_pyramid(plane, 4, two), std::invalid_argument);
  EXPECT_THROW(pose_box(space, one, two), std::invalid_argument);
  EXPECT_THROW(pose_box(space, negative, two), std::invalid_argument);
  EXPECT_THROW(pose_box(space, wrong, two), std::invalid_argument);
  EXPECT_THROW(pose_box(space, two, wrong), std::invalid_argument);
  EXPECT_THROW(impulses_from_pyramid(space, 4, two, VectorXd::Zero(11)), std::invalid_argument);
  EXPECT_THROW(impulses_from_box(space, two, VectorXd::Zero(5)), std::invalid_argument);
  FclibProblem damaged = space;
  damaged.mu[1] = -1;
  EXPECT_THROW(pose_pyramid(damaged, 4, two), std::invalid_argument);
  EXPECT_THROW(pose_box(damaged, two, two), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
