#pragma once

#include <stiction/contact/contact_problem.h>

#include <Eigen/Core>

namespace stiction {

/// The contact problem condensed to its contacts and rows: u = W r + u_free with W = J M^-1 J^T,
/// the Delassus operator, and u_free = J v* + offset. Row and column 3 c + k belong to component k
/// of contact c's frame (normal first), 3 n + i to row i beyond the n contacts: its velocity times
/// its length, its impulse over it, and on the diagonal its softness.
struct Delassus {
  Eigen::MatrixXd W;       ///< symmetric positive semidefinite, 1/kg
  Eigen::VectorXd u_free;  ///< m/s
};

/// Reuses the memory of `delassus`. O(n^2) for n contacts and rows; blocks of those without a
/// common body stay zero. Throws std::invalid_argument unless `has_sound_indices(problem)`.
void calc_delassus(const ContactProblem& problem, Delassus& delassus);
/// Its multiplications, about.
double calc_delassus_work(const ContactProblem& problem);

[[gnu::used]] inline constexpr auto kDelassusLayouts = abi::layouts_of<Delassus>();

}  // namespace stiction
