#pragma once

#include "keller_scaling.h"

#include <Eigen/Core>

namespace stiction {

/// Sweeps of projected successive over-relaxation for a symmetric scaled problem with a positive
/// diagonal, row after row
///
///     z_i = mid(l_i, z_i - omega w_i / M_ii, u_i),   w = M z + q,   omega = 1.5,
///
/// to predict which rows of the solution stand at which bound. Ends before `num_sweeps` once some
/// sweeps in a row have changed no row's state.
///
/// @param w M z + q, kept up to date: a row that does not move costs nothing, one that does O(n).
/// @param step_per_w memory for n numbers.
void predict_by_sor(const KellerScaling<double>& scaled, int num_sweeps, Eigen::VectorXd& z,
                    Eigen::VectorXd& w, Eigen::VectorXd& step_per_w);

}  // namespace stiction
