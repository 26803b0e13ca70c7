#pragma once

#include <stiction/lcp/keller.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/lcp/stopping_criteria.h>

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstdint>
#include <random>
#include <vector>

#include "random_problems.h"
#include "small_problems.h"

// Problems shared by the tests of the splitting methods, and the recording of iterates.

namespace stiction {

/// Three rows in a chain. From z = 0 the first row moves to the inside, the second below zero, the
/// third beyond its upper bound.
inline BoxLcp chain_of_three() {
  return make_box({4, -1, 0, -1, 4, -1, 0, -1, 4}, {-4, 2, -8}, {0, -1, 0}, {kInf, kInf, 1.5});
}

/// Rows that each act on two of `num_bodies` bodies with three degrees of freedom and full mass
/// matrices (masses between 1/2 and 2). One-sided, boxed and free rows. q comes from the bodies'
/// velocities, so that there is a solution however many rows there are.
inline FactoredBoxLcp random_factored(int num_rows, int num_bodies, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Eigen::Triplet<double>> mass;
  for (int body = 0; body < num_bodies; ++body) {
    const Eigen::Matrix3d A = Eigen::Matrix3d::NullaryExpr([&] { return 0.3 * normal(random); });
    const Eigen::Matrix3d W = A * A.transpose() + 0.5 * Eigen::Matrix3d::Identity();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) mass.emplace_back(3 * body + i, 3 * body + j, W(i, j));
    }
  }
  std::vector<Eigen::Triplet<double>> jacobian;
  for (int row = 0; row < num_rows; ++row) {
    const int a = row % num_bodies;
    const int b = (a + 1 + static_cast<int>(uniform(random) * (num_bodies - 1))) % num_bodies;
    for (int i = 0; i < 3; ++i) {
      jacobian.emplace_back(row, 3 * a + i, normal(random));
      if (b != a) jacobian.emplace_back(row, 3 * b + i, normal(random));
    }
  }
  FactoredBoxLcp problem;
  problem.J.resize(num_rows, 3 * num_bodies);
  problem.J.setFromTriplets(jacobian.begin(), jacobian.end());
  problem.inverse_mass.resize(3 * num_bodies, 3 * num_bodies);
  problem.inverse_mass.setFromTriplets(mass.begin(), mass.end());
  problem.q =
      problem.J * Eigen::VectorXd::NullaryExpr(3 * num_bodies, [&] { return normal(random); });
  problem.lower.setZero(num_rows);
  problem.upper.setConstant(num_rows, kInf);
  for (int row = 0; row < num_rows; ++row) {
    if (row % 3 == 1) problem.lower[row] = -0.2;
    if (row % 3 == 1) problem.upper[row] = 0.2;
    if (row % 7 == 6) problem.lower[row] = -kInf;
  }
  return problem;
}

/// A loaded membrane of side x side nodes above an obstacle: the five-point Laplacian.
inline SparseLcp membrane(int side) {
  std::vector<Eigen::Triplet<double>> entries;
  const int n = side * side;
  Eigen::VectorXd q(n);
  for (int x = 0; x < side; ++x) {
    for (int y = 0; y < side; ++y) {
      const int i = x * side + y;
      entries.emplace_back(i, i, 4);
      if (x > 0) entries.emplace_back(i, i - side, -1);
      if (x < side - 1) entries.emplace_back(i, i + side, -1);
      if (y > 0) entries.emplace_back(i, i - 1, -1);
      if (y < side - 1) entries.emplace_back(i, i + 1, -1);
      q[i] = 2 * x < side ? -1.0 : 0.5;  // lifted on one half, pressed down on the other
    }
  }
  SparseLcp problem{SparseRowMajorMatrix(n, n), q};
  problem.M.setFromTriplets(entries.begin(), entries.end());
  return problem;
}

inline LcpSolution solve_exactly(const BoxLcp& problem) { return KellerSolver().solve(problem); }

inline double calc_objective(const BoxLcp& problem, const Eigen::VectorXd& z) {
  return z.dot(0.5 * problem.M * z + problem.q);
}

/// The start and the iterates after each of the first sweeps of a solve.
template <class Solver, class Problem, class Options>
std::vector<Eigen::VectorXd> iterates_of(Solver&& solver, const Problem& problem, Options options,
                                         int num_sweeps, const LcpStart& start = {}) {
  std::vector<Eigen::VectorXd> iterates;
  options.stop.iteration_limit = num_sweeps;
  options.stop.on_iteration = [&](const LcpIteration& at) { iterates.push_back(at.z); };
  solver.solve(problem, options, start);
  return iterates;
}

}  // namespace stiction
