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
/// A row of J C that is shorter than this part of what it would be if nothing cancelled is zero:
/// the bodies on which it acts cannot move that way.
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
  for (Vector* v : {&q_, &lower_, &upper_, &basic_}) v->resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    q_[i] = scale_w(problem.q[i], i);
    lower_[i] = scale_z(problem.lower[i], i);
    upper_[i] = scale_z(problem.upper[i], i);
  }
  row_.resize(F_.cols());
  motion_.resize(F_.cols());
  clear();
  return true;
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
  return space_.append(row_, 0.0) ? Entry::done : Entry::dependent;
}

/// w = F (F^T z) + q.
void PpmFactoredRows::calc_w(const Vector& z, Vector& w) {
  motion_.noalias() = F_.transpose() * z;
  w.noalias() = F_ * motion_;
  w += q_;
}

void PpmFactoredRows::solve(Vector& z, Vector& w) {
  for (const Eigen::Index i : basis_) z[i] = 0.0;
  calc_w(z, w);
  basic_.resize(static_cast<Eigen::Index>(basis_.size()));
  for (int pass = 0; pass < 2; ++pass) {  // the second one takes off the error of the first
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      basic_[static_cast<Eigen::Index>(k)] = -w[basis_[k]];
    }
    solve_basic(basic_);
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      z[basis_[k]] += basic_[static_cast<Eigen::Index>(k)];
    }
    calc_w(z, w);
  }
}

void PpmFactoredRows::lean(Eigen::Index i, Vector& a) {
  write_row(i);
  space_.split(row_, a, rest_);
}

}  // namespace stiction
