#include "dantzig_pivoting.h"

#include "pivoting_limits.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// True if w_r, which the drive should bring to zero, is of the wrong sign by more than rounding
/// error.
bool is_violated(const BoxDictionary& d, Eigen::Index i) {
  if (d.is_basic(i) || !d.can_move(i)) return false;
  return (d.w(i) < -d.noise() && d.state(i) != BoundState::upper) ||
         (d.w(i) > d.noise() && d.state(i) != BoundState::lower);
}

}  // namespace

LcpStop DantzigPivoting::run(BoxDictionary& dictionary, const PivotLimit& limit, int& pivots) {
  const auto n = static_cast<std::size_t>(dictionary.size());
  for (Eigen::VectorXd* x : {&rate_, &least_, &most_, &time_, &step_}) x->resize(dictionary.size());
  is_processed_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    is_processed_[i] = dictionary.is_basic(static_cast<Eigen::Index>(i));
  }
  for (int round = 0; round < kMaxRounds; ++round) {
    is_passed_.assign(n, false);
    bool has_deferred = false;
    if (!take_basic_rows_into_bounds(dictionary, limit, pivots)) {
      return LcpStop::iteration_limit;
    }
    for (Eigen::Index i = 0; i < dictionary.size(); ++i) set_limits(dictionary, i);
    Eigen::Index r = find_driving(dictionary);
    if (r < 0 && round > 0) return LcpStop::complementary;
    for (; r >= 0; r = find_driving(dictionary)) {
      const auto k = static_cast<std::size_t>(r);
      switch (drive(dictionary, r, limit, pivots)) {
        case DriveEnd::done:
          is_processed_[k] = true;
          set_limits(dictionary, r);
          is_passed_.assign(n, false);
          has_deferred = false;
          break;
        case DriveEnd::passed:
          is_passed_[k] = true;
          break;
        case DriveEnd::deferred:
          is_passed_[k] = true;
          has_deferred = true;
          break;
        case DriveEnd::ray:
          return LcpStop::ray;
        case DriveEnd::pivot_limit:
          return LcpStop::iteration_limit;
        case DriveEnd::cycle:
          return LcpStop::cycle;
        case DriveEnd::singular:
          return LcpStop::singular;
        case DriveEnd::diverged:
          return LcpStop::diverged;
      }
    }
    if (has_deferred) return LcpStop::ray;
    dictionary.settle();
    if (!dictionary.is_finite()) return LcpStop::diverged;
  }
  return LcpStop::cycle;
}

/// Makes processed rows satisfy their conditions: basic rows of a start that are outside their
/// bounds leave the basis, the farthest out first. False if the limit on pivots comes first.
bool DantzigPivoting::take_basic_rows_into_bounds(BoxDictionary& d, const PivotLimit& limit,
                                                  int& pivots) {
  for (;; ++pivots) {
    double worst = d.noise();
    Eigen::Index r = -1;
    for (Eigen::Index i = 0; i < d.size(); ++i) {
      const double excess = std::max(d.lower(i) - d.z(i), d.z(i) - d.upper(i));
      if (!d.is_basic(i) || !(excess > worst) || d.is_flat(i)) continue;
      worst = excess;
      r = i;
    }
    if (r < 0) return true;
    if (limit.is_reached(pivots)) return false;
    d.change(r, d.z(r) < d.lower(r) ? BoundState::lower : BoundState::upper);
    is_processed_[static_cast<std::size_t>(r)] = false;
  }
}

Eigen::Index DantzigPivoting::find_driving(const BoxDictionary& d) const {
  Eigen::Index driving = -1;
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    if (is_passed_[static_cast<std::size_t>(i)] || !is_violated(d, i)) continue;
    if (driving < 0 || std::abs(d.w(i)) > std::abs(d.w(driving))) driving = i;
  }
  return driving;
}

/// The driving variable is z_r while row r is not basic; it then moves against w_r. After row r has
/// been exchanged together with a blocking row it is w_r, which moves towards zero.
auto DantzigPivoting::drive(BoxDictionary& d, Eigen::Index r, const PivotLimit& limit, int& pivots)
    -> DriveEnd {
  sign_ = d.w(r) < 0.0 ? 1.0 : -1.0;
  is_processed_[static_cast<std::size_t>(r)] = false;
  set_limits(d, r);
  TieRule rule = TieRule::fastest;
  guard_.restart(d.size());
  const auto is_basic = [&](Eigen::Index i) { return d.is_basic(i); };
  for (; !limit.is_reached(pivots); ++pivots) {
    rate_ = sign_ * d.tableau().column(r);
    const Block end = find_own_end(d, r);
    Block block = find_block(d, rule);
    if (!(std::min(end.step, block.step) < kInfinity)) {
      if (std::abs(d.w(r)) <= kPassedNoise * d.noise()) return DriveEnd::passed;
      if (does_any_violation_grow(d)) return DriveEnd::deferred;
      if (!process_rows_in_the_way(d)) return DriveEnd::ray;
      block = find_block(d, rule);
    }
    const double step = std::min(end.step, block.step);
    d.move(r, sign_ * step);
    if (!d.is_finite()) return DriveEnd::diverged;
    if (end.step <= block.step) {
      end_drive(d, r, end);
      ++pivots;
      return DriveEnd::done;
    }
    if (!exchange(d, r, block)) return DriveEnd::singular;
    if (step > 0.0) {
      guard_.restart(d.size());
    } else if (guard_.has_seen(d.states(), is_basic)) {
      if (rule == TieRule::least_index) return DriveEnd::cycle;
      rule = TieRule::least_index;
      guard_.restart(d.size());
    }
    set_limits(d, block.row);
  }
  return DriveEnd::pivot_limit;
}

/// True if row i, not processed, moves towards or into a violation of its condition.
bool DantzigPivoting::is_worsening(const BoxDictionary& d, Eigen::Index i) const {
  if (is_processed_[static_cast<std::size_t>(i)] || d.is_basic(i) || !d.can_move(i)) return false;
  if (!(std::abs(rate_[i]) > kLeastMotion * std::max(1.0, rate_.cwiseAbs().maxCoeff())))
    return false;
  return rate_[i] < 0.0 ? d.state(i) != BoundState::upper : d.state(i) != BoundState::lower;
}

/// If nothing blocks and M is semidefinite, z runs along a ray on which no w_i falls, except those
/// of rows not processed. Then another row has to be driven first.
bool DantzigPivoting::does_any_violation_grow(const BoxDictionary& d) const {
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    if (is_violated(d, i) && is_worsening(d, i) && d.w(i) * rate_[i] > 0.0) return true;
  }
  return false;
}

/// Makes rows block that satisfy their conditions, but would not forever. False if there are none.
bool DantzigPivoting::process_rows_in_the_way(const BoxDictionary& d) {
  bool is_any = false;
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    if (is_violated(d, i) || !is_worsening(d, i) || d.state(i) == BoundState::between) continue;
    is_processed_[static_cast<std::size_t>(i)] = true;
    set_limits(d, i);
    is_any = true;
  }
  return is_any;
}

/// The point at which w_r is zero or z_r meets its bound.
auto DantzigPivoting::find_own_end(const BoxDictionary& d, Eigen::Index r) const -> Block {
  const double rate_of_z = d.is_basic(r) ? rate_[r] : sign_;
  const double rate_of_w = d.is_basic(r) ? sign_ : (d.is_flat(r) ? 0.0 : rate_[r]);
  const double to_zero = sign_ * rate_of_w > 0.0 ? -d.w(r) / rate_of_w : kInfinity;
  double to_bound = kInfinity;
  if (rate_of_z > 0.0) to_bound = (d.upper(r) - d.z(r)) / rate_of_z;
  if (rate_of_z < 0.0) to_bound = (d.lower(r) - d.z(r)) / rate_of_z;
  if (to_zero < to_bound) return {to_zero, r, BoundState::between};
  return {std::max(to_bound, 0.0), r, rate_of_z > 0.0 ? BoundState::upper : BoundState::lower};
}

/// Sets the interval in which v_i has to stay: for a processed basic row z_i between its bounds,
/// for other processed rows w_i on its side of zero.
void DantzigPivoting::set_limits(const BoxDictionary& d, Eigen::Index i) {
  least_[i] = -kInfinity;
  most_[i] = kInfinity;
  if (!is_processed_[static_cast<std::size_t>(i)]) return;
  if (d.is_basic(i)) {
    least_[i] = d.lower(i);
    most_[i] = d.upper(i);
  } else if (d.can_move(i)) {
    if (d.state(i) == BoundState::lower) least_[i] = 0.0;
    if (d.state(i) == BoundState::upper) most_[i] = 0.0;
  }
}

/// Among the processed rows that block within rounding error of the first one, the fastest (Harris)
/// or the one of least index. Rows that hardly move, only by rounding error, do not block.
auto DantzigPivoting::find_block(const BoxDictionary& d, TieRule rule) -> Block {
  const auto speed = rate_.array().abs();
  const double least_motion = kLeastMotion * std::max(1.0, speed.maxCoeff());
  const auto room = (rate_.array() > 0.0).select(most_ - d.v(), d.v() - least_).array().max(0.0);
  time_ = speed.inverse();  // per unit of motion
  step_ = (speed > least_motion).select(room * time_.array(), kInfinity);
  const double relaxed_step =
      (speed > least_motion).select((room + d.noise()) * time_.array(), kInfinity).minCoeff();
  Block block;
  if (!(relaxed_step < kInfinity)) return block;
  double fastest = 0.0;
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    if (!(step_[i] <= relaxed_step) || !(std::abs(rate_[i]) > fastest)) continue;
    fastest = std::abs(rate_[i]);
    const BoundState bound = rate_[i] > 0.0 ? BoundState::upper : BoundState::lower;
    block = {step_[i], i, d.is_basic(i) ? bound : BoundState::between};
    if (rule == TieRule::least_index) return block;
  }
  return block;
}

/// Exchanges the blocking row, alone or, if its diagonal element is zero, together with row r.
bool DantzigPivoting::exchange(BoxDictionary& d, Eigen::Index r, const Block& block) const {
  const Eigen::Index i = block.row;
  if (!d.is_flat(i)) {
    d.change(i, block.state);
    return true;
  }
  const double determinant = d.tableau().element(r, r) * d.tableau().element(i, i) -
                             d.tableau().element(r, i) * d.tableau().element(i, r);
  const double size = rate_.cwiseAbs().maxCoeff();
  if (!(std::abs(determinant) > kLeastMotion * size * size)) return false;
  d.exchange(r, BoundState::between, i, block.state);
  return true;
}

void DantzigPivoting::end_drive(BoxDictionary& d, Eigen::Index r, const Block& end) const {
  const bool is_at_bound = end.state != BoundState::between;
  if (d.is_basic(r) == is_at_bound) {
    d.change(r, end.state);
  } else if (is_at_bound) {
    d.rest_at(r, end.state);
  } else {
    d.clear_w_of_basic(r);
  }
}

}  // namespace stiction
