#pragma once

#include "block_solver.h"
#include "box_point.h"
#include "row_relaxation.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace stiction {

/// Sweeps of block Gauss-Seidel. For each block b in turn, z_b becomes the solution of its own
/// problem while all other rows stand still (Lacoursiere 2003, eq. 9):
///
///     M_bb z_b + q'_b,   q'_b = w_b - M_bb z_b,   l_b <= z_b <= u_b.
///
/// Blocks of one row are handled by `relax_row`.
class BlockSweep {
 public:
  /// `block` numbers the rows' blocks, ascending from 0. Each block is solved to an absolute
  /// natural residual of at most `tolerance`.
  template <class Rows>
  void start(const Rows& rows, const Eigen::VectorXd& q, std::span<const int> block,
             double tolerance, BoxPoint& point);

  template <class Rows>
  SweepMeasure sweep(Rows& rows, BoxPoint& point);

  /// The obstacle, if any, to sweeping a row that is a block of its own.
  std::optional<LcpStop> obstacle() const { return singles_.obstacle(); }

 private:
  struct Block {
    Eigen::Index first = 0;
    Eigen::Index size = 0;
    bool is_swept = true;  ///< false for single rows that stand still
    bool is_symmetric = true;
    BoxLcp problem;
  };

  template <class Rows>
  void start_block(const Rows& rows, const Eigen::VectorXd& q, Block& block, BoxPoint& point);
  template <class Rows>
  void solve_block(Rows& rows, Block& block, BoxPoint& point, SweepMeasure& measure);

  void cut_rows(std::span<const int> block);
  void solve_problem(Block& block);

  std::vector<Block> blocks_;
  SweptRows singles_;
  std::map<Eigen::Index, BlockSolver> solvers_;  ///< one for each size of block
  double tolerance_ = 0.0;
  Eigen::VectorXd z_;  ///< of the current block
};

/// True if M belongs to a quadratic objective, up to the rounding errors of products of factors.
bool is_symmetric(const RowMajorMatrix& M);

template <class Rows>
void BlockSweep::start(const Rows& rows, const Eigen::VectorXd& q, std::span<const int> block,
                       double tolerance, BoxPoint& point) {
  tolerance_ = tolerance;
  singles_.clear();
  cut_rows(block);
  for (Block& b : blocks_) start_block(rows, q, b, point);
}

template <class Rows>
void BlockSweep::start_block(const Rows& rows, const Eigen::VectorXd& q, Block& block,
                             BoxPoint& point) {
  if (block.size == 1) {
    const std::size_t before = singles_.moving().size();
    singles_.add(rows, q, block.first, point);
    block.is_swept = singles_.moving().size() > before;
    return;
  }
  BoxLcp& problem = block.problem;
  problem.M.resize(block.size, block.size);
  for (Eigen::Index i = 0; i < block.size; ++i) {
    for (Eigen::Index j = 0; j < block.size; ++j) {
      problem.M(i, j) = rows.element(block.first + i, block.first + j);
    }
  }
  problem.lower = point.lower.segment(block.first, block.size);
  problem.upper = point.upper.segment(block.first, block.size);
  block.is_symmetric = is_symmetric(problem.M);
}

template <class Rows>
SweepMeasure BlockSweep::sweep(Rows& rows, BoxPoint& point) {
  SweepMeasure measure;
  for (Block& block : blocks_) {
    if (block.size > 1) {
      solve_block(rows, block, point, measure);
    } else if (block.is_swept) {
      relax_row(rows, block.first, 1.0, point, measure);
    }
  }
  return measure;
}

template <class Rows>
void BlockSweep::solve_block(Rows& rows, Block& block, BoxPoint& point, SweepMeasure& measure) {
  Eigen::VectorXd& q = block.problem.q;
  q.resize(block.size);
  for (Eigen::Index i = 0; i < block.size; ++i) {
    q[i] = rows.w(block.first + i, point.z);
    measure.see(point, block.first + i, q[i]);
  }
  z_ = point.z.segment(block.first, block.size);
  q.noalias() -= block.problem.M.lazyProduct(z_);
  solve_problem(block);
  for (Eigen::Index i = 0; i < block.size; ++i) move_row(rows, block.first + i, z_[i], point);
}

}  // namespace stiction
