#include "impulse_space.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// The diagonal shift, relative: just above round-off.
constexpr double kDiagonalShift = 1e-13;
constexpr int kRefinements = 2;

}  // namespace

void ImpulseSpace::start(const ContactColumns& columns) {
  columns_ = &columns;
  directions_.clear();
}

void ImpulseSpace::add(int c, const std::array<double, 3>& direction) {
  Direction entry{c, direction, {Vec6::Zero(), Vec6::Zero()}};
  const double* rows = columns_->left_of(c);
  for (Vec6& column : entry.column) {
    for (int i = 0; i < 6; ++i, rows += 4) {
      column[i] = direction[0] * rows[0] + direction[1] * rows[1] + direction[2] * rows[2];
    }
  }
  directions_.push_back(entry);
}

bool ImpulseSpace::factor(Effort& effort) {
  const int m = columns_->dimension / 6;
  assemble();
  if (!effort.spend(calc_factor_work())) return false;
  for (int i = 0; i < m; ++i) {
    for (int j = first_[i]; j <= i; ++j) {
      Block& entry = block(i, j);
      for (int k = std::max(first_[i], first_[j]); k < j; ++k) {
        entry.noalias() -= block(i, k) * block(j, k).transpose();
      }
      if (j < i) {
        // L_ij = A_ij L_jj^-T
        block(j, j).triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(
            entry);
      } else {
        Eigen::LLT<Block> llt(entry);
        if (llt.info() != Eigen::Success) return false;
        entry = llt.matrixL();
      }
    }
  }
  return true;
}

/// Multiplications, about.
double ImpulseSpace::calc_factor_work() const {
  double pairs_of_blocks = 0;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const double length = static_cast<double>(i) - first_[i] + 1;
    pairs_of_blocks += 0.5 * length * length;
  }
  return 216 * pairs_of_blocks;
}

void ImpulseSpace::assemble() {
  const int m = columns_->dimension / 6;
  first_.resize(m);
  start_of_row_.resize(m + 1);
  for (int i = 0; i < m; ++i) first_[i] = i;
  const auto bodies = [&](const Direction& direction) {
    const auto& segment = columns_->contacts[direction.contact].segment;
    return std::array<int, 2>{segment[0] < 0 ? -1 : segment[0] / 6,
                              segment[1] < 0 ? -1 : segment[1] / 6};
  };
  for (const Direction& direction : directions_) {
    const auto [a, b] = bodies(direction);
    if (a >= 0 && b >= 0) first_[std::max(a, b)] = std::min(first_[std::max(a, b)], std::min(a, b));
  }
  start_of_row_[0] = 0;
  for (int i = 0; i < m; ++i) start_of_row_[i + 1] = start_of_row_[i] + i - first_[i] + 1;
  blocks_.assign(start_of_row_[m], Block::Zero());
  for (const Direction& direction : directions_) {
    const auto place = bodies(direction);
    for (int s = 0; s < 2; ++s) {
      for (int t = 0; t < 2; ++t) {
        if (place[s] < 0 || place[t] < 0 || place[s] < place[t]) continue;
        block(place[s], place[t]).noalias() +=
            direction.column[s] * direction.column[t].transpose();
      }
    }
  }
  for (int i = 0; i < m; ++i) {
    const double largest = block(i, i).diagonal().maxCoeff();
    block(i, i).diagonal().array() += largest > 0 ? kDiagonalShift * largest : 1.0;
  }
}

void ImpulseSpace::solve(std::vector<double>& b) const {
  const int m = columns_->dimension / 6;
  const auto segment = [&](int i) { return Eigen::Map<Vec6>(b.data() + 6 * i); };
  const auto lower = [&](int i, int j) -> const Block& {
    return blocks_[start_of_row_[i] + j - first_[i]];
  };
  for (int i = 0; i < m; ++i) {
    for (int j = first_[i]; j < i; ++j) segment(i).noalias() -= lower(i, j) * segment(j);
    auto x = segment(i);
    lower(i, i).triangularView<Eigen::Lower>().solveInPlace(x);
  }
  for (int i = m - 1; i >= 0; --i) {
    auto x = segment(i);
    lower(i, i).triangularView<Eigen::Lower>().transpose().solveInPlace(x);
    for (int j = first_[i]; j < i; ++j) {
      segment(j).noalias() -= lower(i, j).transpose() * segment(i);
    }
  }
}

void ImpulseSpace::apply(const std::vector<double>& y, std::vector<double>& dv) const {
  for (int i = 0; i < size(); ++i) {
    if (y[i] == 0) continue;
    const Direction& direction = directions_[i];
    for (int s = 0; s < 2; ++s) {
      const int at = columns_->contacts[direction.contact].segment[s];
      if (at >= 0) Eigen::Map<Vec6>(dv.data() + at) += y[i] * direction.column[s];
    }
  }
}

void ImpulseSpace::measure(const std::vector<double>& dv, std::vector<double>& u) const {
  u.resize(directions_.size());
  for (int i = 0; i < size(); ++i) {
    const Direction& direction = directions_[i];
    u[i] = 0;
    for (int s = 0; s < 2; ++s) {
      const int at = columns_->contacts[direction.contact].segment[s];
      if (at >= 0) u[i] += Eigen::Map<const Vec6>(dv.data() + at).dot(direction.column[s]);
    }
  }
}

void ImpulseSpace::move_to(const std::vector<double>& dv, std::vector<double>& y) {
  for (int round = 0; round < kRefinements; ++round) {
    rest_.assign(columns_->dimension, 0.0);
    apply(y, rest_);
    for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] = dv[i] - rest_[i];
    solve(rest_);
    measure(rest_, step_);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += step_[i];
  }
}

void ImpulseSpace::find_velocity(const std::vector<double>& u, std::vector<double>& dv) {
  dv.assign(columns_->dimension, 0.0);
  for (int round = 0; round < kRefinements; ++round) {
    measure(dv, step_);
    for (std::size_t i = 0; i < step_.size(); ++i) step_[i] = u[i] - step_[i];
    right_.assign(columns_->dimension, 0.0);
    apply(step_, right_);
    solve(right_);
    for (std::size_t i = 0; i < dv.size(); ++i) dv[i] += right_[i];
  }
}

}  // namespace stiction
