#include "mass_factor.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace stiction {
namespace {

using Entry = Eigen::Triplet<double>;

/// The block of each row, named after its first row: rows that an element couples share one.
class Blocks {
 public:
  explicit Blocks(const SparseRowMajorMatrix& S) : parent_(static_cast<std::size_t>(S.rows())) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (int i = 0; i < static_cast<int>(S.rows()); ++i) {
      for (SparseRowMajorMatrix::InnerIterator entry(S, i); entry; ++entry) {
        const int a = find(i);
        const int b = find(static_cast<int>(entry.col()));
        parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
      }
    }
  }
  int find(int i) {
    while (parent_[static_cast<std::size_t>(i)] != i) {
      int& up = parent_[static_cast<std::size_t>(i)];
      up = parent_[static_cast<std::size_t>(up)];
      i = up;
    }
    return i;
  }

 private:
  std::vector<int> parent_;
};

/// The block of S for the given rows.
Eigen::MatrixXd get_block(const SparseRowMajorMatrix& S, const std::vector<int>& rows,
                          const std::vector<int>& place) {
  const auto size = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd block = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index r = 0; r < size; ++r) {
    for (SparseRowMajorMatrix::InnerIterator entry(S, rows[static_cast<std::size_t>(r)]); entry;
         ++entry) {
      block(r, place[static_cast<std::size_t>(entry.col())]) = entry.value();
    }
  }
  return block;
}

/// Appends the columns P^T L sqrt(D) of a block.
void append_factor(const Eigen::MatrixXd& block, const std::vector<int>& rows, int& num_columns,
                   std::vector<Entry>& entries) {
  const Eigen::LDLT<Eigen::MatrixXd> ldlt(block);
  const Eigen::VectorXd D = ldlt.vectorD();
  const Eigen::MatrixXd L = ldlt.transpositionsP().transpose() * Eigen::MatrixXd(ldlt.matrixL());
  const double threshold = 8 * static_cast<double>(D.size()) *
                           std::numeric_limits<double>::epsilon() * D.cwiseAbs().maxCoeff();
  for (Eigen::Index c = 0; c < D.size(); ++c) {
    if (D[c] <= threshold) continue;  // a NaN is kept, for the caller to see
    for (Eigen::Index r = 0; r < D.size(); ++r) {
      const double value = L(r, c) * std::sqrt(D[c]);
      if (value != 0.0) entries.emplace_back(rows[static_cast<std::size_t>(r)], num_columns, value);
    }
    ++num_columns;
  }
}

}  // namespace

SparseRowMajorMatrix calc_mass_factor(const SparseRowMajorMatrix& S) {
  const auto n = static_cast<std::size_t>(S.rows());
  Blocks blocks(S);
  std::vector<std::vector<int>> rows_of(n);
  std::vector<int> place(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto& rows = rows_of[static_cast<std::size_t>(blocks.find(static_cast<int>(i)))];
    place[i] = static_cast<int>(rows.size());
    rows.push_back(static_cast<int>(i));
  }
  std::vector<Entry> entries;
  int num_columns = 0;
  for (const std::vector<int>& rows : rows_of) {
    if (!rows.empty()) append_factor(get_block(S, rows, place), rows, num_columns, entries);
  }
  SparseRowMajorMatrix C(S.rows(), num_columns);
  C.setFromTriplets(entries.begin(), entries.end());
  return C;
}

}  // namespace stiction
