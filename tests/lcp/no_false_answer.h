#pragma once

#include <stiction/lcp/lcp_solvers.h>

#include "hostile_problems.h"
#include "independent_judge.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace stiction {

/// Law: for data that are no problem std::invalid_argument and nothing else; for all others an
/// answer within the bounds that is called solved only if another judge agrees. The solvers take
/// turns, each used over and over again, with the caps on their iterations at their defaults.
class NoFalseAnswer {
 public:
  struct Tally {
    int rejected = 0;
    int solved = 0;
    int unsolved = 0;
    /// Of those solved: where the rounding of w alone is above the tolerance, so that nobody who
    /// works in double can tell.
    int undecided = 0;
  };

  explicit NoFalseAnswer(std::uint64_t seed) : random_(seed) {
    for (const LcpSolverInfo& info : lcp_solvers()) solvers_.emplace_back(info.name);
    tallies_.resize(solvers_.size());
  }

  void run(int num_problems) {
    for (int k = 0; k < num_problems && !testing::Test::HasFailure(); ++k) {
      const auto turn = static_cast<std::size_t>(k) % solvers_.size();
      SCOPED_TRACE("problem " + std::to_string(k) + " to " +
                   std::string(solvers_[turn].info().name));
      pose(solvers_[turn], tallies_[turn]);
    }
  }

  /// As `lcp_solvers()`.
  const std::vector<Tally>& tallies() const { return tallies_; }

 private:
  void pose(NamedLcpSolver& solver, Tally& tally) {
    const BoxLcp problem = random_.problem();
    const HostileProblems::Start start = random_.start(problem.q.size());
    const bool is_accepted = is_valid(problem) && start.is_valid;
    try {
      const LcpSolution& solution = solve(solver, problem, start.view());
      EXPECT_TRUE(is_accepted) << "not rejected\n" << to_text(problem);
      if (is_accepted) check(problem, solution, tally);
    } catch (const std::invalid_argument& error) {
      EXPECT_FALSE(is_accepted) << error.what() << "\n" << to_text(problem);
      EXPECT_STRNE(error.what(), "");
      ++tally.rejected;
    }
    if (testing::Test::HasFailure()) ADD_FAILURE() << describe(problem, start);
  }

  /// Plain problems by their own overload half of the time.
  const LcpSolution& solve(NamedLcpSolver& solver, const BoxLcp& problem, const LcpStart& start) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const bool is_plain = is_valid(problem) && (problem.lower.array() == 0).all() &&
                          (problem.upper.array() == infinity).all();
    if (!is_plain || random_.chance(2)) return solver.solve(problem, {}, start);
    return solver.solve(Lcp{problem.M, problem.q}, {}, start);
  }

  static void check(const BoxLcp& problem, const LcpSolution& solution, Tally& tally) {
    constexpr double tolerance = LcpSolverOptions{}.tolerance;
    EXPECT_EQ(broken_law(problem, solution, tolerance), "")
        << "z = " << solution.z.transpose() << ", residual " << solution.residual;
    const bool is_solved = solution.status == LcpStatus::solved;
    ++(is_solved ? tally.solved : tally.unsolved);
    if (is_solved && judge(problem, solution.z).rounding > tolerance) ++tally.undecided;
  }

  static std::string describe(const BoxLcp& problem, const HostileProblems::Start& start) {
    std::ostringstream out;
    out << std::setprecision(17) << to_text(problem) << "start z = {" << start.z.transpose()
        << "}, states = {";
    for (const BoundState state : start.states) out << static_cast<int>(state) << " ";
    out << "}";
    return out.str();
  }

  HostileProblems random_;
  std::vector<NamedLcpSolver> solvers_;
  std::vector<Tally> tallies_;
};

}  // namespace stiction
