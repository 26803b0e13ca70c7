#include "problem_checks.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace stiction {

std::string describe_entry(const std::string& vector, Eigen::Index i, double value) {
  return vector + "[" + std::to_string(i) + "] = " + std::to_string(value);
}

void require_option(bool holds, const char* expected, double given) {
  if (holds) return;
  throw std::invalid_argument("expected " + std::string(expected) + ", got " +
                              std::to_string(given));
}

void require_square(const char* matrix, Eigen::Index rows, Eigen::Index columns) {
  if (rows == columns) return;
  throw std::invalid_argument("expected a square " + std::string(matrix) + ", got " +
                              std::to_string(rows) + " x " + std::to_string(columns));
}

void require_same_size(const char* vector, Eigen::Index size, Eigen::Index expected) {
  if (size == expected) return;
  throw std::invalid_argument("expected " + std::to_string(expected) + " entries in " + vector +
                              ", one for each row of M, got " + std::to_string(size));
}

void require_finite(const char* vector, const Eigen::VectorXd& values) {
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw std::invalid_argument("expected finite numbers in " + std::string(vector) + ", got " +
                                describe_entry(vector, i, values[i]));
  }
}

void require_bounds(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, Eigen::Index n) {
  require_same_size("lower", lower.size(), n);
  require_same_size("upper", upper.size(), n);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < n; ++i) {
    if (lower[i] <= upper[i] && lower[i] < kInfinity && upper[i] > -kInfinity) continue;  // no NaN
    throw std::invalid_argument("expected lower <= upper, lower < inf and upper > -inf, got " +
                                describe_entry("lower", i, lower[i]) + ", " +
                                describe_entry("upper", i, upper[i]));
  }
}

}  // namespace stiction
