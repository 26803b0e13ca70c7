#include "lemke_tableau.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

template <class Scalar>
void LemkeTableau<Scalar>::reset(const Lcp& problem, const Eigen::VectorXd& range,
                                 const LcpScaling& scaling, const Eigen::VectorXd& covering) {
  n_ = static_cast<int>(problem.q.size());
  const int alignment = static_cast<int>(kRowAlignment);
  stride_ = (n_ + 1 + alignment - 1) / alignment * alignment;
  tableau_.resize(index(n_) * index(stride_));
  pivot_row_.resize(index(stride_));
  q_.assign(index(n_ + 1), Scalar(0));
  column_.assign(index(n_ + 1), Scalar(1));
  next_column_.assign(index(n_ + 1), Scalar(1));
  range_.assign(index(n_), kInfinity);
  sign_.assign(index(n_), Scalar(1));
  limit_.assign(index(n_ + 1), kInfinity);
  basic_.resize(index(n_ + 1));
  nonbasic_.resize(index(n_ + 1));
  row_of_.assign(index(2 * n_ + 1), kNone);
  column_of_.assign(index(2 * n_ + 1), kNone);
  candidates_.reserve(index(n_ + 1));
  for (int i = 0; i < n_; ++i) {
    scaling.scale_row(problem.M, i, row(i));
    row(i)[n_] = covering[i];
    std::fill(row(i) + n_ + 1, row(i) + stride_, Scalar(0));
    q_[index(i)] = scaling.scale_w(problem.q[i], i);
    basic_[index(i)] = i;
    row_of_[index(i)] = i;
    if (range.size() > 0) range_[index(i)] = static_cast<Scalar>(scaling.scale_z(range[i], i));
  }
  for (int j = 0; j <= n_; ++j) {
    nonbasic_[index(j)] = n_ + j;
    column_of_[index(n_ + j)] = j;
  }
  set_driving(n_);
}

/// The driving variable as a row of its own, y_d = 0 + 1 y_d.
template <class Scalar>
void LemkeTableau<Scalar>::set_driving(int column) {
  basic_[index(n_)] = nonbasic_[index(column)];
  limit_[index(n_)] = limit_of(basic_[index(n_)]);
}

/// The steps are numbered as in Lloyd, section 4.
template <class Scalar>
LcpStop LemkeTableau<Scalar>::run(const LemkeRule& rule, int& pivots) {
  // Step 0. z_0 drives; the row that needs most of it blocks.
  int driving_column = column_of_[index(z0())];
  for (int i = 0; i < n_; ++i) column_[index(i)] = row(i)[driving_column];
  int blocking = first_blocking_row();

  for (int start = pivots; !rule.limit.is_reached(pivots - start); ++pivots) {
    const int blocked = basic_[index(blocking)];
    if (blocked == z0()) {
      // Step 2. z_0 is zero and leaves: q' >= 0 and the basis is complementary.
      pivot(blocking, driving_column, driving_column);
      ++pivots;
      return LcpStop::complementary;
    }
    // Step 2. The complement of the blocking variable drives next.
    const int next_column = column_of_[index(complement(blocked))];
    if (meets_range(blocking)) reflect(blocked - n_);
    if (blocking == n_) {
      for (int i = 0; i < n_; ++i) column_[index(i)] = row(i)[next_column];
    } else {
      pivot(blocking, driving_column, next_column);
    }
    driving_column = next_column;
    set_driving(driving_column);

    // Step 1. It grows until a basic variable reaches zero or its range, or it reaches its own.
    blocking = blocking_row(rule);
    if (blocking == kNone) {
      ++pivots;
      return LcpStop::ray;
    }
  }
  return LcpStop::iteration_limit;
}

/// r = arg min q_i / c_i; the last one of a tie, as the lexicographic rule chooses, too.
template <class Scalar>
int LemkeTableau<Scalar>::first_blocking_row() const {
  int blocking = 0;
  for (int i = 1; i < n_; ++i) {
    if (q_[index(i)] * column_[index(blocking)] <= q_[index(blocking)] * column_[index(i)]) {
      blocking = i;
    }
  }
  return blocking;
}

/// s = arg min { -q'_i / m'_i : m'_i < 0 }                                        (Lloyd, eq. 18)
///
/// and (r_i - q'_i) / m'_i for m'_i > 0, over pivots above the threshold, which excludes the
/// rounding errors of a singular basis. Rows are tied if they could be the minimum when q' moves by
/// up to the tie width (Harris' bound on the step).
template <class Scalar>
int LemkeTableau<Scalar>::blocking_row(const LemkeRule& rule) {
  find_candidates(static_cast<Scalar>(rule.pivot_threshold));
  const Scalar tie_width = static_cast<Scalar>(rule.tie_width);
  Scalar step = std::numeric_limits<Scalar>::infinity();
  for (const int i : candidates_) {
    const Scalar pivot = std::abs(column_[index(i)]);
    const Scalar slack = std::max(room(i), Scalar(0)) + tie_width;
    if (slack < step * pivot) step = slack / pivot;
  }
  const auto is_not_tied = [&](int i) { return room(i) / std::abs(column_[index(i)]) > step; };
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), is_not_tied),
                    candidates_.end());
  if (candidates_.empty()) return kNone;
  for (const int i : candidates_) {
    if (basic_[index(i)] == z0()) return i;
  }
  return rule.tie_rule == TieRule::largest_pivot ? largest_pivot() : lexicographic_minimum();
}

/// Collects the rows in which the driving variable moves the basic one towards a bound by a pivot
/// above the threshold.
template <class Scalar>
void LemkeTableau<Scalar>::find_candidates(Scalar pivot_threshold) {
  Scalar largest(0);
  for (int i = 0; i < n_; ++i) largest = std::max(largest, std::abs(column_[index(i)]));
  const Scalar bound = pivot_threshold * largest;
  candidates_.resize(index(n_ + 1));
  std::size_t num_candidates = 0;
  for (int i = 0; i < n_; ++i) {  // without a branch, which would be unpredictable
    const Scalar m = column_[index(i)];
    candidates_[num_candidates] = i;
    num_candidates += static_cast<std::size_t>(m < -bound) |
                      (static_cast<std::size_t>(m > bound) &
                       static_cast<std::size_t>(limit_[index(i)] < kInfinity));
  }
  if (limit_[index(n_)] < kInfinity) candidates_[num_candidates++] = n_;
  candidates_.resize(num_candidates);
}

template <class Scalar>
int LemkeTableau<Scalar>::largest_pivot() const {
  return *std::max_element(candidates_.begin(), candidates_.end(), [&](int i, int j) {
    return std::abs(column_[index(i)]) < std::abs(column_[index(j)]);
  });
}

/// The candidate whose row of B^-1, divided by its pivot, is lexicographically smallest (Cottle,
/// Pang and Stone, section 4.9).
template <class Scalar>
int LemkeTableau<Scalar>::lexicographic_minimum() {
  constexpr double kEqual = 1e-10;  // entries of the scaled B^-1 closer than this count as equal
  for (int j = 0; j < n_ && candidates_.size() > 1; ++j) {
    const auto ratio = [&](int i) { return inverse_basis_entry(i, j) / -column_[index(i)]; };
    Scalar smallest = std::numeric_limits<Scalar>::infinity();
    for (const int i : candidates_) smallest = std::min(smallest, ratio(i));
    const Scalar bound = smallest + Scalar(kEqual) * (1 + std::abs(smallest));
    std::erase_if(candidates_, [&](int i) { return ratio(i) > bound; });
  }
  return candidates_.front();
}

/// (B^-1)_ij: the column of B^-1 for the initial basic variable w_j is a unit vector while w_j is
/// basic, else its negated column of the tableau; negated again if w_j is reflected. A motion that
/// ends only at the driving variable's own range has a row of zeros.
template <class Scalar>
Scalar LemkeTableau<Scalar>::inverse_basis_entry(int i, int j) const {
  if (i == n_) return Scalar(0);
  if (row_of_[index(j)] != kNone) return row_of_[index(j)] == i ? sign_[index(j)] : Scalar(0);
  return -sign_[index(j)] * row(i)[column_of_[index(j)]];
}

/// Exchanges the driving variable y_d with the basic variable y_b of a row. Solving that row,
/// y_b = sum_j t_j y_j + m'_b y_d + q'_b, for y_d gives
///
///     y_d = (y_b - sum_j t_j y_j - q'_b) / m'_b,
///
/// which is substituted into every other row: t_i += m'_i * (new row).
template <class Scalar>
void LemkeTableau<Scalar>::pivot(int blocking, int driving_column, int next_column) {
  const Scalar inverse = Scalar(1) / column_[index(blocking)];
  Scalar* const blocking_row = row(blocking);
  for (int j = 0; j < stride_; ++j) pivot_row_[index(j)] = -inverse * blocking_row[j];
  pivot_row_[index(driving_column)] = inverse;
  std::copy(pivot_row_.begin(), pivot_row_.end(), blocking_row);

  const Scalar value = -inverse * q_[index(blocking)];
  column_[index(blocking)] = Scalar(0);  // the row itself is done
  for (int i = 0; i < n_; ++i) q_[index(i)] += column_[index(i)] * value;
  q_[index(blocking)] = value;
  update_rows({.tableau = tableau_.data(),
               .num_rows = n_,
               .stride = stride_,
               .multiplier = column_.data(),
               .pivot_row = pivot_row_.data(),
               .pivot_column = driving_column,
               .next_column = next_column,
               .next_entries = next_column_.data()});
  column_.swap(next_column_);

  int& basic = basic_[index(blocking)];
  int& nonbasic = nonbasic_[index(driving_column)];
  std::swap(basic, nonbasic);
  row_of_[index(basic)] = blocking;
  column_of_[index(basic)] = kNone;
  row_of_[index(nonbasic)] = kNone;
  column_of_[index(nonbasic)] = driving_column;
  limit_[index(blocking)] = limit_of(basic);
}

/// Substitutes z_i = r_i - z^_i and w_i = -w^_i in the tableau; w_i is not basic. Updates the
/// column of the driving variable if z_i is basic.
template <class Scalar>
void LemkeTableau<Scalar>::reflect(int i) {
  const Scalar range = range_[index(i)];
  negate_column(column_of_[index(i)]);
  sign_[index(i)] = -sign_[index(i)];
  const int own_row = row_of_[index(n_ + i)];
  if (own_row == kNone) {
    const int column = column_of_[index(n_ + i)];
    for (int k = 0; k < n_; ++k) q_[index(k)] += row(k)[column] * range;
    negate_column(column);
    return;
  }
  for (int j = 0; j <= n_; ++j) row(own_row)[j] = -row(own_row)[j];
  q_[index(own_row)] = range - q_[index(own_row)];
  column_[index(own_row)] = -column_[index(own_row)];
}

template <class Scalar>
void LemkeTableau<Scalar>::negate_column(int column) {
  for (int i = 0; i < n_; ++i) row(i)[column] = -row(i)[column];
}

template class LemkeTableau<double>;
template class LemkeTableau<long double>;

}  // namespace stiction
