#include "../../src/model/rank_revealing_qr.h"

#include <gtest/gtest.h>

#include <Eigen/QR>

#include <functional>
#include <random>

// Against Eigen's complete orthogonal decomposition.

namespace stiction {
namespace {

Eigen::MatrixXd random_matrix(std::mt19937& generator, int rows, int columns) {
  std::normal_distribution<double> normal;
  Eigen::MatrixXd A(rows, columns);
  for (double& entry : A.reshaped()) entry = normal(generator);
  return A;
}

TEST(LeastNormSolver, GivesTheLeastSolutionWhateverTheRank) {
  std::mt19937 generator(1);
  LeastNormSolver solver;
  Effort unlimited;
  for (const int n : {1, 2, 5, 17, 40}) {
    for (const int rank : {0, 1, n / 2, n}) {
      const Eigen::MatrixXd A =
          random_matrix(generator, n, rank) * random_matrix(generator, rank, n);
      const Eigen::VectorXd b = random_matrix(generator, n, 1);
      ASSERT_TRUE(solver.factor(A, 1e-11, unlimited));
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> expected;
      expected.setThreshold(1e-11);
      expected.compute(A);
      EXPECT_LE((solver.solve(b) - expected.solve(b)).norm(), 1e-9 * (1 + expected.solve(b).norm()))
          << n << ' ' << rank;
    }
  }
}

// Rows and columns of very different sizes: the norms of the columns cancel.
TEST(LeastNormSolver, KeepsItsAccuracyWhereColumnsNearlyDepend) {
  std::mt19937 generator(2);
  const int n = 30;
  Eigen::MatrixXd A = random_matrix(generator, n, n);
  for (int k = 1; k < n; ++k) A.col(k) = A.col(0) + 1e-6 * A.col(k);
  const Eigen::VectorXd x = random_matrix(generator, n, 1);
  LeastNormSolver solver;
  Effort unlimited;
  ASSERT_TRUE(solver.factor(A, 1e-14, unlimited));
  EXPECT_LE((solver.solve(A * x) - x).norm(), 1e-6 * x.norm());
}

TEST(LeastNormSolver, EndsWhereItIsToStop) {
  std::mt19937 generator(3);
  const Eigen::MatrixXd A = random_matrix(generator, 50, 50);
  int questions = 0;
  const std::function<bool()> should_stop = [&] { return ++questions > 10; };
  Effort effort(1e9, 1, &should_stop);
  LeastNormSolver solver;
  EXPECT_FALSE(solver.factor(A, 1e-11, effort));
  EXPECT_EQ(questions, 11);
}

}  // namespace
}  // namespace stiction
