#pragma once

#include <span>
#include <utility>
#include <vector>

#include "island_problem.h"

namespace stiction {

/// Factors A = L U of a sparse matrix of 6 x 6 blocks whose structure, but not its values, is
/// symmetric: a block (a, b) and a block (b, a) for each edge of a graph, here of touching bodies.
///
/// Right-looking elimination (Duff, Erisman and Reid, Direct Methods for Sparse Matrices, 10) in
/// the approximate minimum degree order of the graph (Amestoy, Davis and Duff 1996), by supernodes:
/// consecutive columns of the same structure update the rest together. L has unit blocks on its
/// diagonal; U's diagonal blocks are stored inverted. Rows are exchanged only within a diagonal
/// block, so the matrix must have regular leading blocks. M + H D H^T has, as long as D does not
/// outweigh M by more than the caller's cap. If A is symmetric and positive definite, a block
/// Cholesky factorisation (L D L^T) does half the work.
///
/// Memory is kept from graph to graph; an unchanged graph costs one comparison.
class BlockFactor {
 public:
  /// Prepares for matrices with these edges. Edges may be repeated and have any direction, but no
  /// (a, a).
  void set_graph(int num_blocks, std::span<const std::pair<int, int>> edges);

  /// Place of block (a, b): in `lower` if a is eliminated after b, else in `upper`.
  struct Slot {
    int index;
    bool is_lower;
  };
  Slot find_slot(int a, int b) const;

  /// The matrix, to be filled in: all zero after `clear`. If it is symmetric `upper` is ignored.
  void clear();
  Mat6& diagonal(int a) { return diagonal_[position_[a]]; }
  Mat6& lower(int index) { return lower_[index]; }
  Mat6& upper(int index) { return upper_[index]; }

  /// Factors in place. Returns the sign of the determinant; 0 if a number is not finite, or if a
  /// symmetric A is not positive definite.
  int factor(bool is_symmetric);
  /// Replaces x by A^-1 x.
  void solve(std::span<Vec6> x);

  /// The number of blocks of L below its diagonal.
  int num_lower() const { return static_cast<int>(rows_.size()); }

 private:
  void order(int num_blocks);
  void find_structure();
  void find_supernodes();

  std::vector<std::pair<int, int>> edges_;
  std::vector<int> order_;       ///< block eliminated k-th
  std::vector<int> position_;    ///< inverse of `order_`
  std::vector<int> starts_;      ///< of the columns of L in `rows_`
  std::vector<int> rows_;        ///< ascending in each column, below the diagonal
  std::vector<int> supernodes_;  ///< first column of each, then the number of columns
  std::vector<Mat6> diagonal_;
  std::vector<Mat6> lower_;  ///< L(rows_[p], j)
  std::vector<Mat6> upper_;  ///< U(j, rows_[p])
  std::vector<Vec6> permuted_;
};

}  // namespace stiction
