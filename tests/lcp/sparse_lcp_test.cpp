#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/sparse_lcp.h>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "splitting_problems.h"

namespace stiction {
namespace {

/// M = (2 0 -1; 0 3 0; 4 0 0), with a zero that is stored.
SparseLcp sparse_example() {
  SparseLcp problem{SparseRowMajorMatrix(3, 3), Eigen::Vector3d(1, -6, 2)};
  problem.M.insert(0, 0) = 2;
  problem.M.insert(0, 2) = -1;
  problem.M.insert(1, 1) = 3;
  problem.M.insert(2, 0) = 4;
  problem.M.insert(2, 1) = 0;
  return problem;  // not compressed
}

SparseBoxLcp sparse_box_example() {
  const SparseLcp plain = sparse_example();
  return {plain.M, plain.q, Eigen::Vector3d(-1, -kInf, 0), Eigen::Vector3d(1, 1, kInf)};
}

/// J = (1 0 2; 0 -1 1), inverse_mass = diag(2 1; 1 3) + (1/2): W J^T = (2 -1; 1 -3; 1 1/2).
FactoredBoxLcp factored_example() {
  FactoredBoxLcp problem{SparseRowMajorMatrix(2, 3), SparseRowMajorMatrix(3, 3),
                         Eigen::Vector2d(-4, 1), Eigen::Vector2d(0, -1), Eigen::Vector2d(kInf, 1)};
  problem.J = RowMajorMatrix({{1, 0, 2}, {0, -1, 1}}).sparseView();
  problem.inverse_mass = RowMajorMatrix({{2, 1, 0}, {1, 3, 0}, {0, 0, 0.5}}).sparseView();
  return problem;
}

const RowMajorMatrix kDense({{2, 0, -1}, {0, 3, 0}, {4, 0, 0}});

template <class Problem>
std::string message_of(const Problem& problem) {
  try {
    validate(problem);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(SparseLcpConversion, MakesTheSameNumbersDense) {
  EXPECT_EQ(make_dense(sparse_example()).M, kDense);
  EXPECT_EQ(make_dense(sparse_example()).q, Eigen::Vector3d(1, -6, 2));
  const BoxLcp box = make_dense(sparse_box_example());
  EXPECT_EQ(box.M, kDense);
  EXPECT_EQ(box.lower, sparse_box_example().lower);
  EXPECT_EQ(box.upper, sparse_box_example().upper);
  const SparseBoxLcp with_bounds = make_box_lcp(sparse_example());
  EXPECT_EQ(RowMajorMatrix(with_bounds.M), kDense);
  EXPECT_EQ(with_bounds.lower, Eigen::Vector3d::Zero());
  EXPECT_EQ(with_bounds.upper, Eigen::Vector3d::Constant(kInf));
}

TEST(SparseLcpConversion, MakesDenseOnesSparseWithoutZeros) {
  const SparseLcp sparse = make_sparse(make_dense(sparse_example()));
  EXPECT_EQ(sparse.M.nonZeros(), 4);
  EXPECT_EQ(RowMajorMatrix(sparse.M), kDense);
  EXPECT_EQ(sparse.q, sparse_example().q);
  // Numbers that are tiny relative to others are not zeros.
  const SparseBoxLcp box = make_sparse(make_box({1e300, 0, 1e-300, 1}, {1, 2}, {0, -1}, {3, 4}));
  EXPECT_EQ(box.M.nonZeros(), 3);
  EXPECT_EQ(box.M.coeff(1, 0), 1e-300);
  EXPECT_EQ(box.lower, Eigen::Vector2d(0, -1));
  EXPECT_EQ(box.upper, Eigen::Vector2d(3, 4));
}

// M = J W J^T by hand: rows (1 0 2) and (0 -1 1) times the columns of W J^T.
TEST(SparseLcpConversion, MultipliesFactorsOut) {
  const BoxLcp dense = make_dense(factored_example());
  EXPECT_EQ(dense.M, RowMajorMatrix({{4, 0}, {0, 3.5}}));
  EXPECT_EQ(dense.q, Eigen::Vector2d(-4, 1));
  EXPECT_EQ(dense.upper, Eigen::Vector2d(kInf, 1));
}

TEST(SparseLcpResidual, IsThatOfTheDenseProblem) {
  // w = (2 - 2 + 1, 3 - 6, 4 + 2) at z = (1, 1, 2): min(1, 1), min(1, -3), min(2, 6) over 1 + 6
  const Eigen::Vector3d z(1, 1, 2);
  EXPECT_EQ(lcp_residual(sparse_example(), z), 3.0 / 7);
  // In the box: |1 - mid(-1, 0, 1)| = 1, |1 - mid(-inf, 4, 1)| = 0, |2 - mid(0, -4, inf)| = 2
  EXPECT_EQ(lcp_residual(sparse_box_example(), z), 2.0 / 7);
  EXPECT_EQ(lcp_residual(make_dense(sparse_box_example()), z), 2.0 / 7);
  // w = (0, 4.5) at (1, 1): 0 and |1 - mid(-1, -3.5, 1)| = 2, over 1 + 4
  EXPECT_EQ(lcp_residual(factored_example(), Eigen::Vector2d(1, 1)), 2.0 / 5);
  EXPECT_EQ(lcp_residual(factored_example(), Eigen::Vector2d(1, -2.0 / 7)), 0.0);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const FactoredBoxLcp factored = random_factored(30, 8, seed);
    const BoxLcp dense = make_dense(factored);
    const Eigen::VectorXd at = Eigen::VectorXd::LinSpaced(30, -0.5, 1);
    const double residual = lcp_residual(dense, at);
    EXPECT_GT(residual, 0.1);
    EXPECT_NEAR(lcp_residual(factored, at), residual, 1e-14 * (1 + residual));
    EXPECT_NEAR(lcp_residual(make_sparse(dense), at), residual, 1e-14 * (1 + residual));
  }
}

TEST(SparseLcpResidual, IsInfiniteWhereNumbersAreNotFinite) {
  EXPECT_EQ(lcp_residual(sparse_example(), Eigen::Vector3d(0, kNaN, 0)), kInf);
  EXPECT_EQ(lcp_residual(factored_example(), Eigen::Vector2d(0, kInf)), kInf);
  SparseBoxLcp bad = sparse_box_example();
  bad.M.coeffRef(1, 1) = kNaN;
  EXPECT_EQ(lcp_residual(bad, Eigen::Vector3d(0, 1, 0)), kInf);
  bad = sparse_box_example();
  bad.upper[1] = kNaN;
  EXPECT_EQ(lcp_residual(bad, Eigen::Vector3d(0, 1, 0)), kInf);
}

TEST(SparseLcpResidual, RejectsOtherSizes) {
  const Eigen::VectorXd z = Eigen::VectorXd::Zero(4);
  EXPECT_THROW(lcp_residual(sparse_example(), z), std::invalid_argument);
  EXPECT_THROW(lcp_residual(sparse_box_example(), z), std::invalid_argument);
  EXPECT_THROW(lcp_residual(factored_example(), z), std::invalid_argument);
}

TEST(SparseLcpResidual, OfEmptyProblemsIsZero) {
  EXPECT_EQ(lcp_residual(SparseLcp{}, Eigen::VectorXd()), 0.0);
  EXPECT_EQ(lcp_residual(SparseBoxLcp{}, Eigen::VectorXd()), 0.0);
  EXPECT_EQ(lcp_residual(FactoredBoxLcp{}, Eigen::VectorXd()), 0.0);
}

TEST(SparseLcpValidation, AcceptsTheExamples) {
  EXPECT_EQ(message_of(sparse_example()), "");
  EXPECT_EQ(message_of(sparse_box_example()), "");
  EXPECT_EQ(message_of(factored_example()), "");
  EXPECT_EQ(message_of(SparseLcp{}), "");
  EXPECT_EQ(message_of(SparseBoxLcp{}), "");
  EXPECT_EQ(message_of(FactoredBoxLcp{}), "");
}

TEST(SparseLcpValidation, SaysWhatIsWrongWithM) {
  SparseLcp bad = sparse_example();
  bad.M.coeffRef(2, 0) = kNaN;
  EXPECT_EQ(message_of(bad), "expected finite numbers in M, got M[2][0] = nan");
  bad.M = SparseRowMajorMatrix(3, 2);
  EXPECT_EQ(message_of(bad), "expected a square M, got 3 x 2");
  bad = sparse_example();
  bad.q.resize(2);
  EXPECT_NE(message_of(bad), "");
  bad = sparse_example();
  bad.q[1] = kInf;
  EXPECT_EQ(message_of(bad), "expected finite numbers in q, got q[1] = inf");
}

TEST(SparseLcpValidation, SaysWhatIsWrongWithTheBounds) {
  SparseBoxLcp bad = sparse_box_example();
  bad.lower[0] = 2;
  EXPECT_NE(message_of(bad).find("lower[0] = 2"), std::string::npos) << message_of(bad);
  bad = sparse_box_example();
  bad.upper[2] = kNaN;
  EXPECT_NE(message_of(bad), "");
  bad = sparse_box_example();
  bad.lower[1] = kInf;
  EXPECT_NE(message_of(bad), "");
  bad = sparse_box_example();
  bad.upper.resize(2);
  EXPECT_NE(message_of(bad), "");
  FactoredBoxLcp factored = factored_example();
  factored.lower[1] = 2;
  EXPECT_NE(message_of(factored), "");
}

TEST(SparseLcpValidation, SaysWhatIsWrongWithFactors) {
  FactoredBoxLcp bad = factored_example();
  bad.J.coeffRef(0, 2) = kInf;
  EXPECT_EQ(message_of(bad), "expected finite numbers in J, got J[0][2] = inf");
  bad = factored_example();
  bad.inverse_mass.coeffRef(1, 1) = kNaN;
  EXPECT_EQ(message_of(bad),
            "expected finite numbers in inverse_mass, got inverse_mass[1][1] = nan");
  bad = factored_example();
  bad.inverse_mass = SparseRowMajorMatrix(3, 4);
  EXPECT_EQ(message_of(bad), "expected a square inverse_mass, got 3 x 4");
  bad = factored_example();
  bad.inverse_mass = SparseRowMajorMatrix(4, 4);
  EXPECT_EQ(message_of(bad),
            "expected J with a column for each of the 4 rows of inverse_mass, got 3");
  bad = factored_example();
  bad.q.resize(3);
  EXPECT_NE(message_of(bad), "");
}

}  // namespace
}  // namespace stiction
