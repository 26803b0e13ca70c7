#pragma once

#include <stiction/contact/contact_problem.h>

#include <Eigen/Core>

namespace stiction {

/// The contact problem condensed to its contacts and rows: u = W r + u_free with the Delassus
/// operator W = J M^-1 J^T and u_free = J v* + offset. With n contacts, row and column 3 c + k
/// belong to component k of contact c's frame (normal first), and 3 n + i to row i beyond the
/// contacts. Such a row's velocity is multiplied by its length and its impulse divided by it; its
/// softness is added on the diagonal.
struct Delassus {
  Eigen::MatrixXd W;       ///< symmetric positive semidefinite, 1/kg
  Eigen::VectorXd u_free;  ///< m/s
};

/// Computes W and u_free; reuses the memory of `delassus`. O(n^2) for n contacts and rows; blocks
/// of contacts and rows without a common body stay zero. Throws std::invalid_argument unless
/// `has_sound_indices(problem)`.
void calc_delassus(const ContactProblem& problem, Delassus& delassus);
/// Approximate number of multiplications that `calc_delassus` takes.
double calc_delassus_work(const ContactProblem& problem);

[[gnu::used]] inline constexpr auto kDelassusLayouts = abi::layouts_of<Delassus>();

}  // namespace stiction
