#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <Eigen/Core>

namespace stiction {

/// The independent judge: measures how far z is from solving the problem, by the natural residual
///
///     max_i |z_i - mid(l_i, z_i - w_i, u_i)| / (1 + max_i |q_i|),   w = M z + q,
///
/// where mid is the median of its three arguments (evaluated as |mid(z_i - u_i, w_i, z_i - l_i)|,
/// the same number without cancellation); for an `Lcp` (l = 0, u = infinity) the numerator is max_i
/// |min(z_i, w_i)|. It is zero exactly at the solutions. It is recomputed from the given data and
/// shares no code with any solver.
///
/// @param z as many entries as M has rows; anything else throws std::invalid_argument.
/// @return a number >= 0; +infinity if z, the data or w contains a NaN or an infinity (bounds
///         excepted). 0 for the empty problem.
///
/// Cost O(n^2); O(stored entries) for sparse problems. Source: Facchinei and Pang,
/// Finite-Dimensional Variational Inequalities and Complementarity Problems, section 1.5.
double lcp_residual(const Lcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z);
double lcp_residual(const BoxLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z);
double lcp_residual(const SparseLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z);
double lcp_residual(const SparseBoxLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z);
double lcp_residual(const FactoredBoxLcp& problem, const Eigen::Ref<const Eigen::VectorXd>& z);

}  // namespace stiction
