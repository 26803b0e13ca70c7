#pragma once

#include <Eigen/Core>
#include <functional>

namespace stiction {

/// product = A x for a square matrix that need not be formed.
using MatrixProduct = std::function<void(const Eigen::VectorXd& x, Eigen::VectorXd& product)>;

/// Restarted GMRES (Saad and Schultz 1986) for A x = b from x = 0, until |b - A x| is at most
/// `tolerance` |b| or the limit on iterations is reached. Overwrites x, which has the size of b and
/// may become infinite or NaN if A is singular. Returns the number of iterations. Allocates its
/// memory, the restart length of 100 times the size of b.
int solve_by_gmres(const MatrixProduct& multiply, const Eigen::VectorXd& b, double tolerance,
                   Eigen::VectorXd& x);

}  // namespace stiction
