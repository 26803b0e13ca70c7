#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/QR>
#include <cmath>
#include <cstdint>
#include <random>

namespace stiction {

/// The random problems of Alefeld, Chen and Potra 1999 as Lacoursiere 2003, section 7, uses them:
/// M = Q D Q^T with eigenvalues spread logarithmically over the condition number, q uniform, boxes
/// around 0.
inline BoxLcp make_alefeld_box(int n, double condition, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
  const Eigen::MatrixXd Q = Eigen::HouseholderQR<Eigen::MatrixXd>(A).householderQ();
  Eigen::VectorXd eigenvalues(n);
  for (int i = 0; i < n; ++i) eigenvalues[i] = std::pow(condition, i / (n - 1.0));
  BoxLcp problem;
  problem.M = Q * eigenvalues.asDiagonal() * Q.transpose();
  problem.M = 0.5 * (problem.M + RowMajorMatrix(problem.M.transpose()));
  problem.q = Eigen::VectorXd::NullaryExpr(n, [&] { return 200 * uniform(random) - 100; });
  problem.lower = Eigen::VectorXd::NullaryExpr(n, [&] { return -uniform(random); });
  problem.upper = Eigen::VectorXd::NullaryExpr(n, [&] { return uniform(random); });
  return problem;
}

/// A positive definite but far from symmetric M, hence a P matrix, with one solution.
inline Lcp random_skew(int n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  const auto draw = [&] { return normal(random); };
  const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, draw);
  const Eigen::MatrixXd B = Eigen::MatrixXd::NullaryExpr(n, n, draw);
  return {A * A.transpose() / n + B - B.transpose() + 0.01 * Eigen::MatrixXd::Identity(n, n),
          Eigen::VectorXd::NullaryExpr(n, draw)};
}

/// A symmetric positive semidefinite M of rank n / 2, with q in its range: there is a solution.
inline Lcp random_semidefinite(int n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  const auto draw = [&] { return normal(random); };
  const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n / 2, draw);
  const Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(n / 2, draw);
  return {A * A.transpose(), A * v};
}

}  // namespace stiction
