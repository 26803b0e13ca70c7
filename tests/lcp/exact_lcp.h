#pragma once

#include <stiction/lcp/lcp.h>

#include "exact_tableau.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

namespace stiction::exact {

/// A box-constrained problem with integer data, judged without any rounding.
class ExactLcp {
 public:
  /// M and q must be integers, or become so when both are multiplied by a power of two up to 1024,
  /// which changes w but neither z nor the sign of w; finite bounds must be integers. Throws
  /// otherwise.
  explicit ExactLcp(const BoxLcp& problem);

  int size() const { return n_; }

  /// Calls visit(z) for the solution z of each complementary basis that is regular and feasible:
  /// every row basic or at one of its bounds, M_BB regular. Entries of z are rounded to double only
  /// at the end. Two bases with the same solution are both visited. Stops when visit returns
  /// false. Cost: 3^n systems, 2^n where the upper bounds are infinite.
  void visit_basic_solutions(const std::function<bool(const Eigen::VectorXd&)>& visit) const;

  /// The distinct solutions among them.
  std::vector<Eigen::VectorXd> basic_solutions() const;

  /// True if some z within the bounds has w_i >= 0 where u_i is infinite, w_i <= 0 where l_i is,
  /// and w_i = 0 where both are, as every solution does. If M is positive semidefinite, this
  /// implies that there is a solution (Cottle, Pang and Stone, Theorem 3.1.2, for the LCP).
  bool is_feasible() const;

  /// True if there is a solution, for any M: searches the complementary pieces, each of which is a
  /// system of linear inequalities, and prunes those whose relaxation is infeasible.
  bool is_solvable() const;

 private:
  enum class State { lower, between, upper, open };
  struct Bound {
    bool is_finite = false;
    Integer value = 0;
  };

  /// True if some z and w = M z + q obey the states; `open` rows need only obey the conditions of
  /// `is_feasible`.
  bool has_point(const std::vector<State>& states) const;
  bool search(std::vector<State>& states, std::size_t depth) const;
  bool visit_basis(const std::vector<State>& states,
                   const std::function<bool(const Eigen::VectorXd&)>& visit) const;

  Integer M(int i, int j) const { return M_[static_cast<std::size_t>(i * n_ + j)]; }

  int n_;
  std::vector<Integer> M_;
  std::vector<Integer> q_;
  std::vector<Bound> lower_;
  std::vector<Bound> upper_;
};

inline Integer to_integer(double value) {
  if (value != std::floor(value) || std::abs(value) > 0x1p53) {
    throw std::invalid_argument("expected an integer of at most 53 bits");
  }
  return static_cast<std::int64_t>(value);
}

/// The least power of two that makes all entries integers, at most 1024.
inline double integer_factor(const BoxLcp& problem) {
  const auto is_integer = [](double value) { return value == std::floor(value); };
  double factor = 1;
  while (factor < 1024 && !((problem.M.array() * factor).unaryExpr(is_integer).all() &&
                            (problem.q.array() * factor).unaryExpr(is_integer).all())) {
    factor *= 2;
  }
  return factor;
}

inline ExactLcp::ExactLcp(const BoxLcp& problem) : n_(static_cast<int>(problem.q.size())) {
  const double factor = integer_factor(problem);
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) M_.push_back(to_integer(factor * problem.M(i, j)));
    q_.push_back(to_integer(factor * problem.q[i]));
    for (auto [bounds, value] :
         {std::pair(&lower_, problem.lower[i]), {&upper_, problem.upper[i]}}) {
      bounds->push_back(std::isfinite(value) ? Bound{true, to_integer(value)} : Bound{});
    }
  }
}

inline bool ExactLcp::visit_basis(const std::vector<State>& states,
                                  const std::function<bool(const Eigen::VectorXd&)>& visit) const {
  std::vector<int> basic;
  for (int i = 0; i < n_; ++i) {
    if (states[static_cast<std::size_t>(i)] == State::between) basic.push_back(i);
  }
  const auto at_bound = [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    return states[k] == State::lower ? lower_[k].value : upper_[k].value;
  };
  // M_BB z_B = -(q_B + M_BN z_N), and with c = q + M_.N z_N, w_N = c_N + M_NB z_B.
  std::vector<Integer> c = q_;
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) {
      if (states[static_cast<std::size_t>(j)] == State::between) continue;
      Integer& c_i = c[static_cast<std::size_t>(i)];
      c_i = add(c_i, multiply(M(i, j), at_bound(j)));
    }
  }
  const int m = static_cast<int>(basic.size());
  Tableau tableau(m, m + 1);
  for (int k = 0; k < m; ++k) {
    const int i = basic[static_cast<std::size_t>(k)];
    for (int l = 0; l < m; ++l) tableau(k, l) = M(i, basic[static_cast<std::size_t>(l)]);
    tableau(k, m) = -c[static_cast<std::size_t>(i)];
  }
  if (!eliminate(tableau, m)) return true;
  // Multiplied by d > 0, everything below is an integer.
  const int flip = sign(tableau.denominator());
  const Integer d = flip * tableau.denominator();
  Eigen::VectorXd z(n_);
  std::vector<Integer> z_B(static_cast<std::size_t>(m));
  for (int k = 0; k < m; ++k) {
    const int i = basic[static_cast<std::size_t>(k)];
    const Integer z_i = flip * tableau(k, m);
    const Bound lower = lower_[static_cast<std::size_t>(i)];
    const Bound upper = upper_[static_cast<std::size_t>(i)];
    if (lower.is_finite && z_i < multiply(lower.value, d)) return true;
    if (upper.is_finite && z_i > multiply(upper.value, d)) return true;
    z_B[static_cast<std::size_t>(k)] = z_i;
    z[i] = static_cast<double>(static_cast<long double>(z_i) / static_cast<long double>(d));
  }
  for (int i = 0; i < n_; ++i) {
    const State state = states[static_cast<std::size_t>(i)];
    if (state == State::between) continue;
    Integer w_i = multiply(c[static_cast<std::size_t>(i)], d);
    for (int k = 0; k < m; ++k) {
      w_i = add(w_i, multiply(M(i, basic[static_cast<std::size_t>(k)]),
                              z_B[static_cast<std::size_t>(k)]));
    }
    if (state == State::lower ? w_i < 0 : w_i > 0) return true;
    z[i] = static_cast<double>(at_bound(i));
  }
  return visit(z);
}

inline void ExactLcp::visit_basic_solutions(
    const std::function<bool(const Eigen::VectorXd&)>& visit) const {
  std::vector<State> states(static_cast<std::size_t>(n_), State::between);
  while (visit_basis(states, visit)) {
    // The next choice of states, like counting in base 3, skipping infinite bounds.
    std::size_t i = 0;
    for (; i < states.size(); ++i) {
      if (states[i] == State::between && lower_[i].is_finite) {
        states[i] = State::lower;
        break;
      }
      if (states[i] != State::upper && upper_[i].is_finite) {
        states[i] = State::upper;
        break;
      }
      states[i] = State::between;
    }
    if (i == states.size()) return;
  }
}

inline std::vector<Eigen::VectorXd> ExactLcp::basic_solutions() const {
  std::vector<Eigen::VectorXd> solutions;
  visit_basic_solutions([&](const Eigen::VectorXd& z) {
    if (std::ranges::find(solutions, z) == solutions.end()) solutions.push_back(z);
    return true;
  });
  return solutions;
}

inline bool ExactLcp::has_point(const std::vector<State>& states) const {
  // z_i = l_i + x_i, u_i - x_i or x_i - x_i', and s_i for w_i, -w_i or nothing; all of them >= 0.
  // Rows M z - w = -q, and x_i + y_i = u_i - l_i where both bounds are finite.
  Tableau system(2 * n_, 4 * n_ + 1);
  const int right = 4 * n_;
  const auto add_to_z = [&](int j, int unknown, int factor) {
    for (int i = 0; i < n_; ++i) system(i, unknown) = factor * M(i, j);
  };
  for (int i = 0; i < n_; ++i) system(i, right) = -q_[static_cast<std::size_t>(i)];
  for (int i = 0; i < n_; ++i) {
    const State state = states[static_cast<std::size_t>(i)];
    const Bound lower = lower_[static_cast<std::size_t>(i)];
    const Bound upper = upper_[static_cast<std::size_t>(i)];
    const bool starts_at_upper = state == State::upper || !lower.is_finite;
    const Integer origin = starts_at_upper ? (upper.is_finite ? upper.value : 0) : lower.value;
    for (int k = 0; k < n_; ++k) {
      system(k, right) = subtract(system(k, right), multiply(M(k, i), origin));
    }
    const int x = 4 * i;
    if (state == State::between || state == State::open) {
      add_to_z(i, x, starts_at_upper && upper.is_finite ? -1 : 1);
      if (!lower.is_finite && !upper.is_finite) add_to_z(i, x + 1, -1);
      if (lower.is_finite && upper.is_finite) {
        system(n_ + i, x) = 1;
        system(n_ + i, x + 1) = 1;
        system(n_ + i, right) = upper.value - lower.value;
      }
    }
    if (state == State::lower || (state == State::open && lower.is_finite)) system(i, x + 2) = -1;
    if (state == State::upper || (state == State::open && upper.is_finite)) system(i, x + 3) = 1;
  }
  return has_nonnegative_solution(system);
}

inline bool ExactLcp::is_feasible() const {
  return has_point(std::vector<State>(static_cast<std::size_t>(n_), State::open));
}

inline bool ExactLcp::search(std::vector<State>& states, std::size_t depth) const {
  if (!has_point(states)) return false;
  if (depth == states.size()) return true;
  bool found = false;
  for (const State state : {State::lower, State::between, State::upper}) {
    if (state == State::lower && !lower_[depth].is_finite) continue;
    if (state == State::upper && !upper_[depth].is_finite) continue;
    states[depth] = state;
    found = found || search(states, depth + 1);
  }
  states[depth] = State::open;
  return found;
}

inline bool ExactLcp::is_solvable() const {
  std::vector<State> states(static_cast<std::size_t>(n_), State::open);
  return search(states, 0);
}

}  // namespace stiction::exact
