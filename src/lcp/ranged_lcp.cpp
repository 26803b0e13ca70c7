#include "ranged_lcp.h"

#include <cmath>

namespace stiction {

void RangedLcp::reduce(const BoxLcp& problem, std::span<const int> group) {
  const Eigen::Index n = problem.q.size();
  rows_.clear();
  rows_.reserve(2 * static_cast<std::size_t>(n));
  origin_.resize(n);
  origin_states_.resize(static_cast<std::size_t>(n));
  for (Eigen::Index i = 0; i < n; ++i) add_rows(problem.lower[i], problem.upper[i], i);
  group_rows(group);
  fill(problem);
}

void RangedLcp::add_rows(double lower, double upper, Eigen::Index i) {
  const bool has_lower = std::isfinite(lower);
  const bool has_upper = std::isfinite(upper);
  const bool is_free = !has_lower && !has_upper;
  const bool from_lower = has_lower && (!has_upper || std::abs(lower) <= std::abs(upper));
  origin_[i] = is_free ? 0.0 : from_lower ? lower : upper;
  origin_states_[static_cast<std::size_t>(i)] = is_free      ? BoundState::between
                                                : from_lower ? BoundState::lower
                                                             : BoundState::upper;
  if (lower == upper) return;
  rows_.push_back({i, is_free || from_lower ? 1.0 : -1.0});
  if (is_free) rows_.push_back({i, -1.0});
}

/// Numbers each group by its first row.
void RangedLcp::group_rows(std::span<const int> group) {
  first_of_group_.assign(group.size(), -1);
  group_.resize(rows_.size());
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    int& first =
        first_of_group_[static_cast<std::size_t>(group[static_cast<std::size_t>(rows_[k].source)])];
    if (first < 0) first = static_cast<int>(k);
    group_[k] = first;
  }
}

void RangedLcp::fill(const BoxLcp& problem) {
  const auto size = static_cast<Eigen::Index>(rows_.size());
  lcp_.M.resize(size, size);
  lcp_.q.resize(size);
  range_.resize(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const Row& row = rows_[static_cast<std::size_t>(k)];
    const double* const source = problem.M.row(row.source).data();
    for (Eigen::Index j = 0; j < size; ++j) {
      const Row& column = rows_[static_cast<std::size_t>(j)];
      lcp_.M(k, j) = row.sign * column.sign * source[column.source];
    }
    long double q = problem.q[row.source];
    for (Eigen::Index j = 0; j < origin_.size(); ++j) {
      q += static_cast<long double>(source[j]) * origin_[j];
    }
    lcp_.q[k] = row.sign * static_cast<double>(q);
    range_[k] = problem.upper[row.source] - problem.lower[row.source];
  }
}

void RangedLcp::get_origin(Eigen::VectorXd& z, std::vector<BoundState>& states) const {
  z = origin_;
  states = origin_states_;
}

void RangedLcp::move(int k, double y, Place place, Eigen::VectorXd& z,
                     std::vector<BoundState>& states) const {
  const Row& row = rows_[static_cast<std::size_t>(k)];
  z[row.source] += row.sign * y;
  BoundState& state = states[static_cast<std::size_t>(row.source)];
  if (place == Place::between) state = BoundState::between;
  if (place == Place::at_range) state = row.sign > 0.0 ? BoundState::upper : BoundState::lower;
}

}  // namespace stiction
