#include "block_solver.h"

namespace stiction {

void BlockSolver::solve(const BoxLcp& problem, bool is_symmetric, double tolerance,
                        Eigen::VectorXd& z) {
  if (is_symmetric) {
    const LcpStart start = {.z = {z.data(), static_cast<std::size_t>(z.size())}};
    z = keller_.solve(problem, {.tolerance = tolerance}, start).z;
    return;
  }
  const Lcp& plain = as_lcp_.start(problem);
  if (!plain.M.allFinite() || !plain.q.allFinite()) return;  // the bounds are too far apart
  as_lcp_.calc_z(problem, lemke_.solve(plain, {.tolerance = tolerance}).z, z);
}

}  // namespace stiction
