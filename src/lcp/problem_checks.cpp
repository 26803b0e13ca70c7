#include "problem_checks.h"

#include <stiction/math/rejected_number.h>

#include "infinity.h"

#include <cmath>
#include <stdexcept>

namespace stiction {

std::string describe_entry(const std::string& vector, Eigen::Index i, double value) {
  return vector + "[" + std::to_string(i) + "] = " + format_number(value);
}

void reject(const std::string& expected, const std::string& given) {
  throw std::invalid_argument("expected " + expected + ", got " + given);
}

void require_option(bool holds, const char* expected, double given) {
  if (!holds) reject_number(expected, given);
}

void require_square(const char* matrix, Eigen::Index rows, Eigen::Index columns) {
  if (rows == columns) return;
  reject("a square " + std::string(matrix), std::to_string(rows) + " x " + std::to_string(columns));
}

void require_same_size(const char* vector, Eigen::Index size, Eigen::Index expected) {
  require_size(vector, size, expected, "one for each row of M");
}

void require_finite(const char* vector, const Eigen::VectorXd& values) {
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    reject("finite numbers in " + std::string(vector), describe_entry(vector, i, values[i]));
  }
}

void require_bounds(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, Eigen::Index n) {
  require_same_size("lower", lower.size(), n);
  require_same_size("upper", upper.size(), n);
  for (Eigen::Index i = 0; i < n; ++i) {
    if (lower[i] <= upper[i] && lower[i] < kInfinity && upper[i] > -kInfinity) continue;  // no NaN
    reject("lower <= upper, lower < inf and upper > -inf",
           describe_entry("lower", i, lower[i]) + ", " + describe_entry("upper", i, upper[i]));
  }
}

}  // namespace stiction
