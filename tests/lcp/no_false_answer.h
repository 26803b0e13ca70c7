#pragma once

#include <stiction/lcp/lcp_solvers.h>

#include "hostile_problems.h"
#include "independent_judge.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "constants.h"

namespace stiction {

/// Law: a solver throws std::invalid_argument, and nothing else, for invalid data; for all other
/// data its answer is within the bounds and called solved only if an independent judge agrees. The
/// solvers take turns, each one reused throughout, with default iteration caps.
class NoFalseAnswer {
 public:
  struct Tally {
    int rejected = 0;
    int solved = 0;
    int unsolved = 0;
    /// Solved ones where the rounding of w alone exceeds the tolerance, so that no judge working in
    /// double can tell.
    int undecided = 0;
    bool has_failed = false;
  };

  explicit NoFalseAnswer(std::uint64_t seed) : random_(seed) {
    for (const LcpSolverInfo& info : lcp_solvers()) solvers_.emplace_back(info.name);
    tallies_.resize(solvers_.size());
  }

  /// A solver that breaks the law is reported and not asked again.
  void run(int num_problems) {
    for (int k = 0; k < num_problems; ++k) {
      const auto turn = static_cast<std::size_t>(k) % solvers_.size();
      const BoxLcp problem = random_.problem();
      const HostileProblems::Start start = random_.start(problem.q.size());
      Tally& tally = tallies_[turn];
      if (tally.has_failed) continue;
      const std::string fault = pose(problem, start, solvers_[turn], tally);
      tally.has_failed = !fault.empty();
      EXPECT_EQ(fault, "") << "problem " << k << " to " << solvers_[turn].info().name << "\n"
                           << describe(problem, start);
    }
  }

  /// In the order of `lcp_solvers()`.
  const std::vector<Tally>& tallies() const { return tallies_; }

 private:
  std::string pose(const BoxLcp& problem, const HostileProblems::Start& start,
                   NamedLcpSolver& solver, Tally& tally) {
    const bool is_accepted = is_valid(problem) && start.is_valid;
    try {
      const LcpSolution& solution = solve(solver, problem, start.view());
      return is_accepted ? check(problem, solution, tally) : "not rejected";
    } catch (const std::invalid_argument& error) {
      ++tally.rejected;
      return is_accepted ? std::string("rejected: ") + error.what() : "";
    }
  }

  /// Solves plain problems through their own overload half of the time.
  const LcpSolution& solve(NamedLcpSolver& solver, const BoxLcp& problem, const LcpStart& start) {
    const bool is_plain = is_valid(problem) && (problem.lower.array() == 0).all() &&
                          (problem.upper.array() == kInf).all();
    if (!is_plain || random_.chance(2)) return solver.solve(problem, {}, start);
    return solver.solve(Lcp{problem.M, problem.q}, {}, start);
  }

  static std::string check(const BoxLcp& problem, const LcpSolution& solution, Tally& tally) {
    constexpr double tolerance = LcpSolverOptions{}.tolerance;
    const bool is_solved = solution.status == LcpStatus::solved;
    ++(is_solved ? tally.solved : tally.unsolved);
    if (is_solved && judge(problem, solution.z).rounding > tolerance) ++tally.undecided;
    const std::string law = broken_law(problem, solution, tolerance);
    if (law.empty()) return law;
    std::ostringstream out;
    out << std::setprecision(17) << law << ", z = {" << solution.z.transpose() << "}";
    return out.str();
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
