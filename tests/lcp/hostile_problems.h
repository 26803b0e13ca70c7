#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "constants.h"

namespace stiction {

/// Random data that no scene should produce but some do: numbers of any size and sign, problems
/// without a solution, of rank one or zero, and sometimes invalid ones.
class HostileProblems {
 public:
  explicit HostileProblems(std::uint64_t seed) : random_(seed) {}

  /// 0 to 12 rows. One in six breaks the rules of `validate`.
  BoxLcp problem() {
    const int n = integer(0, 12);
    BoxLcp problem{matrix(n), vector(n), {}, {}};
    if (chance(4)) make_inconsistent(problem);
    set_bounds(problem);
    if (chance(6)) break_rules(problem);
    return problem;
  }

  /// A start: nothing, numbers, or, one time in six, data that `validate` rejects.
  struct Start {
    Eigen::VectorXd z;
    std::vector<BoundState> states;
    bool is_valid = true;

    LcpStart view() const {
      return {.z = {z.data(), static_cast<std::size_t>(z.size())}, .states = states};
    }
  };
  Start start(Eigen::Index n);

  int integer(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// True one time in `out_of`.
  bool chance(int out_of) { return integer(1, out_of) == 1; }

 private:
  enum class Scale { integers, ordinary, rows_apart, far_apart, huge, tiny, largest, numbers };

  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  /// A number of the given scale, of either sign or zero.
  double number(Scale scale);
  RowMajorMatrix matrix(int n);
  Eigen::VectorXd vector(int n);
  double bound();
  void set_bounds(BoxLcp& problem);
  void make_inconsistent(BoxLcp& problem);
  void break_rules(BoxLcp& problem);
  double no_number() { return chance(2) ? kNaN : chance(2) ? kInf : -kInf; }
  Scale scale() { return static_cast<Scale>(integer(0, static_cast<int>(Scale::numbers) - 1)); }

  std::mt19937_64 random_;
};

inline double HostileProblems::number(Scale scale) {
  if (chance(8)) return chance(2) ? 0.0 : -0.0;
  const double value = 2 * uniform() - 1;
  switch (scale) {
    case Scale::integers:
      return integer(-2, 2);
    case Scale::ordinary:
      return value;
    case Scale::rows_apart:
      return std::ldexp(value, integer(-40, 40));
    case Scale::far_apart:
      return std::ldexp(value, integer(-1074, 1023));
    case Scale::huge:
      return std::ldexp(value, integer(500, 1024));
    case Scale::tiny:
      return std::ldexp(value, integer(-1080, -1000));
    case Scale::largest:
    case Scale::numbers:
      return std::copysign(std::numeric_limits<double>::max(), value);
  }
  return 0;
}

inline RowMajorMatrix HostileProblems::matrix(int n) {
  const Scale size = scale();
  const auto draw = [&](int rows, int columns) {
    return RowMajorMatrix::NullaryExpr(rows, columns, [&] { return number(size); }).eval();
  };
  RowMajorMatrix M = draw(n, n);
  switch (integer(0, 7)) {
    case 0:
      M.setZero();
      break;
    case 1:  // rank one; overflowing products are clamped
      M = draw(n, 1) * draw(1, n);
      break;
    case 2:  // symmetric positive semidefinite, with equal rows
      M = draw(n, n);
      if (n > 1) M.row(n - 1) = M.row(0);
      M = RowMajorMatrix(M * M.transpose());
      break;
    case 3:
      M = RowMajorMatrix(M + M.transpose());
      break;
    case 4:
      M.triangularView<Eigen::StrictlyUpper>().setZero();
      break;
    case 5:  // nearly singular
      for (int i = 1; i < n; ++i) M.row(i) = M.row(0) * (1 + 1e-15 * integer(-2, 2));
      break;
    default:
      break;
  }
  return M.unaryExpr([](double entry) {
    return std::isfinite(entry) ? entry : std::numeric_limits<double>::max();
  });
}

inline Eigen::VectorXd HostileProblems::vector(int n) {
  const Scale size = scale();
  return Eigen::VectorXd::NullaryExpr(n, [&] { return number(size); });
}

/// Makes one row of zeros, or two opposite rows, that q contradicts.
inline void HostileProblems::make_inconsistent(BoxLcp& problem) {
  const Eigen::Index n = problem.q.size();
  if (n == 0) return;
  problem.M.row(0).setZero();
  problem.q[0] = -std::abs(problem.q[0]) - (chance(2) ? 1 : 1e-300);
  if (n == 1 || chance(2)) return;
  problem.M.row(0) = -problem.M.row(n - 1);
  problem.q[n - 1] = problem.q[0] / 2;
}

inline double HostileProblems::bound() {
  switch (integer(0, 5)) {
    case 0:
      return number(Scale::huge);
    case 1:
      return number(Scale::tiny);
    case 2:
      return number(Scale::largest);
    case 3:
      return number(Scale::ordinary);
    default:
      return number(Scale::integers);
  }
}

inline void HostileProblems::set_bounds(BoxLcp& problem) {
  const Eigen::Index n = problem.q.size();
  problem.lower = Eigen::VectorXd::Zero(n);
  problem.upper = Eigen::VectorXd::Constant(n, kInf);
  if (chance(3)) return;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double a = bound();
    const double b = bound();
    problem.lower[i] = std::min(a, b);
    problem.upper[i] = std::max(a, b);
    const int kind = integer(0, 6);
    if (kind == 0) problem.upper[i] = problem.lower[i];
    if (kind == 1) problem.upper[i] = std::nextafter(problem.lower[i], kInf);
    if (kind == 2 || kind == 3) problem.lower[i] = -kInf;
    if (kind == 3 || kind == 4) problem.upper[i] = kInf;
  }
}

inline void HostileProblems::break_rules(BoxLcp& problem) {
  const Eigen::Index n = problem.q.size();
  const int row = n > 0 ? integer(0, static_cast<int>(n) - 1) : 0;
  switch (n > 0 ? integer(0, 9) : 9) {
    case 0:
      problem.M(row, integer(0, static_cast<int>(n) - 1)) = no_number();
      break;
    case 1:
      problem.q[row] = no_number();
      break;
    case 2:
      problem.lower[row] = kNaN;
      break;
    case 3:
      problem.upper[row] = kNaN;
      break;
    case 4:
      problem.lower[row] = kInf;
      break;
    case 5:
      problem.upper[row] = -kInf;
      break;
    case 6:
      problem.lower[row] = 2;
      problem.upper[row] = 1;
      break;
    case 7:
      problem.lower.conservativeResize(n - 1);
      break;
    case 8:
      problem.M.conservativeResize(n, n - 1);
      break;
    default:
      problem.q = Eigen::VectorXd::Zero(n + 1);
      break;
  }
}

inline HostileProblems::Start HostileProblems::start(Eigen::Index n) {
  Start start;
  if (chance(2)) return start;
  const Scale size = scale();
  if (!chance(3)) start.z = Eigen::VectorXd::NullaryExpr(n, [&] { return number(size); });
  if (chance(2)) {
    start.states.resize(static_cast<std::size_t>(n));
    for (BoundState& state : start.states) state = static_cast<BoundState>(integer(0, 2));
  }
  if (!chance(3)) return start;
  start.is_valid = false;
  if (n > 0 && start.z.size() == n && chance(2)) {
    start.z[integer(0, static_cast<int>(n) - 1)] = no_number();
  } else if (chance(2)) {
    start.z = Eigen::VectorXd::Zero(n + 1);
  } else {
    start.states.assign(static_cast<std::size_t>(n) + 1, BoundState::lower);
  }
  return start;
}

}  // namespace stiction
