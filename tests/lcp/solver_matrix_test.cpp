#include <stiction/lcp/lcp_solvers.h>

#include "independent_judge.h"
#include "textbook_box_problems.h"
#include "textbook_plain_problems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

void PrintTo(const TextbookProblem& entry, std::ostream* out) { *out << entry.source; }

namespace {

/// Tight enough to compare z at 1e-7: the worst conditioned problem is Pascal's.
constexpr double kTightTolerance = 1e-10;

/// A problem that a solver does not solve, although it is guaranteed for the problem's class.
struct Exception {
  std::string_view problem;
  std::string_view solver;
  std::string_view reason;
};
constexpr std::array<Exception, 0> kExceptions = {};

bool is_exception(std::string_view problem, std::string_view solver) {
  return std::ranges::any_of(kExceptions, [&](const Exception& exception) {
    return exception.problem == problem && exception.solver == solver;
  });
}

/// Lemke's guarantee for copositive-plus matrices is one of the LCP itself: z counts from finite
/// lower bounds upwards.
bool is_guaranteed_here(const LcpSolverInfo& solver, const TextbookProblem& entry) {
  return std::ranges::any_of(entry.classes, [&](MatrixClass listed) {
    const bool counts = is_subclass(listed, MatrixClass::p_matrix) ||
                        is_subclass(listed, MatrixClass::positive_semidefinite) ||
                        (entry.problem.lower.array() > -kInf).all();
    return counts && is_guaranteed(solver, listed);
  });
}

bool is_of_class(const TextbookProblem& entry, MatrixClass outer) {
  return std::ranges::any_of(entry.classes,
                             [&](MatrixClass inner) { return is_subclass(inner, outer); });
}

/// The error in z despite a small residual, or nothing. The solution of a P matrix is unique, and
/// for positive semidefinite ones (M + M^T) z is the same for all solutions (Cottle, Pang and
/// Stone, Theorems 3.3.7 and 3.1.7).
std::string compare(const TextbookProblem& entry, const Eigen::VectorXd& z) {
  if (!entry.is_solvable) return "solved although there is no solution";
  if (z.size() == 0 || entry.basic_solutions.empty()) return "";
  const Eigen::VectorXd difference = z - entry.basic_solutions.front();
  const double size = 1 + entry.basic_solutions.front().cwiseAbs().maxCoeff();
  if (is_of_class(entry, MatrixClass::p_matrix) && difference.cwiseAbs().maxCoeff() > 1e-7 * size) {
    return "z differs from the solution";
  }
  const RowMajorMatrix S = entry.problem.M + entry.problem.M.transpose();
  if (is_of_class(entry, MatrixClass::positive_semidefinite) &&
      (S * difference).cwiseAbs().maxCoeff() > 1e-7 * size * (1 + S.cwiseAbs().maxCoeff())) {
    return "(M + M^T) z differs from that of the solutions";
  }
  return "";
}

/// The promise that the solver makes for problems of this class and breaks here, or nothing.
std::string missed_promise(const LcpSolverInfo& solver, const TextbookProblem& entry,
                           const LcpSolution& solution) {
  if (!is_guaranteed_here(solver, entry)) return "";
  if (entry.is_solvable) {
    if (solution.status != LcpStatus::solved) {
      return "ended by " + std::string(to_string(solution.stop));
    }
    const Verdict verdict = judge(entry.problem, solution.z);
    return verdict.residual <= 1e-9L ? "" : "solved with a residual above 1e-9";
  }
  // A finite method proves that there is no solution; an iterative one can only give up.
  const bool is_proved = solution.status == LcpStatus::no_solution_found;
  return is_proved || !solver.is_direct ? "" : "did not end where there is no solution";
}

class SolverMatrix : public testing::TestWithParam<TextbookProblem> {
 protected:
  static void expect_right(const LcpSolverInfo& solver, const LcpSolution& solution) {
    const TextbookProblem& entry = GetParam();
    expect_true(solution);
    const std::string missed = missed_promise(solver, entry, solution);
    if (is_exception(entry.name, solver.name)) {
      EXPECT_NE(missed, "") << "no exception any more";
    } else {
      EXPECT_EQ(missed, "") << "residual " << solution.residual << " of z "
                            << solution.z.transpose();
    }
  }

  static void expect_true(const LcpSolution& solution) {
    EXPECT_EQ(broken_law(GetParam().problem, solution, kTightTolerance), "");
    if (solution.status != LcpStatus::solved) return;
    EXPECT_EQ(compare(GetParam(), solution.z), "");
  }
};

TEST_P(SolverMatrix, EverySolverIsRightOrHonestlyUnsolved) {
  for (const LcpSolverInfo& solver : lcp_solvers()) {
    SCOPED_TRACE(solver.name);
    expect_right(
        solver,
        NamedLcpSolver(solver.name).solve(GetParam().problem, {.tolerance = kTightTolerance}));
  }
}

/// Only the problems without bounds.
class PlainSolverMatrix : public SolverMatrix {};

TEST_P(PlainSolverMatrix, AreSolvedAsSuch) {
  const Lcp plain{GetParam().problem.M, GetParam().problem.q};
  for (const LcpSolverInfo& solver : lcp_solvers()) {
    SCOPED_TRACE(solver.name);
    expect_right(solver, NamedLcpSolver(solver.name).solve(plain, {.tolerance = kTightTolerance}));
  }
}

// An iteration that starts at a solution, of whatever class the problem is, has nothing to do.
TEST_P(SolverMatrix, IterationsEndAtASolutionAtOnce) {
  for (const LcpSolverInfo& solver : lcp_solvers()) {
    if (solver.is_direct) continue;
    SCOPED_TRACE(solver.name);
    for (const Eigen::VectorXd& z : GetParam().basic_solutions) {
      NamedLcpSolver named(solver.name);
      const LcpStart start{.z = {z.data(), static_cast<std::size_t>(z.size())}};
      const LcpSolution& solution =
          named.solve(GetParam().problem, {.tolerance = kTightTolerance}, start);
      expect_true(solution);
      if (solution.stop == LcpStop::not_applicable) continue;
      EXPECT_EQ(solution.status, LcpStatus::solved);
      EXPECT_EQ(solution.statistics.iterations, 0);
    }
  }
}

// The basis of a solution, as remembered from the step before.
TEST_P(SolverMatrix, PivotingFromASolutionIsRight) {
  for (const LcpSolverInfo& solver : lcp_solvers()) {
    if (!solver.is_direct) continue;
    SCOPED_TRACE(solver.name);
    for (const Eigen::VectorXd& z : GetParam().basic_solutions) {
      NamedLcpSolver named(solver.name);
      const LcpStart start{.z = {z.data(), static_cast<std::size_t>(z.size())}};
      const LcpSolution& solution =
          named.solve(GetParam().problem, {.tolerance = kTightTolerance}, start);
      expect_true(solution);
      if (is_guaranteed_here(solver, GetParam()) && !is_exception(GetParam().name, solver.name)) {
        EXPECT_EQ(solution.status, LcpStatus::solved);
      }
    }
  }
}

std::string name_of(const testing::TestParamInfo<TextbookProblem>& entry) {
  return entry.param.name;
}

INSTANTIATE_TEST_SUITE_P(Plain, SolverMatrix, testing::ValuesIn(plain_textbook_problems()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Plain, PlainSolverMatrix, testing::ValuesIn(plain_textbook_problems()),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Box, SolverMatrix, testing::ValuesIn(box_textbook_problems()), name_of);

TEST(SolverMatrixExceptions, NameSolversAndProblems) {
  std::set<std::string_view> names;
  const auto plain = plain_textbook_problems();
  const auto box = box_textbook_problems();
  for (const auto* problems : {&plain, &box}) {
    for (const TextbookProblem& entry : *problems) names.insert(entry.name);
  }
  for (const Exception& exception : kExceptions) {
    EXPECT_TRUE(names.contains(exception.problem)) << exception.problem;
    EXPECT_NE(find_lcp_solver(exception.solver), nullptr) << exception.solver;
    EXPECT_FALSE(exception.reason.empty());
  }
}

}  // namespace
}  // namespace stiction
