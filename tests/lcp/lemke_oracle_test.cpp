#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "box_problems.h"

namespace stiction {
namespace {

/// All basic solutions by brute force: for each of the 2^n active sets a with regular M_aa, the z
/// with M_aa z_a = -q_a, where z >= 0 and M z + q >= 0 up to rounding.
std::vector<Eigen::VectorXd> basic_solutions(const Lcp& problem) {
  const int n = static_cast<int>(problem.q.size());
  std::vector<Eigen::VectorXd> solutions;
  for (std::uint32_t set = 0; set < (1u << n); ++set) {
    std::vector<int> a;
    for (int i = 0; i < n; ++i) {
      if ((set >> i & 1u) != 0) a.push_back(i);
    }
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    if (!a.empty()) {
      Eigen::FullPivLU<Eigen::MatrixXd> lu(problem.M(a, a));
      lu.setThreshold(1e-10);
      if (!lu.isInvertible()) continue;
      z(a) = lu.solve(-problem.q(a));
    }
    const double size = 1 + z.cwiseAbs().maxCoeff() + problem.q.cwiseAbs().maxCoeff();
    const Eigen::VectorXd w = problem.M * z + problem.q;
    if (z.minCoeff() >= -1e-10 * size && w.minCoeff() >= -1e-10 * size) solutions.push_back(z);
  }
  return solutions;
}

/// Law: for a class that Lemke's method processes, it finds a solution whenever there is one.
void expect_processed(const Lcp& problem, Outcome& outcome) {
  static thread_local LemkeSolver solver;
  const LcpSolution& solution = solver.solve(problem);
  const bool solvable = !basic_solutions(problem).empty();
  (solvable ? outcome.solved : outcome.unsolved) += 1;
  EXPECT_EQ(solution.status == LcpStatus::solved, solvable)
      << to_string(solution.status) << " residual " << solution.residual << "\nM\n"
      << problem.M << "\nq " << problem.q.transpose();
  EXPECT_EQ(solution.residual, lcp_residual(problem, solution.z));
  if (solvable) {
    // where z is large, the rounding errors of M z count
    EXPECT_LE(solution.residual, 1e-12 * (1 + solution.z.sum()))
        << problem.M << "\nq " << problem.q.transpose();
  }
}

/// A positive definite symmetric part makes M a P matrix: exactly one solution for every q.
TEST(LemkeOracle, PMatricesHaveTheOneSolutionThatEnumerationFinds) {
  RandomBoxes random(1);
  LemkeSolver solver;
  for (int draw = 0; draw < 3000; ++draw) {
    const int n = random.integer(1, 8);
    const RowMajorMatrix A = random.matrix(n, n);
    const RowMajorMatrix B = random.matrix(n, n);
    const Lcp problem{A * A.transpose() + 0.1 * RowMajorMatrix::Identity(n, n) + B - B.transpose(),
                      random.matrix(n, 1)};
    const LcpSolution& solution = solver.solve(problem);
    ASSERT_EQ(solution.status, LcpStatus::solved) << problem.M;
    EXPECT_LE(solution.residual, 1e-12) << problem.M;
    const auto solutions = basic_solutions(problem);
    ASSERT_FALSE(solutions.empty());
    EXPECT_LE((solution.z - solutions.front()).cwiseAbs().maxCoeff(),
              1e-8 * (1 + solution.z.cwiseAbs().maxCoeff()))
        << problem.M << "\nq " << problem.q.transpose();
  }
}

TEST(LemkeOracle, SemidefiniteProblemsAreSolvedIfAndOnlyIfTheyAreFeasible) {
  RandomBoxes random(2);
  Outcome outcome;
  for (int draw = 0; draw < 3000; ++draw) {
    const int n = random.integer(2, 8);
    const RowMajorMatrix A = random.matrix(n, random.integer(1, n - 1));
    const RowMajorMatrix B = random.matrix(n, n);
    const double skew = draw % 2;
    expect_processed({A * A.transpose() + skew * (B - B.transpose()), random.matrix(n, 1)},
                     outcome);
  }
  EXPECT_GE(outcome.solved, 500);
  EXPECT_GE(outcome.unsolved, 500);
}

/// Small integers: equal rows, zero rows, exact ties and degenerate bases everywhere.
TEST(LemkeOracle, DegenerateSemidefiniteProblems) {
  RandomBoxes random(3);
  Outcome outcome;
  for (int draw = 0; draw < 3000; ++draw) {
    const int n = random.integer(1, 8);
    const RowMajorMatrix A = random.integers(n, random.integer(1, n), 1);
    expect_processed({A * A.transpose(), random.integers(n, 1, 2)}, outcome);
  }
  EXPECT_GE(outcome.solved, 500);
  EXPECT_GE(outcome.unsolved, 500);
}

/// The contact problem of Lloyd 2004, eq. 8, for random Jacobians of a body: copositive, and always
/// solvable. Directions in opposite pairs; q of the cone rows is zero.
Lcp random_contact_problem(RandomBoxes& random, int num_contacts, int num_directions) {
  const int dofs = random.integer(2, 6);
  const int num_friction = num_contacts * num_directions;
  const int n = num_contacts + num_friction + num_contacts;
  RowMajorMatrix J(num_contacts + num_friction, dofs);
  for (int i = 0; i < num_contacts; ++i) {
    J.row(i) = random.matrix(1, dofs);
    const RowMajorMatrix tangents = random.matrix(2, dofs);
    for (int k = 0; k < num_directions; ++k) {
      const double angle = 2 * std::numbers::pi * k / num_directions;
      J.row(num_contacts + i * num_directions + k) =
          std::cos(angle) * tangents.row(0) + std::sin(angle) * tangents.row(1);
    }
  }
  Lcp problem{RowMajorMatrix::Zero(n, n), Eigen::VectorXd::Zero(n)};
  problem.M.topLeftCorner(J.rows(), J.rows()) = J * J.transpose();
  problem.q.head(J.rows()) = J * random.matrix(dofs, 1);
  for (int i = 0; i < num_contacts; ++i) {
    const int cone = num_contacts + num_friction + i;
    problem.M(cone, i) = random.uniform(0, 1.5);
    for (int k = 0; k < num_directions; ++k) {
      const int friction = num_contacts + i * num_directions + k;
      problem.M(friction, cone) = 1;
      problem.M(cone, friction) = -1;
    }
  }
  return problem;
}

TEST(LemkeOracle, ContactProblemsAreAlwaysSolved) {
  RandomBoxes random(4);
  Outcome outcome;
  for (int draw = 0; draw < 3000; ++draw) {
    const bool one_contact = draw % 2 == 0;
    expect_processed(random_contact_problem(random, one_contact ? 1 : 2, one_contact ? 4 : 2),
                     outcome);
  }
  EXPECT_EQ(outcome.unsolved, 0);
}

/// Larger than enumeration can reach, more contacts than degrees of freedom: rank-deficient.
TEST(LemkeOracle, RedundantContactProblemsAreAlwaysSolved) {
  RandomBoxes random(5);
  LemkeSolver solver;
  for (int draw = 0; draw < 500; ++draw) {
    const Lcp problem = random_contact_problem(random, random.integer(2, 12), 8);
    const LcpSolution& solution = solver.solve(problem);
    EXPECT_EQ(solution.status, LcpStatus::solved) << draw;
    EXPECT_LE(solution.residual, 1e-11) << draw;
  }
}

/// For arbitrary matrices success is not promised, but a true statement is.
TEST(LemkeOracle, SaysSolvedOnlyOfSolutions) {
  RandomBoxes random(6);
  LemkeSolver solver;
  int solved = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    const int n = random.integer(1, 8);
    const bool integers = draw % 2 == 0;
    const Lcp problem{integers ? random.integers(n, n, 1) : random.matrix(n, n),
                      integers ? random.integers(n, 1, 2) : random.matrix(n, 1)};
    const LcpSolution& solution = solver.solve(problem);
    EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= 1e-8);
    if (solution.status == LcpStatus::solved) {
      ++solved;
      const Eigen::VectorXd w = problem.M * solution.z + problem.q;
      EXPECT_GE(w.minCoeff(), -1e-7);
      EXPECT_GE(solution.z.minCoeff(), 0.0);
      EXPECT_LE(w.cwiseMin(solution.z).maxCoeff(), 1e-7);
    }
  }
  EXPECT_GE(solved, 500);
}

}  // namespace
}  // namespace stiction
