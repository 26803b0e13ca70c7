#pragma once

#include <stiction/lcp/lcp_solvers.h>

#include "exact_lcp.h"
#include "independent_judge.h"
#include "integer_problems.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// Facts about a problem, found without rounding.
struct Truth {
  std::optional<MatrixClass> matrix_class;  ///< to which M is known to belong
  bool is_solvable = true;
  std::optional<Eigen::VectorXd> solution;  ///< of a regular complementary basis, if there is one
};

inline Truth find_truth(const BoxLcp& problem, MatrixKind kind) {
  const exact::ExactLcp exact(problem);
  Truth truth;
  truth.matrix_class = class_of(kind);
  exact.visit_basic_solutions([&](const Eigen::VectorXd& z) {
    truth.solution = z;
    return false;
  });
  truth.is_solvable = truth.solution.has_value() || exact.is_solvable();
  // Every problem with a P matrix has a solution (Cottle, Pang and Stone, Theorem 3.3.7); one with
  // a positive semidefinite matrix has one if and only if it is feasible (Theorem 3.1.2). The
  // oracle must find that by itself.
  if (!truth.matrix_class) return truth;
  if (is_subclass(*truth.matrix_class, MatrixClass::p_matrix)) {
    EXPECT_TRUE(truth.solution) << to_text(problem);
  }
  if (is_subclass(*truth.matrix_class, MatrixClass::positive_semidefinite)) {
    EXPECT_EQ(truth.is_solvable, exact.is_feasible()) << to_text(problem);
  }
  return truth;
}

/// Runs the solvers of the catalogue, each one reused throughout, on random problems.
class Enumeration {
 public:
  explicit Enumeration(std::uint64_t seed) : random_(seed) {
    for (const LcpSolverInfo& info : lcp_solvers()) solvers_.emplace_back(info.name);
  }

  /// Laws: a solver guaranteed for the class solves the problem if and only if it has a solution;
  /// unique quantities agree; and no solver makes a false claim.
  void expect_right_on_plain(MatrixKind kind, int n) {
    const Lcp problem = random_.plain(kind, n);
    expect_right(problem, make_box_lcp(problem), kind);
  }
  void expect_right_on_box(MatrixKind kind, int n) {
    const BoxLcp problem = random_.box(kind, n);
    expect_right(problem, problem, kind);
  }

  /// Tests what the header of one solver promises beyond its matrix classes.
  void expect_solved(std::string_view name, const BoxLcp& problem, MatrixKind kind) {
    const Truth truth = find_truth(problem, kind);
    ++(truth.is_solvable ? num_solvable_ : num_unsolvable_);
    const LcpSolution solution = NamedLcpSolver(name).solve(problem, {.tolerance = kTolerance});
    EXPECT_EQ(broken_law(problem, solution, kTolerance), "") << to_text(problem);
    EXPECT_EQ(solution.status == LcpStatus::solved, truth.is_solvable)
        << name << " ended by " << to_string(solution.stop) << " with " << solution.residual << "\n"
        << to_text(problem);
  }

  IntegerProblems& random() { return random_; }
  int num_solvable() const { return num_solvable_; }
  int num_unsolvable() const { return num_unsolvable_; }

 private:
  static constexpr double kTolerance = 1e-10;

  static bool is_guaranteed_here(const LcpSolverInfo& solver, const BoxLcp& problem,
                                 const Truth& truth) {
    if (!truth.matrix_class) return false;
    // Copositivity matters for z >= l only; rows without a finite l are not covered.
    const bool counts = *truth.matrix_class != MatrixClass::copositive_plus ||
                        (problem.lower.array().isFinite()).all();
    return counts && is_guaranteed(solver, *truth.matrix_class);
  }

  static std::string find_fault(const BoxLcp& problem, const Truth& truth,
                                const LcpSolverInfo& solver, const LcpSolution& solution) {
    const std::string untrue = broken_law(problem, solution, kTolerance);
    if (!untrue.empty()) return untrue;
    const bool is_solved = solution.status == LcpStatus::solved;
    if (is_solved && !truth.is_solvable) return "solved although there is no solution";
    const bool is_guaranteed = is_guaranteed_here(solver, problem, truth);
    if (is_guaranteed && is_solved != truth.is_solvable) {
      return "ended by " + std::string(to_string(solution.stop)) + " though there is a solution";
    }
    if (is_guaranteed && !is_solved && solver.is_direct &&
        solution.status != LcpStatus::no_solution_found) {
      return "no end where there is no solution";
    }
    return is_solved ? find_difference(problem, truth, solution.z) : "";
  }

  static bool is_same(const LcpSolution& a, const LcpSolution& b) {
    return a.status == b.status && a.stop == b.stop && a.states == b.states && a.z == b.z &&
           a.statistics.pivots == b.statistics.pivots &&
           a.statistics.iterations == b.statistics.iterations;
  }

  /// z is unique for P matrices, (M + M^T) z for positive semidefinite ones.
  static std::string find_difference(const BoxLcp& problem, const Truth& truth,
                                     const Eigen::VectorXd& z) {
    if (!truth.matrix_class || !truth.solution || z.size() == 0) return "";
    const Eigen::VectorXd difference = z - *truth.solution;
    const double size = 1 + truth.solution->cwiseAbs().maxCoeff() + z.cwiseAbs().maxCoeff();
    if (is_subclass(*truth.matrix_class, MatrixClass::p_matrix) &&
        difference.cwiseAbs().maxCoeff() > 1e-7 * size) {
      return "z is not the solution";
    }
    const RowMajorMatrix S = problem.M + problem.M.transpose();
    if (is_subclass(*truth.matrix_class, MatrixClass::positive_semidefinite) &&
        (S * difference).cwiseAbs().maxCoeff() > 1e-7 * size * (1 + S.cwiseAbs().maxCoeff())) {
      return "(M + M^T) z is not that of the solutions";
    }
    return "";
  }

  /// A third of the problems come with a point to start from, a third with states.
  template <class Problem>
  void expect_right(const Problem& given, const BoxLcp& problem, MatrixKind kind) {
    const Truth truth = find_truth(problem, kind);
    ++(truth.is_solvable ? num_solvable_ : num_unsolvable_);
    const auto n = static_cast<int>(problem.q.size());
    Eigen::VectorXd z;
    std::vector<BoundState> states;
    if (random_.integer(0, 2) == 0) z = random_.start_point(n);
    if (random_.integer(0, 2) == 0) states = random_.start_states(n);
    const LcpStart start{.z = {z.data(), static_cast<std::size_t>(z.size())}, .states = states};
    const bool repeats = random_.integer(0, 9) == 0;
    for (NamedLcpSolver& solver : solvers_) {
      const LcpSolution solution = solver.solve(given, {.tolerance = kTolerance}, start);
      std::string fault = find_fault(problem, truth, solver.info(), solution);
      if (fault.empty() && repeats) fault = repeat(solution, solver, given, problem, start);
      EXPECT_EQ(fault, "") << solver.info().name << "\nresidual " << solution.residual << " z "
                           << solution.z.transpose() << "\n"
                           << to_text(problem) << describe(start);
    }
  }

  static std::string describe(const LcpStart& start) {
    std::ostringstream out;
    out << "start z = {";
    for (const double z_i : start.z) out << z_i << " ";
    out << "}, states = {";
    for (const BoundState state : start.states) out << static_cast<int>(state) << " ";
    out << "}";
    return out.str();
  }

  /// Returns what is wrong with a fresh solver, which must give the same bits, or with a solve
  /// under an iteration cap, which must keep to it; empty if nothing is wrong.
  template <class Problem>
  std::string repeat(const LcpSolution& solution, NamedLcpSolver& solver, const Problem& given,
                     const BoxLcp& problem, const LcpStart& start) {
    NamedLcpSolver fresh(solver.info().name);
    if (!is_same(solution, fresh.solve(given, {.tolerance = kTolerance}, start))) {
      return "a fresh solver gives another answer";
    }
    const int limit = random_.integer(1, 3);
    const LcpSolution& capped =
        solver.solve(given, {.tolerance = kTolerance, .iteration_limit = limit}, start);
    const std::string untrue = broken_law(problem, capped, kTolerance);
    if (!untrue.empty()) return "with a cap of " + std::to_string(limit) + " " + untrue;
    if (capped.statistics.pivots > limit || capped.statistics.iterations > limit) {
      return "a cap of " + std::to_string(limit) + " is not kept";
    }
    return "";
  }

  IntegerProblems random_;
  std::vector<NamedLcpSolver> solvers_;
  int num_solvable_ = 0;
  int num_unsolvable_ = 0;
};

/// A kind of problem to enumerate.
struct EnumerationCase {
  const char* name;
  MatrixKind kind;
  /// True if some of the drawn problems must have no solution.
  bool has_unsolvable_ones = false;
};

inline constexpr EnumerationCase kEnumerationCases[] = {
    {"diagonally_dominant", MatrixKind::diagonally_dominant},
    {"symmetric_definite", MatrixKind::symmetric_definite},
    {"symmetric_semidefinite", MatrixKind::symmetric_semidefinite, true},
    {"definite", MatrixKind::definite},
    {"semidefinite", MatrixKind::semidefinite, true},
    {"triangular", MatrixKind::triangular},
    {"scaled_definite", MatrixKind::scaled_definite},
    {"strictly_copositive", MatrixKind::strictly_copositive},
    {"bordered_copositive", MatrixKind::bordered_copositive, true},
    {"any", MatrixKind::any, true},
};

inline void PrintTo(const EnumerationCase& one, std::ostream* out) { *out << one.name; }

inline std::string name_of_case(const testing::TestParamInfo<EnumerationCase>& one) {
  return one.param.name;
}

}  // namespace stiction
