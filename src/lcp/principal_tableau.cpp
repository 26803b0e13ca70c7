#include "principal_tableau.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace stiction {

void PrincipalTableau::reset(const RowMajorMatrix& M) {
  size_ = M.rows();
  stride_ = (size_ + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
  memory_.resize((size_ + 1) * stride_ + kRowAlignment);
  constexpr std::uintptr_t kAlignment = kRowAlignment * sizeof(double);
  const std::uintptr_t misalignment = reinterpret_cast<std::uintptr_t>(memory_.data()) % kAlignment;
  data_ = memory_.data() + (kAlignment - misalignment) % kAlignment / sizeof(double);
  for (Eigen::Index i = 0; i < size_; ++i) {
    std::copy_n(M.row(i).data(), size_, row(i));
    std::fill(row(i) + size_, row(i) + stride_, 0.0);
  }
  std::fill_n(row(size_), stride_, 0.0);
  multiplier_.resize(size_);
  next_entries_.resize(size_);
  is_basic_.assign(static_cast<std::size_t>(size_), false);
  wanted_.reserve(static_cast<std::size_t>(size_));
}

void PrincipalTableau::pivot(Eigen::Index r) {
  exchange(r, r);
  is_basic_[static_cast<std::size_t>(r)] = !is_basic(r);
}

/// v_s and u_r change places, then v_r and u_s; the rows and columns are then put back in order.
void PrincipalTableau::pivot(Eigen::Index r, Eigen::Index s) {
  exchange(s, r);
  exchange(r, s);
  swap_rows_and_columns(r, s);
  is_basic_[static_cast<std::size_t>(r)] = !is_basic(r);
  is_basic_[static_cast<std::size_t>(s)] = !is_basic(s);
}

/// Exchanges the variables of row r and column c. Solving v_r = sum_j T_rj u_j for u_c gives
///
///     u_c = (v_r - sum_{j != c} T_rj u_j) / T_rc,
///
/// which is substituted into every other row: T_i += T_ic * (new row).
void PrincipalTableau::exchange(Eigen::Index r, Eigen::Index c) {
  const double inverse = 1.0 / element(r, c);
  double* const pivot_row = row(size_);
  double* const blocking_row = row(r);
  for (Eigen::Index j = 0; j < size_; ++j) pivot_row[j] = -inverse * blocking_row[j];
  pivot_row[c] = inverse;
  std::copy_n(pivot_row, size_, blocking_row);
  multiplier_ = column(c);
  multiplier_[r] = 0.0;  // the row itself is done
  update_rows({.tableau = data_,
               .num_rows = size_,
               .stride = stride_,
               .multiplier = multiplier_.data(),
               .pivot_row = pivot_row,
               .pivot_column = c,
               .next_column = c,
               .next_entries = next_entries_.data()});
}

void PrincipalTableau::swap_rows_and_columns(Eigen::Index r, Eigen::Index s) {
  std::swap_ranges(row(r), row(r) + size_, row(s));
  for (Eigen::Index i = 0; i < size_; ++i) std::swap(row(i)[r], row(i)[s]);
}

void PrincipalTableau::rebuild(const RowMajorMatrix& M, const std::vector<bool>& wanted,
                               double least_pivot) {
  reset(M);
  wanted_ = wanted;
  while (pivot_on_largest(wanted_, least_pivot) || pivot_on_largest_pair(wanted_, least_pivot)) {
  }
}

bool PrincipalTableau::pivot_on_largest(std::vector<bool>& wanted, double least_pivot) {
  Eigen::Index largest = -1;
  double pivot_size = least_pivot;
  for (Eigen::Index i = 0; i < size_; ++i) {
    if (!wanted[static_cast<std::size_t>(i)] || !(std::abs(element(i, i)) > pivot_size)) continue;
    pivot_size = std::abs(element(i, i));
    largest = i;
  }
  if (largest < 0) return false;
  pivot(largest);
  wanted[static_cast<std::size_t>(largest)] = false;
  return true;
}

double PrincipalTableau::determinant(Eigen::Index r, Eigen::Index s) const {
  return element(r, r) * element(s, s) - element(r, s) * element(s, r);
}

bool PrincipalTableau::pivot_on_largest_pair(std::vector<bool>& wanted, double least_pivot) {
  Eigen::Index r = -1;
  Eigen::Index s = -1;
  double largest = least_pivot * least_pivot;
  for (Eigen::Index i = 0; i < size_; ++i) {
    if (!wanted[static_cast<std::size_t>(i)]) continue;
    for (Eigen::Index j = 0; j < i; ++j) {
      if (!wanted[static_cast<std::size_t>(j)] || element(j, i) == 0.0) continue;
      if (!(std::abs(determinant(i, j)) > largest)) continue;
      largest = std::abs(determinant(i, j));
      r = i;
      s = j;
    }
  }
  if (r < 0) return false;
  pivot(r, s);
  wanted[static_cast<std::size_t>(r)] = false;
  wanted[static_cast<std::size_t>(s)] = false;
  return true;
}

}  // namespace stiction
