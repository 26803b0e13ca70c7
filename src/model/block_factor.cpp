#include "block_factor.h"

#include <stiction/math/vector_clones.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "block_kernels.h"

namespace stiction {
namespace {

/// Most columns of a supernode; wider ones are no faster.
constexpr int kWidestSupernode = 8;

/// The matrix by columns.
struct BlockColumns {
  const int* starts;
  const int* rows;
  Mat6* diagonal;
  Mat6* lower;
  Mat6* upper;
};

/// Replaces A by its inverse, by Gauss-Jordan elimination, with partial pivoting unless A is
/// symmetric. Returns the sign of its determinant; 0 if it is singular, or symmetric and not
/// positive definite.
STICTION_INLINED int invert(Mat6& A, bool is_symmetric) {
  std::array<int, 6> exchanged{};
  int sign = 1;
  for (int k = 0; k < 6; ++k) {
    int pivot_row = k;
    if (!is_symmetric) {
      for (int i = k + 1; i < 6; ++i) {
        if (std::abs(A(i, k)) > std::abs(A(pivot_row, k))) pivot_row = i;
      }
      if (pivot_row != k) A.row(k).swap(A.row(pivot_row));
    }
    exchanged[k] = pivot_row;
    const double pivot = A(k, k);
    const bool is_usable = std::isfinite(pivot) && (is_symmetric ? pivot > 0 : pivot != 0);
    if (!is_usable) return 0;
    if ((pivot < 0) != (pivot_row != k)) sign = -sign;
    const double inverse = 1 / pivot;
    Vec6 column = A.col(k);
    column[k] = 0;
    A.col(k) = Vec6::Unit(k);
    for (int j = 0; j < 6; ++j) {
      const double factor = A(k, j) * inverse;
      subtract_scaled(A.col(j).data(), column.data(), factor);
      A(k, j) = factor;
    }
  }
  for (int k = 5; k >= 0; --k) {
    if (exchanged[k] != k) A.col(k).swap(A.col(exchanged[k]));
  }
  return A.allFinite() ? sign : 0;
}

/// Columns [begin, end) of a supernode at their common rows, from `end` on.
struct Panel {
  STICTION_INLINED Panel(int begin, int end, const BlockColumns& A)
      : width(end - begin),
        num_rows(A.starts[begin + 1] - A.starts[begin] - (width - 1)),
        rows(A.rows + A.starts[begin] + width - 1) {
    for (int j = 0; j < width; ++j) {
      const int first = A.starts[begin + j] + width - 1 - j;
      lower[j] = A.lower + first;
      upper[j] = A.upper + first;
    }
  }
  int width;
  int num_rows;
  const int* rows;
  std::array<const Mat6*, kWidestSupernode> lower;  ///< L of each column at these rows
  std::array<const Mat6*, kWidestSupernode> upper;
};

/// A(k, i) -= sum_j L(k, j) U(j, i), and A(i, k) likewise, for the panel's row i at p and its rows
/// k from there on. Column i has them in the same order, so one pass finds their places.
STICTION_INLINED void subtract_from_column(const Panel& panel, int p, const BlockColumns& A,
                                           bool is_symmetric) {
  std::array<const double*, kWidestSupernode> L_i, U_i, L_k, U_k;
  const auto take = [&](auto& blocks, const auto& columns, int row) {
    for (int j = 0; j < panel.width; ++j) blocks[j] = columns[j][row].data();
  };
  const int i = panel.rows[p];
  take(L_i, panel.lower, p);
  take(U_i, panel.upper, p);
  subtract_products(A.diagonal[i].data(), L_i.data(), U_i.data(), panel.width);
  int target = A.starts[i];
  for (int q = p + 1; q < panel.num_rows; ++q) {
    while (A.rows[target] != panel.rows[q]) ++target;
    take(L_k, panel.lower, q);
    subtract_products(A.lower[target].data(), L_k.data(), U_i.data(), panel.width);
    if (is_symmetric) continue;
    take(U_k, panel.upper, q);
    subtract_products(A.upper[target].data(), L_i.data(), U_k.data(), panel.width);
  }
}

/// Eliminates the columns [begin, end) of a supernode in order. Returns the sign as `invert` does.
STICTION_VECTOR_CLONES int eliminate_supernode(int begin, int end, const BlockColumns& A,
                                               bool is_symmetric) {
  int sign = 1;
  for (int i = begin; i < end; ++i) {
    if (i > begin) subtract_from_column(Panel(begin, i, A), 0, A, is_symmetric);
    sign *= invert(A.diagonal[i], is_symmetric);
    if (sign == 0) return 0;
    const double* const pivot = A.diagonal[i].data();
    for (int p = A.starts[i]; p < A.starts[i + 1]; ++p) {
      if (is_symmetric) A.upper[p] = A.lower[p].transpose();
      Mat6 negated;
      for (int k = 0; k < 6; ++k) negate(negated.col(k).data(), A.lower[p].col(k).data());
      const double* const factor = negated.data();
      subtract_products<false>(A.lower[p].data(), &factor, &pivot, 1);
    }
  }
  return sign;
}

/// Subtracts the contribution of columns [begin, end) of a supernode from the later columns.
STICTION_VECTOR_CLONES void subtract_supernode(int begin, int end, const BlockColumns& A,
                                               bool is_symmetric) {
  const Panel panel(begin, end, A);
  for (int p = 0; p < panel.num_rows; ++p) subtract_from_column(panel, p, A, is_symmetric);
}

}  // namespace

void BlockFactor::set_graph(int num_blocks, std::span<const std::pair<int, int>> edges) {
  const bool is_known =
      num_blocks == static_cast<int>(order_.size()) && std::ranges::equal(edges, edges_);
  if (is_known) return;
  edges_.assign(edges.begin(), edges.end());
  order(num_blocks);
  find_structure();
  find_supernodes();
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

/// Column j of L has the rows of A's column j and those of its children in the elimination tree,
/// the columns whose first row is j.
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
  for (std::vector<Mat6>* blocks : {&diagonal_, &lower_, &upper_}) {
    if (!blocks->empty()) std::fill_n(blocks->front().data(), 36 * blocks->size(), 0.0);
  }
}

/// A supernode continues while the next column is the first row of the last one, and their other
/// rows are the same.
void BlockFactor::find_supernodes() {
  const int n = static_cast<int>(order_.size());
  supernodes_.clear();
  for (int j = 0; j < n; ++j) {
    const auto size = [&](int column) { return starts_[column + 1] - starts_[column]; };
    const bool goes_on = j > 0 && size(j - 1) == size(j) + 1 && rows_[starts_[j - 1]] == j &&
                         j - supernodes_.back() < kWidestSupernode;
    if (!goes_on) supernodes_.push_back(j);
  }
  supernodes_.push_back(n);
}

int BlockFactor::factor(bool is_symmetric) {
  int sign = 1;
  const BlockColumns A = {starts_.data(), rows_.data(), diagonal_.data(), lower_.data(),
                          upper_.data()};
  for (std::size_t s = 0; s + 1 < supernodes_.size(); ++s) {
    const int begin = supernodes_[s];
    const int end = supernodes_[s + 1];
    sign *= eliminate_supernode(begin, end, A, is_symmetric);
    if (sign == 0) return 0;
    subtract_supernode(begin, end, A, is_symmetric);
  }
  return sign;
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
