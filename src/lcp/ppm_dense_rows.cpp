#include "ppm_rows.h"

#include <algorithm>

namespace stiction {
namespace {

/// If p . M p <= kFlatDirection |p|^2 for a direction p along which no basic w changes, M does not
/// change along it, and the driving row depends on the basic ones.
constexpr double kFlatDirection = 1e-12;
/// p . M p < -kIndefinite |p|^2 is more than rounding error.
constexpr double kIndefinite = 1e-10;

}  // namespace

void PpmDenseRows::reset(const KellerScaling<double>& scaled) {
  scaled_ = &scaled;
  basic_.resize(scaled.q.size());
  clear();
}

void PpmDenseRows::solve(Vector& z, Vector& w) {
  for (const Eigen::Index i : basis_) z[i] = 0.0;
  w.noalias() = scaled_->M * z;
  w += scaled_->q;
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    basic_[static_cast<Eigen::Index>(k)] = -w[basis_[k]];
  }
  solve_basic(basic_);
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    z[basis_[k]] = basic_[static_cast<Eigen::Index>(k)];
  }
  w.noalias() = scaled_->M * z;
  w += scaled_->q;
}

void PpmCholeskyRows::clear_factor() {
  factor_.reset(scaled_->q.size());
  direction_.resize(scaled_->q.size());
}

auto PpmCholeskyRows::append(Eigen::Index i) -> Entry {
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    basic_[static_cast<Eigen::Index>(k)] = scaled_->M(i, basis_[k]);
  }
  factor_.solve_lower(basic_);
  const auto size = factor_.size();
  // p = (-M_BB^-1 M_Bi, 1), p . M p = M_ii - M_iB M_BB^-1 M_Bi.
  const double curvature = scaled_->M(i, i) - basic_.head(size).squaredNorm();
  direction_.head(size) = basic_.head(size);
  factor_.solve_upper(direction_);
  const double squared_length = 1.0 + direction_.head(size).squaredNorm();
  if (!(curvature >= -kIndefinite * squared_length)) return Entry::indefinite;
  if (!(curvature > kFlatDirection * squared_length)) return Entry::dependent;
  factor_.append(basic_, curvature);
  return Entry::done;
}

void PpmCholeskyRows::solve_basic(Vector& b) {
  factor_.solve_lower(b);
  factor_.solve_upper(b);
}

void PpmCholeskyRows::lean(Eigen::Index i, Vector& a) {
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    a[static_cast<Eigen::Index>(k)] = scaled_->M(i, basis_[k]);
  }
  solve_basic(a);
}

void PpmEliminationRows::clear_factor() {
  const auto n = static_cast<std::size_t>(scaled_->q.size());
  lu_.reserve(static_cast<int>(n));
  factored_.reserve(n);
  factored_.clear();
  x_.reserve(n);
  is_factored_ = false;
}

auto PpmEliminationRows::append(Eigen::Index i) -> Entry {
  factored_.assign(basis_.begin(), basis_.end());
  factored_.push_back(i);
  factor();
  if (lu_.rank() == static_cast<int>(factored_.size())) return Entry::done;
  factored_.pop_back();
  is_factored_ = false;
  return Entry::dependent;
}

void PpmEliminationRows::remove(std::size_t place) {
  factored_.assign(basis_.begin(), basis_.end());
  factored_.erase(factored_.begin() + static_cast<std::ptrdiff_t>(place));
  is_factored_ = false;
}

void PpmEliminationRows::factor() {
  const int size = static_cast<int>(factored_.size());
  lu_.resize(size);
  for (int r = 0; r < size; ++r) {
    for (int c = 0; c < size; ++c) {
      lu_.element(r, c) = scaled_->M(factored_[static_cast<std::size_t>(r)],
                                     factored_[static_cast<std::size_t>(c)]);
    }
  }
  lu_.factor();
  is_factored_ = true;
}

void PpmEliminationRows::solve_basic(Vector& b) {
  if (!is_factored_) factor();
  const auto size = static_cast<Eigen::Index>(factored_.size());
  x_.assign(b.data(), b.data() + size);
  lu_.solve(x_);
  std::copy(x_.begin(), x_.end(), b.data());
}

void PpmEliminationRows::lean(Eigen::Index i, Vector& a) {
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    a[static_cast<Eigen::Index>(k)] = scaled_->M(basis_[k], i);
  }
  solve_basic(a);
}

}  // namespace stiction
