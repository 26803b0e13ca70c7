#pragma once

#include <Eigen/Core>
#include <functional>

namespace stiction {

/// product = A x, of a square matrix that need not be formed.
using MatrixProduct = std::function<void(const Eigen::VectorXd& x, Eigen::VectorXd& product)>;

/// Restarted GMRES (Saad and Schultz 1986) for A x = b from x = 0, until |b - A x| is at most
/// `tolerance` |b| or the cap of iterations is reached. Overwrites x, whose size is that of b,
/// which may hold numbers that are not finite where A is singular. Returns the number of
/// iterations. Takes its memory, the restart length 100 times the size of b, from the heap.
int solve_by_gmres(const MatrixProduct& multiply, const Eigen::VectorXd& b, double tolerance,
                   Eigen::VectorXd& x);

}  // namespace stiction
