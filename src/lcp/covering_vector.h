#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

namespace stiction {

/// Makes a positive covering vector c for Lemke's method, c_i = 1 + spread * U(0, 1), equal for the
/// rows of a group: a pure function of seed, run and group number. Such a generic vector has almost
/// no ties, whereas a vector of ones makes most rows tie at once.
void make_covering_vector(std::span<const int> group, double spread, std::uint64_t seed, int run,
                          Eigen::VectorXd& covering);

}  // namespace stiction
