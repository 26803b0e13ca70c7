#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lcp_solvers.h>
#include <stiction/lcp/problem_generators.h>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "constants.h"

namespace stiction {
namespace {

using enum MatrixClass;
constexpr MatrixClass kClasses[] = {
    diagonally_dominant, symmetric_positive_definite, symmetric_positive_semidefinite,
    positive_definite,   positive_semidefinite,       p_matrix,
    copositive_plus};

/// For a 2 x 2 matrix, by the definition; x . M x on the boundary of the quadrant by its
/// coefficients.
bool satisfies_definition(const Eigen::Matrix2d& M, MatrixClass matrix_class) {
  const Eigen::Matrix2d S = 0.5 * (M + M.transpose());
  const Eigen::Vector2d eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(S).eigenvalues();
  const bool is_symmetric = M(0, 1) == M(1, 0);
  constexpr double kZero = 1e-12;
  switch (matrix_class) {
    case diagonally_dominant:
      return M(0, 0) > std::abs(M(0, 1)) && M(1, 1) > std::abs(M(1, 0));
    case symmetric_positive_definite:
      return is_symmetric && eigenvalues[0] > kZero;
    case symmetric_positive_semidefinite:
      return is_symmetric && eigenvalues[0] > -kZero;
    case positive_definite:
      return eigenvalues[0] > kZero;
    case positive_semidefinite:
      return eigenvalues[0] > -kZero;
    case p_matrix:
      return M(0, 0) > 0 && M(1, 1) > 0 && M.determinant() > kZero;
    case copositive_plus: {
      const double a = S(0, 0), b = S(0, 1), c = S(1, 1);
      if (a < 0 || c < 0 || b < -std::sqrt(a * c) - kZero) return false;
      // S x = 0 for each x >= 0 with x . S x = 0: the axes, and (sqrt c, sqrt a) where b < 0.
      if (a == 0 && b != 0) return false;
      if (c == 0 && b != 0) return false;
      return true;  // b = -sqrt(a c) makes S semidefinite, so that S x = 0 there
    }
  }
  return false;
}

TEST(MatrixClass, InclusionsAreThoseOfTheDefinitions) {
  // Small integers meet the borders of the classes; each missing inclusion has its witness here.
  constexpr double kNumbers[] = {-9, -3, -1, 0, 1, 3, 10};
  std::set<std::pair<MatrixClass, MatrixClass>> refuted;
  for (int code = 0; code < 7 * 7 * 7 * 7; ++code) {
    const Eigen::Matrix2d M{{kNumbers[code % 7], kNumbers[code / 7 % 7]},
                            {kNumbers[code / 49 % 7], kNumbers[code / 343]}};
    for (const MatrixClass inner : kClasses) {
      if (!satisfies_definition(M, inner)) continue;
      for (const MatrixClass outer : kClasses) {
        if (!satisfies_definition(M, outer)) refuted.insert({inner, outer});
      }
    }
  }
  for (const MatrixClass inner : kClasses) {
    for (const MatrixClass outer : kClasses) {
      EXPECT_EQ(is_subclass(inner, outer), !refuted.contains({inner, outer}))
          << to_string(inner) << " in " << to_string(outer);
    }
  }
}

TEST(LcpSolvers, HaveTheNamesOfTheContract) {
  std::vector<std::string> names;
  for (const LcpSolverInfo& info : lcp_solvers()) names.emplace_back(info.name);
  EXPECT_EQ(names, (std::vector<std::string>{"lemke", "dantzig", "keller", "murty", "block-pivot",
                                             "ppm", "jacobi", "pgs", "psor", "min-map-newton",
                                             "fischer-newton", "smoothing-newton"}));
  EXPECT_EQ(find_lcp_solver("Lemke"), nullptr);
  EXPECT_EQ(find_lcp_solver("pgs")->name, "pgs");
}

TEST(LcpSolvers, AnUnknownNameIsRefusedWithTheKnownOnes) {
  try {
    NamedLcpSolver("simplex");
    FAIL();
  } catch (const std::invalid_argument& error) {
    const std::string text = error.what();
    EXPECT_TRUE(text.starts_with("expected the name of a solver, one of lemke dantzig")) << text;
    EXPECT_TRUE(text.ends_with("smoothing-newton, got simplex")) << text;
  }
}

TEST(LcpSolvers, AGuaranteeCoversSubclasses) {
  const LcpSolverInfo& keller = *find_lcp_solver("keller");
  EXPECT_TRUE(is_guaranteed(keller, symmetric_positive_definite));
  EXPECT_TRUE(is_guaranteed(keller, symmetric_positive_semidefinite));
  EXPECT_FALSE(is_guaranteed(keller, positive_definite));
  EXPECT_FALSE(is_guaranteed(keller, p_matrix));
}

/// Strictly dominant and symmetric, hence of every solver's class. With z = (1, 0, 2, -1):
/// w = (4 - 2, 1 - 2 - 1 , -1 + 8 + 1, -2 - 4) + q.
BoxLcp dominant_problem() {
  BoxLcp problem;
  problem.M.resize(4, 4);
  problem.M << 4, 1, -1, 0, 1, 4, -1, 1, -1, -1, 4, -1, 0, 1, -1, 4;
  problem.lower = Eigen::Vector4d(0, 0, -1, -1);
  problem.upper = Eigen::Vector4d(kInf, 3, 2, kInf);
  // w = (0, 3, -1, 2): basic, at lower, at upper, at lower.
  problem.q = Eigen::Vector4d(0, 3, -1, 2) - problem.M * Eigen::Vector4d(1, 0, 2, -1);
  return problem;
}

TEST(LcpSolvers, AllSolveADominantBoxProblem) {
  const BoxLcp problem = dominant_problem();
  for (const LcpSolverInfo& info : lcp_solvers()) {
    NamedLcpSolver solver(info.name);
    EXPECT_EQ(&solver.info(), find_lcp_solver(info.name));
    const LcpSolution& solution = solver.solve(problem, {.tolerance = 1e-10});
    EXPECT_EQ(solution.status, LcpStatus::solved) << info.name;
    EXPECT_EQ(solution.stop, LcpStop::residual) << info.name;
    EXPECT_LE((solution.z - Eigen::Vector4d(1, 0, 2, -1)).cwiseAbs().maxCoeff(), 1e-9) << info.name;
    EXPECT_EQ(solution.residual, lcp_residual(problem, solution.z)) << info.name;
  }
}

TEST(LcpSolvers, PlainProblemsAreThoseWithBoundsZeroAndInfinity) {
  const BoxLcp box = dominant_problem();
  const Lcp plain{box.M, -Eigen::Vector4d(1, -2, 3, -4)};
  for (const LcpSolverInfo& info : lcp_solvers()) {
    const Eigen::VectorXd z = NamedLcpSolver(info.name).solve(plain).z;
    EXPECT_LE((z - NamedLcpSolver(info.name).solve(make_box_lcp(plain)).z).cwiseAbs().maxCoeff(),
              1e-7)
        << info.name;
    EXPECT_LE(lcp_residual(plain, z), 1e-8) << info.name;
  }
}

TEST(LcpSolvers, OptionsReachTheSolver) {
  // Not small integers: no answer is exact, so none meets the tolerance.
  const BoxLcp problem = make_random_box_lcp({.size = 30}, 1).problem;
  for (const LcpSolverInfo& info : lcp_solvers()) {
    NamedLcpSolver solver(info.name);
    const LcpSolution& capped = solver.solve(problem, {.tolerance = 1e-300, .iteration_limit = 1});
    EXPECT_LE(capped.statistics.iterations, 1) << info.name;
    EXPECT_NE(capped.status, LcpStatus::solved) << info.name;
    EXPECT_THROW(solver.solve(problem, {.tolerance = 0}), std::invalid_argument) << info.name;
    EXPECT_THROW(solver.solve(problem, {.iteration_limit = -1}), std::invalid_argument)
        << info.name;
    const std::vector<double> short_start(3);
    EXPECT_THROW(solver.solve(problem, {}, {.z = short_start}), std::invalid_argument) << info.name;
  }
}

}  // namespace
}  // namespace stiction
