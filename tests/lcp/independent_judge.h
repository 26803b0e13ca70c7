#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lcp_residual.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <string>

#include "constants.h"

namespace stiction {

/// Compares a solver's claims with the facts. Shares no code with the library's own judge.
struct Verdict {
  /// max_i |mid(z_i - l_i, w_i, z_i - u_i)| / (1 + max_i |q_i|) in long double: the natural
  /// residual in a form in which a large z does not swallow a small w.
  long double residual = 0;
  /// How far a judge working in double may be from that: each w_i is a sum of n products and q_i,
  /// with an error of at most (n + 2) 2^-53 (sum_j |M_ij z_j| + |q_i|).
  long double rounding = 0;
};

inline Verdict judge(const BoxLcp& problem, const Eigen::VectorXd& z) {
  const Eigen::Index n = problem.q.size();
  Verdict verdict;
  long double largest_q = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    long double w = problem.q[i];
    long double size = std::abs(w);
    for (Eigen::Index j = 0; j < n; ++j) {
      const long double product = static_cast<long double>(problem.M(i, j)) * z[j];
      w += product;
      size += std::abs(product);
    }
    const long double above = static_cast<long double>(z[i]) - problem.lower[i];
    const long double below = static_cast<long double>(z[i]) - problem.upper[i];
    const long double violation = std::abs(std::max(std::min(above, w), below));
    verdict.residual = std::max(verdict.residual, violation);
    verdict.rounding = std::max(verdict.rounding, size);
    largest_q = std::max<long double>(largest_q, std::abs(problem.q[i]));
  }
  verdict.residual /= 1 + largest_q;
  verdict.rounding *= std::ldexp(static_cast<long double>(n + 2), -53) / (1 + largest_q);
  return verdict;
}

/// True if `validate(problem)` must accept the problem, according to its documentation.
inline bool is_valid(const BoxLcp& problem) {
  const Eigen::Index n = problem.q.size();
  if (problem.M.rows() != n || problem.M.cols() != n) return false;
  if (problem.lower.size() != n || problem.upper.size() != n) return false;
  if (!problem.M.allFinite() || !problem.q.allFinite()) return false;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double lower = problem.lower[i];
    const double upper = problem.upper[i];
    if (!(lower <= upper) || lower == kInf || upper == -kInf) return false;
  }
  return true;
}

/// The problem as a C++ initialiser, to paste into a test.
inline std::string to_text(const BoxLcp& problem) {
  std::ostringstream out;
  out << std::setprecision(17);
  const auto append = [&out](const char* name, const double* numbers, Eigen::Index count) {
    out << name << " = {";
    for (Eigen::Index k = 0; k < count; ++k) out << (k > 0 ? ", " : "") << numbers[k];
    out << "}\n";
  };
  append("M", problem.M.data(), problem.M.size());
  append("q", problem.q.data(), problem.q.size());
  append("lower", problem.lower.data(), problem.lower.size());
  append("upper", problem.upper.data(), problem.upper.size());
  return out.str();
}

/// Describes what is false or malformed in an answer; empty if nothing is. These are the laws that
/// hold for every solver on every problem, solvable or not, of any class.
inline std::string broken_law(const BoxLcp& problem, const LcpSolution& solution,
                              double tolerance) {
  const Eigen::Index n = problem.q.size();
  const Eigen::VectorXd& z = solution.z;
  if (z.size() != n) return "z has not n entries";
  if (!z.allFinite()) return "z is not finite";
  if ((z.array() < problem.lower.array()).any() || (z.array() > problem.upper.array()).any()) {
    return "z is not within the bounds";
  }
  const bool is_solved = solution.status == LcpStatus::solved;
  if (is_solved != (solution.stop == LcpStop::residual)) {
    return "stop is " + std::string(to_string(solution.stop)) + " with the status " +
           std::string(to_string(solution.status));
  }
  if ((solution.status == LcpStatus::iteration_limit) !=
      (solution.stop == LcpStop::iteration_limit)) {
    return "status and stop disagree about the cap";
  }
  const Verdict verdict = judge(problem, z);
  if (is_solved && !(verdict.residual <= tolerance + verdict.rounding)) {
    return "solved with a residual of " + std::to_string(verdict.residual) + " (reported " +
           std::to_string(solution.residual) + ")";
  }
  if (is_solved != (solution.residual <= tolerance)) return "solved without the residual for it";
  if (solution.residual != lcp_residual(problem, z))
    return "the residual reported is not that of z";
  const auto num_states = static_cast<Eigen::Index>(solution.states.size());
  if (num_states != 0 && num_states != n) return "states has neither no entries nor n";
  for (Eigen::Index i = 0; i < num_states; ++i) {
    const BoundState state = solution.states[static_cast<std::size_t>(i)];
    if ((state == BoundState::lower && z[i] != problem.lower[i]) ||
        (state == BoundState::upper && z[i] != problem.upper[i])) {
      return "z is not at the bound that its state names";
    }
  }
  return "";
}

}  // namespace stiction
