#include "block_basis.h"

namespace stiction {
namespace {

/// A row depends on those in the factor if no more than this share of its diagonal element is left.
constexpr double kLeastSchurComplement = 1e-12;
/// The factor is updated if at most every fourth row changes.
constexpr std::size_t kRowsPerUpdate = 4;

}  // namespace

void BlockBasis::reset(const KellerScaling<double>& scaled, bool is_symmetric) {
  scaled_ = &scaled;
  is_symmetric_ = is_symmetric;
  const auto n = static_cast<std::size_t>(scaled.q.size());
  rows_.clear();
  rows_.reserve(n);
  wanted_.reserve(n);
  position_.assign(n, -1);
  forward_.resize(scaled.q.size());
  if (is_symmetric_) return factor_.reset(scaled.q.size());
  lu_.reserve(static_cast<int>(n));
  lu_.resize(0);
  lu_.factor();
  right_hand_side_.reserve(n);
}

void BlockBasis::change(const std::vector<Eigen::Index>& removed,
                        const std::vector<Eigen::Index>& added) {
  if (is_symmetric_ && kRowsPerUpdate * (removed.size() + added.size()) <= rows_.size()) {
    for (const Eigen::Index row : removed) erase(row);
    for (const Eigen::Index row : added) append(row);
    return;
  }
  for (const Eigen::Index row : removed) position_[static_cast<std::size_t>(row)] = -1;
  std::erase_if(rows_, [&](Eigen::Index row) { return !is_basic(row); });
  rows_.insert(rows_.end(), added.begin(), added.end());
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    position_[static_cast<std::size_t>(rows_[k])] = static_cast<Eigen::Index>(k);
  }
  if (is_symmetric_) {
    factor();
  } else {
    factor_by_elimination();
  }
}

Eigen::Index BlockBasis::rank() const { return is_symmetric_ ? factor_.size() : lu_.rank(); }

void BlockBasis::solve(Eigen::VectorXd& b) {
  if (is_symmetric_) {
    factor_.solve_lower(b);
    factor_.solve_upper(b);
    return;
  }
  const auto size = static_cast<Eigen::Index>(rows_.size());
  right_hand_side_.assign(b.data(), b.data() + size);
  lu_.solve(right_hand_side_);
  b.head(size) = Eigen::Map<const Eigen::VectorXd>(right_hand_side_.data(), size);
}

void BlockBasis::factor() {
  const auto size = static_cast<Eigen::Index>(rows_.size());
  for (Eigen::Index k = 0; k < size; ++k) {
    const double* const row = scaled_->M.row(rows_[static_cast<std::size_t>(k)]).data();
    double* const target = factor_.row(k);
    for (Eigen::Index j = 0; j <= k; ++j) target[j] = row[rows_[static_cast<std::size_t>(j)]];
  }
  if (!factor_.factor(size, kLeastSchurComplement)) factor_rows_one_by_one();
}

/// Leaves out rows that depend on earlier ones.
void BlockBasis::factor_rows_one_by_one() {
  wanted_.swap(rows_);
  rows_.clear();
  factor_.clear();
  for (const Eigen::Index row : wanted_) position_[static_cast<std::size_t>(row)] = -1;
  for (const Eigen::Index row : wanted_) append(row);
}

void BlockBasis::factor_by_elimination() {
  const int size = static_cast<int>(rows_.size());
  lu_.resize(size);
  for (int r = 0; r < size; ++r) {
    for (int c = 0; c < size; ++c) {
      lu_.element(r, c) =
          scaled_->M(rows_[static_cast<std::size_t>(r)], rows_[static_cast<std::size_t>(c)]);
    }
  }
  lu_.factor();
}

/// Adds the row unless it depends on the others.
void BlockBasis::append(Eigen::Index row) {
  const Eigen::Index size = factor_.size();
  for (Eigen::Index k = 0; k < size; ++k) {
    forward_[k] = scaled_->M(row, rows_[static_cast<std::size_t>(k)]);
  }
  factor_.solve_lower(forward_);
  const double left = scaled_->M(row, row) - forward_.head(size).squaredNorm();
  if (!(left > kLeastSchurComplement * scaled_->M(row, row))) return;
  factor_.append(forward_, left);
  position_[static_cast<std::size_t>(row)] = size;
  rows_.push_back(row);
}

void BlockBasis::erase(Eigen::Index row) {
  const Eigen::Index k = position_[static_cast<std::size_t>(row)];
  factor_.remove(k);
  rows_.erase(rows_.begin() + k);
  position_[static_cast<std::size_t>(row)] = -1;
  for (auto i = static_cast<std::size_t>(k); i < rows_.size(); ++i) {
    position_[static_cast<std::size_t>(rows_[i])] = static_cast<Eigen::Index>(i);
  }
}

}  // namespace stiction
