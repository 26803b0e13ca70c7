#pragma once

#include <Eigen/Core>
#include <string>

namespace stiction {

/// Parts of `validate` that all forms of the problem share. Each throws std::invalid_argument,
/// saying what was expected and what was given.

/// "q[3] = nan"
std::string describe_entry(const std::string& vector, Eigen::Index i, double value);

/// Throws "expected `expected`, got `given`".
[[noreturn]] void reject(const std::string& expected, const std::string& given);

/// Throws unless the option holds what is `expected` of it, such as "pivot_limit >= 0".
void require_option(bool holds, const char* expected, double given);

void require_square(const char* matrix, Eigen::Index rows, Eigen::Index columns);
void require_same_size(const char* vector, Eigen::Index size, Eigen::Index expected);
void require_finite(const char* vector, const Eigen::VectorXd& values);
/// lower <= upper, no NaN, lower < +infinity and upper > -infinity.
void require_bounds(const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, Eigen::Index n);

}  // namespace stiction
