#include "complete_pivoting_lu.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction {

void CompletePivotingLu::reserve(int size) {
  const auto n = static_cast<std::size_t>(size);
  a_.reserve(n * n);
  x_.reserve(n);
  row_.reserve(n);
  column_.reserve(n);
}

void CompletePivotingLu::resize(int size) {
  size_ = size;
  const auto n = static_cast<std::size_t>(size);
  a_.resize(n * n);
  x_.resize(n);
  row_.resize(n);
  column_.resize(n);
}

void CompletePivotingLu::bring_largest_to_corner(int k) {
  int pivot_row = k;
  int pivot_column = k;
  double largest = -1.0;
  for (int i = k; i < size_; ++i) {
    for (int j = k; j < size_; ++j) {
      if (std::abs(a_[at(i, j)]) > largest) {
        largest = std::abs(a_[at(i, j)]);
        pivot_row = i;
        pivot_column = j;
      }
    }
  }
  if (pivot_row != k) {
    for (int j = 0; j < size_; ++j) std::swap(a_[at(k, j)], a_[at(pivot_row, j)]);
    std::swap(row_[static_cast<std::size_t>(k)], row_[static_cast<std::size_t>(pivot_row)]);
  }
  if (pivot_column != k) {
    for (int i = 0; i < size_; ++i) std::swap(a_[at(i, k)], a_[at(i, pivot_column)]);
    std::swap(column_[static_cast<std::size_t>(k)],
              column_[static_cast<std::size_t>(pivot_column)]);
  }
}

void CompletePivotingLu::factor() {
  constexpr double kRankTolerance = 1e-13;
  std::iota(row_.begin(), row_.end(), 0);
  std::iota(column_.begin(), column_.end(), 0);
  for (rank_ = 0; rank_ < size_; ++rank_) {
    const int k = rank_;
    bring_largest_to_corner(k);
    const double pivot = a_[at(k, k)];
    if (!(std::abs(pivot) > kRankTolerance * std::abs(a_[0]))) return;
    for (int i = k + 1; i < size_; ++i) {
      const double factor = a_[at(i, k)] / pivot;
      a_[at(i, k)] = factor;
      if (factor == 0.0) continue;
      for (int j = k + 1; j < size_; ++j) a_[at(i, j)] -= factor * a_[at(k, j)];
    }
  }
}

void CompletePivotingLu::solve(std::vector<double>& b) {
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  for (int i = 0; i < rank_; ++i) {  // L y = P b
    double y = b[index(row_[index(i)])];
    for (int j = 0; j < i; ++j) y -= a_[at(i, j)] * x_[index(j)];
    x_[index(i)] = y;
  }
  for (int i = rank_ - 1; i >= 0; --i) {  // U x = y
    double x = x_[index(i)];
    for (int j = i + 1; j < rank_; ++j) x -= a_[at(i, j)] * x_[index(j)];
    x_[index(i)] = x / a_[at(i, i)];
  }
  for (int i = 0; i < size_; ++i) {
    b[index(column_[index(i)])] = i < rank_ ? x_[index(i)] : 0.0;
  }
}

}  // namespace stiction
