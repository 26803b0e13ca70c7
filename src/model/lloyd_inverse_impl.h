#pragma once

// The inverse of the kernel of `LloydPivoting`, or factors of it, from nothing.

#include <algorithm>

#include "lloyd_kernel_impl.h"

namespace stiction::lloyd {

/// Diagonal pivots of the kernel below this, relative to their rows, are the rank noise of
/// redundant contacts.
inline constexpr double kRankThreshold = 1e-10;
/// Pivots of a kernel that ought to be regular, likewise.
inline constexpr double kSingular = 1e-12;

/// Inverts the kernel of the present lists by exchanging all z with all w. `paired`: pivots are
/// taken on the diagonal (a variable with its complement), and pairs that depend linearly on the
/// others are made non-basic. False if the kernel is singular otherwise.
template <class Scalar>
bool LloydPivoting<Scalar>::invert_kernel(bool paired) {
  if (!calc_kernel()) return false;
  const int r = static_cast<int>(zs_.size());
  rows_left_.resize(r);
  columns_left_.resize(r);
  row_size_.assign(r, Scalar(0));
  for (int i = 0; i < r; ++i) {
    rows_left_[i] = columns_left_[i] = i;
    for (int j = 0; j < r; ++j) {
      row_size_[i] =
          std::max(row_size_[i], magnitude(kernel_[static_cast<std::size_t>(i) * r + j]));
    }
  }
  pivot_rows_.clear();
  pivot_columns_.clear();
  while (!rows_left_.empty()) {
    int q = -1;
    const int p = choose_pivot(paired, q);
    if (p < 0) break;
    exchange(p, q);
    pivot_rows_.push_back(p);
    pivot_columns_.push_back(q);
    std::erase(rows_left_, p);
    std::erase(columns_left_, q);
  }
  if (!rows_left_.empty()) {
    if (!paired) return false;
    drop_dependent();
  }
  store_inverse();
  return true;
}

/// The next row of `exchange`, its column in `column`; -1 if what is left is singular.
template <class Scalar>
int LloydPivoting<Scalar>::choose_pivot(bool paired, int& column) {
  const int r = static_cast<int>(zs_.size());
  int row = -1;
  Scalar largest(paired ? kRankThreshold : kSingular);
  for (const int i : rows_left_) {
    const int j = paired ? i : columns_left_.front();
    const Scalar size = magnitude(kernel_[static_cast<std::size_t>(i) * r + j]);
    if (size > largest * row_size_[i] && row_size_[i] > Scalar(0)) {
      largest = size / row_size_[i];
      row = i;
      column = j;
    }
  }
  return row;
}

/// Solves row p of w = K z for z_q and puts that into the other rows.
template <class Scalar>
void LloydPivoting<Scalar>::exchange(int p, int q) {
  const std::size_t r = zs_.size();
  Scalar* pivot_row = kernel_.data() + p * r;
  const Scalar inverse_pivot = Scalar(1) / pivot_row[q];
  for (std::size_t j = 0; j < r; ++j) pivot_row[j] *= -inverse_pivot;
  pivot_row[q] = inverse_pivot;
  for (std::size_t i = 0; i < r; ++i) {
    Scalar* row = kernel_.data() + i * r;
    const Scalar factor = row[q];
    if (static_cast<int>(i) == p || factor == Scalar(0)) continue;
    row[q] = Scalar(0);
    for (std::size_t j = 0; j < r; ++j) row[j] += factor * pivot_row[j];
  }
}

/// Makes the pairs in rows_left_ non-basic. A bilateral row that depends on others leaves the
/// kernel and keeps its impulse of zero.
template <class Scalar>
void LloydPivoting<Scalar>::drop_dependent() {
  for (const int i : rows_left_) {
    const Variable z = zs_[i];
    Contact& contact = contacts_[z.contact];
    if (z.kind == Kind::theta) {
      contact.theta = false;
      contact.theta_v = Scalar(0);
      contact.z_theta = contact.w_nu = -1;
      continue;
    }
    int k = find_phi(contact, z.direction);
    for (; k + 1 < contact.num_phi; ++k) contact.phi[k] = contact.phi[k + 1];
    --contact.num_phi;
  }
}

/// From the exchanged kernel to inverse_ and lists without the pairs in rows_left_.
template <class Scalar>
void LloydPivoting<Scalar>::store_inverse() {
  const int r = static_cast<int>(zs_.size());
  const int rank = static_cast<int>(pivot_rows_.size());
  row_size_.assign(r, Scalar(0));  // place of each surviving pair; -1 for the others
  for (const int i : rows_left_) row_size_[i] = Scalar(-1);
  int kept = 0;
  for (int i = 0; i < r; ++i) {
    if (row_size_[i] == Scalar(0)) row_size_[i] = Scalar(kept++);
  }
  const auto place = [&](int i) { return static_cast<int>(row_size_[i]); };
  old_zs_ = zs_;
  old_ws_ = ws_;
  zs_.resize(rank);
  ws_.resize(rank);
  for (int k = 0; k < r; ++k) {
    if (place(k) < 0) continue;
    place_z(old_zs_[k], place(k));
    place_w(old_ws_[k], place(k));
  }
  inverse_.resize(rank, rank);
  has_inverse_ = true;
  for (int k = 0; k < rank; ++k) {
    const Scalar* row = kernel_.data() + static_cast<std::size_t>(pivot_rows_[k]) * r;
    for (int l = 0; l < rank; ++l) {
      inverse_(place(pivot_columns_[k]), place(pivot_rows_[l])) = row[pivot_columns_[l]];
    }
  }
}

/// P K = L U with row pivoting, in kernel_: a third of the work of an inverse, for a basis that may
/// hold as it is. False if the kernel is singular.
template <class Scalar>
bool LloydPivoting<Scalar>::factor_kernel() {
  if (!calc_kernel()) return false;
  has_inverse_ = false;
  const std::size_t r = zs_.size();
  const auto row = [&](std::size_t i) { return kernel_.data() + i * r; };
  pivot_rows_.assign(r, 0);
  for (std::size_t k = 0; k < r; ++k) {
    std::size_t p = k;
    Scalar size(0);
    for (std::size_t i = k; i < r; ++i) {
      if (magnitude(row(i)[k]) > size) {
        size = magnitude(row(i)[k]);
        p = i;
      }
    }
    if (!(size > Scalar(kSingular))) return false;
    pivot_rows_[k] = static_cast<int>(p);
    if (p != k) std::swap_ranges(row(k), row(k) + r, row(p));
    const Scalar inverse_pivot = Scalar(1) / row(k)[k];
    for (std::size_t i = k + 1; i < r; ++i) {
      if (row(i)[k] == Scalar(0)) continue;
      const Scalar factor = row(i)[k] *= inverse_pivot;
      for (std::size_t j = k + 1; j < r; ++j) row(i)[j] -= factor * row(k)[j];
    }
  }
  return true;
}

/// b_ = K^-1 b_ by the factors.
template <class Scalar>
void LloydPivoting<Scalar>::solve_factored() {
  const std::size_t r = zs_.size();
  for (std::size_t k = 0; k < r; ++k) std::swap(b_[k], b_[pivot_rows_[k]]);
  for (std::size_t i = 0; i < r; ++i) {
    const Scalar* row = kernel_.data() + i * r;
    for (std::size_t j = 0; j < i; ++j) b_[i] -= row[j] * b_[j];
  }
  for (std::size_t i = r; i-- > 0;) {
    const Scalar* row = kernel_.data() + i * r;
    for (std::size_t j = i + 1; j < r; ++j) b_[i] -= row[j] * b_[j];
    b_[i] /= row[i];
  }
}

}  // namespace stiction::lloyd
