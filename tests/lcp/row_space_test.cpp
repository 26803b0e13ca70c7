#include <stiction/lcp/row_space.h>

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "box_problems.h"

namespace stiction {
namespace {

/// The rows of `all` named by `kept`, as columns.
Eigen::MatrixXd columns(const Eigen::MatrixXd& all, const std::vector<int>& kept) {
  return all(kept, Eigen::all).transpose();
}

// After any sequence of added and removed rows: C^T dv = b, dv = C y and C^T C y = b, by a fresh
// factorisation.
TEST(RowSpace, UpdatesAreAsGoodAsAFreshFactorisation) {
  RandomBoxes random(1);
  constexpr int kDimension = 9;
  RowSpace space;
  space.start(kDimension);
  const Eigen::MatrixXd rows = random.matrix(40, kDimension);
  const Eigen::VectorXd values = random.matrix(40, 1);
  std::vector<int> kept;
  for (int step = 0; step < 400; ++step) {
    const int row = random.integer(0, 39);
    const auto found = std::find(kept.begin(), kept.end(), row);
    if (found != kept.end()) {
      space.remove(static_cast<int>(found - kept.begin()));
      kept.erase(found);
    } else if (kept.size() < kDimension - 1) {
      ASSERT_TRUE(space.append(rows.row(row), values[row]));
      kept.push_back(row);
    }
    const Eigen::MatrixXd C = columns(rows, kept);
    const Eigen::VectorXd b = values(kept);
    ASSERT_EQ(space.size(), static_cast<int>(kept.size()));
    EXPECT_LE((C.transpose() * space.motion() - b).norm(), 1e-11);
    Eigen::VectorXd y;
    space.calc_multipliers(y);
    EXPECT_LE((C * y - space.motion()).norm(), 1e-11 * (1 + y.norm()));
    Eigen::VectorXd z = b;
    space.solve_normal(z);
    EXPECT_LE((z - y).norm(), 1e-9 * (1 + y.norm()));
  }
}

TEST(RowSpace, RefusesRowsThatDependOnTheOthers) {
  RowSpace space;
  space.start(3);
  EXPECT_TRUE(space.append(Eigen::Vector3d(1, 0, 0), 1));
  EXPECT_TRUE(space.append(Eigen::Vector3d(1, 1, 0), 1));
  EXPECT_FALSE(space.append(Eigen::Vector3d(2, -3, 0), 5));
  EXPECT_FALSE(space.append(Eigen::Vector3d::Zero(), 5));
  Eigen::VectorXd coefficients;
  Eigen::VectorXd rest;
  EXPECT_EQ(space.split(Eigen::Vector3d(2, -3, 0), coefficients, rest), 0);
  EXPECT_LE((coefficients - Eigen::Vector2d(5, -3)).norm(), 1e-14);
  EXPECT_NEAR(space.split(Eigen::Vector3d(2, -3, 4), coefficients, rest), 4, 1e-14);
  EXPECT_LE((rest - Eigen::Vector3d(0, 0, 4)).norm(), 1e-14);
  Eigen::MatrixXd rests{{2, 2}, {-3, -3}, {0, 4}};
  space.take_from(rests);
  EXPECT_LE((rests - Eigen::MatrixXd{{0, 0}, {0, 0}, {0, 4}}).norm(), 1e-14);
  EXPECT_TRUE(rests.col(0).isZero(0));
}

}  // namespace
}  // namespace stiction
