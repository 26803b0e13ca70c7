#include "../../src/model/block_factor.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <random>
#include <utility>
#include <vector>

// Compared with a dense LU of Eigen's.

namespace stiction {
namespace {

using Edges = std::vector<std::pair<int, int>>;

Edges random_edges(std::mt19937& generator, int num_blocks, int num_edges) {
  std::uniform_int_distribution<int> block(0, num_blocks - 1);
  Edges edges;
  while (static_cast<int>(edges.size()) < num_edges) {
    const int a = block(generator);
    const int b = block(generator);
    if (a != b) edges.emplace_back(a, b);
  }
  return edges;
}

/// Fills `factor` with random blocks, and returns the same matrix, dense.
Eigen::MatrixXd fill(BlockFactor& factor, int num_blocks, const Edges& edges, bool is_symmetric) {
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(6 * num_blocks, 6 * num_blocks);
  const auto add = [&](int a, int b, const Mat6& block) {
    dense.block<6, 6>(6 * a, 6 * b) += block;
    if (a == b) {
      factor.diagonal(a) += block;
      return;
    }
    const auto [index, is_lower] = factor.find_slot(a, b);
    (is_lower ? factor.lower(index) : factor.upper(index)) += block;
  };
  factor.clear();
  for (int i = 0; i < num_blocks; ++i) add(i, i, Mat6::Identity());
  for (const auto& [a, b] : edges) {  // J^T D J with J = (J_a, J_b)
    const Mat6 J_a = Mat6::Random();
    const Mat6 J_b = Mat6::Random();
    Mat6 D = Mat6::Random();
    D = (D * D.transpose()).eval();
    if (!is_symmetric) D += 0.1 * Mat6::Random();
    add(a, a, J_a.transpose() * D * J_a);
    add(b, b, J_b.transpose() * D * J_b);
    add(a, b, J_a.transpose() * D * J_b);
    add(b, a, J_b.transpose() * D * J_a);
  }
  return dense;
}

TEST(BlockFactor, AgreesWithADenseLuOnRandomGraphs) {
  std::mt19937 generator(2100);
  BlockFactor factor;
  for (const bool is_symmetric : {false, true}) {
    for (int draw = 0; draw < 30; ++draw) {
      const int num_blocks = 2 + draw;
      const Edges edges = random_edges(generator, num_blocks, 2 * num_blocks);
      factor.set_graph(num_blocks, edges);
      const Eigen::MatrixXd dense = fill(factor, num_blocks, edges, is_symmetric);
      ASSERT_TRUE(factor.factor(is_symmetric));
      const Eigen::VectorXd b = Eigen::VectorXd::Random(6 * num_blocks);
      std::vector<Vec6> x(num_blocks);
      for (int i = 0; i < num_blocks; ++i) x[i] = b.segment<6>(6 * i);
      factor.solve(x);
      const Eigen::VectorXd expected = dense.partialPivLu().solve(b);
      for (int i = 0; i < num_blocks; ++i) {
        EXPECT_LE((x[i] - expected.segment<6>(6 * i)).norm(), 1e-10 * expected.norm())
            << num_blocks << " blocks, symmetric " << is_symmetric << ", block " << i;
      }
    }
  }
}

TEST(BlockFactor, TellsTheSignOfTheDeterminant) {
  std::mt19937 generator(2105);
  std::uniform_real_distribution<double> shift(-4, 4);
  BlockFactor factor;
  int num_negative = 0;
  for (int draw = 0; draw < 60; ++draw) {
    const int num_blocks = 1 + draw % 12;
    const Edges edges = random_edges(generator, num_blocks, num_blocks == 1 ? 0 : 2 * num_blocks);
    factor.set_graph(num_blocks, edges);
    Eigen::MatrixXd dense = fill(factor, num_blocks, edges, false);
    for (int i = 0; i < num_blocks; ++i) {
      const Mat6 block = shift(generator) * Mat6::Random();
      factor.diagonal(i) += block;
      dense.block<6, 6>(6 * i, 6 * i) += block;
    }
    const int expected = dense.fullPivLu().determinant() > 0 ? 1 : -1;
    num_negative += expected < 0;
    EXPECT_EQ(factor.factor(false), expected) << "draw " << draw;
  }
  EXPECT_GT(num_negative, 10);
  EXPECT_LT(num_negative, 50);
}

TEST(BlockFactor, AChainHasNoFillIn) {
  BlockFactor factor;
  Edges edges;
  for (int i = 0; i + 1 < 50; ++i) edges.emplace_back(i + 1, i);
  factor.set_graph(50, edges);
  EXPECT_EQ(factor.num_lower(), 49);
}

TEST(BlockFactor, BodiesThatTouchNobodyStandAlone) {
  BlockFactor factor;
  factor.set_graph(3, {});
  factor.clear();
  for (int i = 0; i < 3; ++i) factor.diagonal(i) = (i + 1) * Mat6::Identity();
  ASSERT_TRUE(factor.factor(true));
  std::vector<Vec6> x(3, Vec6::Constant(6));
  factor.solve(x);
  for (int i = 0; i < 3; ++i) EXPECT_LE((x[i] - Vec6::Constant(6.0 / (i + 1))).norm(), 1e-14);
}

TEST(BlockFactor, SaysWhatIsSingularOrIndefinite) {
  BlockFactor factor;
  factor.set_graph(1, {});
  factor.clear();
  EXPECT_FALSE(factor.factor(false));
  factor.clear();
  factor.diagonal(0) = -Mat6::Identity();
  EXPECT_FALSE(factor.factor(true));
  factor.clear();
  factor.diagonal(0) = -Mat6::Identity();
  EXPECT_TRUE(factor.factor(false));
}

}  // namespace
}  // namespace stiction
