#include "block_sweep.h"

#include <cmath>

namespace stiction {

void BlockSweep::cut_rows(std::span<const int> block) {
  blocks_.resize(block.empty() ? 0 : static_cast<std::size_t>(block.back()) + 1);
  for (Block& b : blocks_) b.size = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    Block& b = blocks_[static_cast<std::size_t>(block[i])];
    if (b.size++ == 0) b.first = static_cast<Eigen::Index>(i);
  }
  for (const Block& b : blocks_) solvers_.try_emplace(b.size);
}

/// Numbers beyond the range of double leave z_ unchanged; the sweep's measure reports them.
void BlockSweep::solve_problem(Block& block) {
  const BoxLcp& problem = block.problem;
  if (!problem.q.allFinite() || !problem.M.allFinite()) return;
  // The residual of the block's problem is relative to its own right-hand side.
  const double tolerance = std::max(tolerance_ / (1.0 + problem.q.cwiseAbs().maxCoeff()),
                                    std::numeric_limits<double>::epsilon());
  solvers_.at(block.size).solve(problem, block.is_symmetric, tolerance, z_);
}

bool is_symmetric(const RowMajorMatrix& M) {
  constexpr double kRounding = 1e-12;
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double unit = std::sqrt(std::abs(M(i, i))) * std::sqrt(std::abs(M(j, j)));
      if (!(std::abs(M(i, j) - M(j, i)) <= kRounding * unit)) return false;
    }
  }
  return true;
}

}  // namespace stiction
