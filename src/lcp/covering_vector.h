#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

namespace stiction {

/// A positive covering vector c for Lemke's method, c_i = 1 + spread * U(0, 1), the same for the
/// rows of a group, a pure function of seed, run and group number. A generic one has next to no
/// ties where one of ones makes most rows tie at once.
void make_covering_vector(std::span<const int> group, double spread, std::uint64_t seed, int run,
                          Eigen::VectorXd& covering);

}  // namespace stiction
