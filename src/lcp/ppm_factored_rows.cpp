#include "mass_factor.h"
#include "ppm_rows.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// |row i|^2, also of a matrix without columns.
double calc_squared_length(const SparseRowMajorMatrix& M, Eigen::Index i) {
  double sum = 0.0;
  for (SparseRowMajorMatrix::InnerIterator entry(M, i); entry; ++entry) {
    sum += entry.value() * entry.value();
  }
  return sum;
}

/// No row is scaled up by more than 2^kMostRowBitsUp against the longest one.
constexpr int kMostRowBitsUp = 20;
/// A row of J C that is shorter than this share of its length without cancellation is zero: the
/// bodies on which it acts cannot move that way.
constexpr double kCancelled = 1e-10;

/// Sets rows of F = J C to zero that consist of rounding errors.
void drop_cancelled_rows(const SparseRowMajorMatrix& J, const SparseRowMajorMatrix& C,
                         SparseRowMajorMatrix& F) {
  for (Eigen::Index i = 0; i < F.rows(); ++i) {
    double uncancelled = 0.0;
    for (SparseRowMajorMatrix::InnerIterator entry(J, i); entry; ++entry) {
      uncancelled += entry.value() * entry.value() * calc_squared_length(C, entry.col());
    }
    if (std::sqrt(calc_squared_length(F, i)) > kCancelled * std::sqrt(uncancelled)) continue;
    for (SparseRowMajorMatrix::InnerIterator entry(F, i); entry; ++entry) entry.valueRef() = 0.0;
  }
}

}  // namespace

bool PpmFactoredRows::reset(const FactoredBoxLcp& problem) {
  const SparseRowMajorMatrix C = calc_mass_factor(problem.inverse_mass);
  F_ = problem.J * C;
  drop_cancelled_rows(problem.J, C, F_);
  if (!scale_rows()) return false;
  const Eigen::Index n = problem.q.size();
  for (Vector* v : {&q_, &lower_, &upper_}) v->resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    q_[i] = scale_w(problem.q[i], i);
    lower_[i] = scale_z(problem.lower[i], i);
    upper_[i] = scale_z(problem.upper[i], i);
  }
  row_.resize(F_.cols());
  clear();
  return true;
}

void PpmFactoredRows::clear_factor() {
  space_.start(static_cast<int>(F_.cols()));
  held_.setZero(F_.rows());
  given_.setZero(F_.cols());
}

bool PpmFactoredRows::scale_rows() {
  exponent_.resize(F_.rows());
  double longest = 0.0;
  for (Eigen::Index i = 0; i < F_.rows(); ++i) {
    const double length = std::sqrt(calc_squared_length(F_, i));
    if (!std::isfinite(length)) return false;
    longest = std::max(longest, length);
  }
  const int base = longest > 0.0 ? -std::ilogb(longest) : 0;
  for (Eigen::Index i = 0; i < F_.rows(); ++i) {
    const double length = std::sqrt(calc_squared_length(F_, i));
    exponent_[i] = length > 0.0 ? std::min(-std::ilogb(length), base + kMostRowBitsUp) : base;
    for (SparseRowMajorMatrix::InnerIterator entry(F_, i); entry; ++entry) {
      entry.valueRef() = std::ldexp(entry.value(), exponent_[i]);
    }
  }
  return true;
}

void PpmFactoredRows::write_row(Eigen::Index i) {
  row_.setZero();
  for (SparseRowMajorMatrix::InnerIterator entry(F_, i); entry; ++entry) {
    row_[entry.col()] = entry.value();
  }
}

auto PpmFactoredRows::append(Eigen::Index i) -> Entry {
  write_row(i);
  if (!space_.append(row_, -q_[i] - row_.dot(given_))) return Entry::dependent;
  if (held_[i] != 0.0) {
    given_ -= held_[i] * row_;
    space_.give(row_, -held_[i]);
    held_[i] = 0.0;
  }
  return Entry::done;
}

/// Adds the effect of rows at a bound whose z has changed since the last call.
void PpmFactoredRows::hold(const Vector& z) {
  bool has_changed = false;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    if (is_basic(i) || z[i] == held_[i]) continue;
    if (!has_changed) row_.setZero();
    has_changed = true;
    for (SparseRowMajorMatrix::InnerIterator entry(F_, i); entry; ++entry) {
      row_[entry.col()] += (z[i] - held_[i]) * entry.value();
    }
    held_[i] = z[i];
  }
  if (!has_changed) return;
  given_ += row_;
  space_.give(row_, 1.0);
}

/// F^T z is the motion of least norm with w_B = 0, given the rows at a bound: the orthogonal factor
/// has it already, and z_B follows.
void PpmFactoredRows::solve(Vector& z, Vector& w) {
  hold(z);
  space_.calc_multipliers(basic_);
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    z[basis_[k]] = basic_[static_cast<Eigen::Index>(k)];
  }
  motion_ = given_ + space_.motion();
  w.noalias() = F_ * motion_;
  w += q_;
}

void PpmFactoredRows::lean(Eigen::Index i, Vector& a) {
  write_row(i);
  space_.split(row_, a, rest_);
}

}  // namespace stiction
