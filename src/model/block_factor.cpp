#include "block_factor.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cassert>

namespace stiction {
namespace {

/// C -= A B. Written out so that a column of C stays in registers.
inline void subtract_product(Mat6& C, const Mat6& A, const Mat6& B) {
  for (int j = 0; j < 6; ++j) {
    Vec6 column = C.col(j);
    for (int k = 0; k < 6; ++k) column -= B(k, j) * A.col(k);
    C.col(j) = column;
  }
}

}  // namespace

void BlockFactor::set_graph(int num_blocks, std::span<const std::pair<int, int>> edges) {
  const bool is_known =
      num_blocks == static_cast<int>(order_.size()) && std::ranges::equal(edges, edges_);
  if (is_known) return;
  edges_.assign(edges.begin(), edges.end());
  order(num_blocks);
  find_structure();
  diagonal_.resize(num_blocks);
  permuted_.resize(num_blocks);
  lower_.resize(rows_.size());
  upper_.resize(rows_.size());
}

void BlockFactor::order(int num_blocks) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < num_blocks; ++i) entries.emplace_back(i, i, 1.0);
  for (const auto& [a, b] : edges_) {
    entries.emplace_back(a, b, 1.0);
    entries.emplace_back(b, a, 1.0);
  }
  Eigen::SparseMatrix<double> graph(num_blocks, num_blocks);
  graph.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(graph, permutation);
  order_.assign(permutation.indices().begin(), permutation.indices().end());
  position_.resize(num_blocks);
  for (int k = 0; k < num_blocks; ++k) position_[order_[k]] = k;
}

/// Column j of L has the rows of A's column j, and those of the columns whose first row is j (its
/// children in the elimination tree).
void BlockFactor::find_structure() {
  const int n = static_cast<int>(order_.size());
  std::vector<std::vector<int>> columns(n), children(n);
  for (const auto& [a, b] : edges_) {
    const auto [first, second] = std::minmax(position_[a], position_[b]);
    columns[first].push_back(second);
  }
  starts_.assign(1, 0);
  rows_.clear();
  for (int j = 0; j < n; ++j) {
    std::vector<int>& column = columns[j];
    for (const int child : children[j]) {
      for (int p = starts_[child]; p < starts_[child + 1]; ++p) {
        if (rows_[p] > j) column.push_back(rows_[p]);
      }
    }
    std::ranges::sort(column);
    column.erase(std::unique(column.begin(), column.end()), column.end());
    if (!column.empty()) children[column.front()].push_back(j);
    rows_.insert(rows_.end(), column.begin(), column.end());
    starts_.push_back(static_cast<int>(rows_.size()));
  }
}

BlockFactor::Slot BlockFactor::find_slot(int a, int b) const {
  const auto [first, second] = std::minmax(position_[a], position_[b]);
  const auto begin = rows_.begin() + starts_[first];
  const auto end = rows_.begin() + starts_[first + 1];
  const auto found = std::lower_bound(begin, end, second);
  assert(found != end && *found == second);
  return {static_cast<int>(found - rows_.begin()), position_[a] > position_[b]};
}

void BlockFactor::clear() {
  std::ranges::fill(diagonal_, Mat6::Zero());
  std::ranges::fill(lower_, Mat6::Zero());
  std::ranges::fill(upper_, Mat6::Zero());
}

bool BlockFactor::factor(bool is_symmetric) {
  const int n = static_cast<int>(order_.size());
  for (int j = 0; j < n; ++j) {
    Mat6& pivot = diagonal_[j];
    if (is_symmetric) {
      const Eigen::LLT<Mat6> cholesky(pivot);
      if (cholesky.info() != Eigen::Success) return false;
      pivot = cholesky.solve(Mat6::Identity());
    } else {
      pivot = Eigen::PartialPivLU<Mat6>(pivot).inverse();
    }
    if (!pivot.allFinite()) return false;
    const int begin = starts_[j];
    const int end = starts_[j + 1];
    for (int p = begin; p < end; ++p) {
      if (is_symmetric) upper_[p] = lower_[p].transpose();
      const Mat6 block = lower_[p];
      lower_[p].noalias() = block * pivot;
    }
    // A(k, i) -= L(k, j) U(j, i) for all pairs of rows of this column; column i holds them in the
    // same order, so its places are found by going along.
    for (int p = begin; p < end; ++p) {
      const int i = rows_[p];
      subtract_product(diagonal_[i], lower_[p], upper_[p]);
      int target = starts_[i];
      for (int q = p + 1; q < end; ++q) {
        while (rows_[target] != rows_[q]) ++target;
        subtract_product(lower_[target], lower_[q], upper_[p]);
        if (!is_symmetric) subtract_product(upper_[target], lower_[p], upper_[q]);
      }
    }
  }
  return true;
}

void BlockFactor::solve(std::span<Vec6> x) {
  const int n = static_cast<int>(order_.size());
  for (int k = 0; k < n; ++k) permuted_[k] = x[order_[k]];
  for (int j = 0; j < n; ++j) {  // L y = x
    const Vec6 y = permuted_[j];
    for (int p = starts_[j]; p < starts_[j + 1]; ++p) {
      permuted_[rows_[p]].noalias() -= lower_[p] * y;
    }
  }
  for (int j = n - 1; j >= 0; --j) {  // U z = y
    Vec6 rest = permuted_[j];
    for (int p = starts_[j]; p < starts_[j + 1]; ++p) {
      rest.noalias() -= upper_[p] * permuted_[rows_[p]];
    }
    permuted_[j].noalias() = diagonal_[j] * rest;
  }
  for (int k = 0; k < n; ++k) x[order_[k]] = permuted_[k];
}

}  // namespace stiction
