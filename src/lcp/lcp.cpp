#include <stiction/lcp/lcp.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

std::string entry(const char* vector, Eigen::Index i, double value) {
  return std::string(vector) + "[" + std::to_string(i) + "] = " + std::to_string(value);
}

void require_same_size(const char* vector, Eigen::Index size, Eigen::Index expected) {
  if (size == expected) return;
  throw std::invalid_argument("expected " + std::to_string(expected) + " entries in " + vector +
                              ", one for each row of M, got " + std::to_string(size));
}

void require_square_and_finite(const RowMajorMatrix& M, const Eigen::VectorXd& q) {
  if (M.rows() != M.cols()) {
    throw std::invalid_argument("expected a square M, got " + std::to_string(M.rows()) + " x " +
                                std::to_string(M.cols()));
  }
  require_same_size("q", q.size(), M.rows());
  // 0 x is 0 for finite x and NaN otherwise: a sum that vectorises, unlike a test per element.
  if (!((M.array() * 0.0).sum() == 0.0)) {
    for (Eigen::Index i = 0; i < M.rows(); ++i) {
      for (Eigen::Index j = 0; j < M.cols(); ++j) {
        if (std::isfinite(M(i, j))) continue;
        throw std::invalid_argument("expected finite numbers in M, got " +
                                    entry(("M[" + std::to_string(i) + "]").c_str(), j, M(i, j)));
      }
    }
  }
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    if (std::isfinite(q[i])) continue;
    throw std::invalid_argument("expected finite numbers in q, got " + entry("q", i, q[i]));
  }
}

}  // namespace

void validate(const Lcp& problem) { require_square_and_finite(problem.M, problem.q); }

void validate(const BoxLcp& problem) {
  require_square_and_finite(problem.M, problem.q);
  require_same_size("lower", problem.lower.size(), problem.M.rows());
  require_same_size("upper", problem.upper.size(), problem.M.rows());
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < problem.lower.size(); ++i) {
    const double lower = problem.lower[i];
    const double upper = problem.upper[i];
    if (lower <= upper && lower < kInfinity && upper > -kInfinity) continue;  // false for NaN
    throw std::invalid_argument("expected lower <= upper, lower < inf and upper > -inf, got " +
                                entry("lower", i, lower) + ", " + entry("upper", i, upper));
  }
}

std::string_view to_string(LcpStatus status) {
  switch (status) {
    case LcpStatus::solved:
      return "solved";
    case LcpStatus::no_solution_found:
      return "no-solution-found";
    case LcpStatus::iteration_limit:
      return "iteration-limit";
  }
  return "";
}

std::string_view to_string(LcpStage stage) {
  switch (stage) {
    case LcpStage::trivial:
      return "trivial";
    case LcpStage::largest_pivot:
      return "largest-pivot";
    case LcpStage::lexicographic:
      return "lexicographic";
    case LcpStage::extended_precision:
      return "extended-precision";
  }
  return "";
}

}  // namespace stiction
