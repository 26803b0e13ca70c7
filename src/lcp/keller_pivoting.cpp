#include "keller_pivoting.h"

#include "pivoting_limits.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Along a direction p with p . M' p <= kFlat |p|^2, w counts as constant if a bound ends the
/// motion; if no bound does, only below kFlatWithoutBound |p|^2.
constexpr double kFlat = 1e-12;
constexpr double kFlatWithoutBound = 1e-14;

}  // namespace

template <class Scalar>
void KellerPivoting<Scalar>::reset(const BoxLcp& problem, const Eigen::VectorXd& z,
                                   const std::vector<bool>& is_basic) {
  const Eigen::Index n = problem.q.size();
  scaled_.compute(problem);
  for (Vector* v : {&z_, &w_, &rate_, &forward_, &direction_}) v->resize(n);
  for (Eigen::Index i = 0; i < n; ++i) z_[i] = scaled_.scale_z(z[i], i);
  is_passed_.assign(static_cast<std::size_t>(n), false);
  basis_.clear();
  basis_.reserve(static_cast<std::size_t>(n));
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool can_move = scaled_.lower[i] < scaled_.upper[i];
    if (can_move && is_basic[static_cast<std::size_t>(i)]) basis_.push_back(i);
  }
  factor_.reset(n);
  factor();
}

template <class Scalar>
double KellerPivoting<Scalar>::z(Eigen::Index i) const {
  return scaled_.unscale_z(static_cast<double>(z_[i]), i);
}

/// Factors M_BB afresh; rows that depend on earlier ones leave the basis and rest where they are.
template <class Scalar>
void KellerPivoting<Scalar>::factor() {
  factor_.clear();
  position_.assign(static_cast<std::size_t>(z_.size()), -1);
  std::size_t num_left = 0;  // rows before this place in basis_ are in the factor
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    const Eigen::Index r = basis_[k];
    basis_[num_left] = r;
    for (std::size_t i = 0; i < num_left; ++i) {
      forward_[static_cast<Eigen::Index>(i)] = scaled_.M(r, basis_[i]);
    }
    factor_.solve_lower(forward_);
    const Scalar left = scaled_.M(r, r) - forward_.head(factor_.size()).squaredNorm();
    if (!(left > Scalar(kFlat) * scaled_.M(r, r))) continue;
    factor_.append(forward_, left);
    position_[static_cast<std::size_t>(r)] = static_cast<Eigen::Index>(num_left++);
  }
  basis_.resize(num_left);
}

template <class Scalar>
void KellerPivoting<Scalar>::leave(Eigen::Index position) {
  const auto k = static_cast<std::size_t>(position);
  position_[static_cast<std::size_t>(basis_[k])] = -1;
  basis_.erase(basis_.begin() + position);
  for (std::size_t i = k; i < basis_.size(); ++i) {
    position_[static_cast<std::size_t>(basis_[i])] = static_cast<Eigen::Index>(i);
  }
  factor_.remove(position);
}

/// Reduces the point's error to rounding error: recomputes w and moves z_B to the minimum over the
/// basis, with a fresh factor if the present one has drifted.
template <class Scalar>
void KellerPivoting<Scalar>::settle() {
  calc_w();
  move_to_minimum();
  calc_w();
  if (calc_basic_error() <= noise_) return;
  factor();
  move_to_minimum();
  calc_w();
}

/// w = M z + q, and a bound on its rounding error: |M_ij| is at most slightly above 1.
template <class Scalar>
void KellerPivoting<Scalar>::calc_w() {
  w_ = scaled_.q;
  for (Eigen::Index j = 0; j < z_.size(); ++j) {
    if (z_[j] != Scalar(0)) w_ += z_[j] * scaled_.M.row(j).transpose();
  }
  noise_ = 0;
  if (z_.size() == 0) return;
  noise_ = 16 * std::numeric_limits<Scalar>::epsilon() *
           (scaled_.q.cwiseAbs().maxCoeff() + z_.cwiseAbs().sum());
}

/// Moves z_B by -M_BB^-1 w_B, towards the point where w_B is zero. Basic rows that meet a bound on
/// the way leave.
template <class Scalar>
void KellerPivoting<Scalar>::move_to_minimum() {
  driving_ = -1;
  while (!basis_.empty()) {
    const Eigen::Index size = factor_.size();
    for (Eigen::Index k = 0; k < size; ++k)
      direction_[k] = -w_[basis_[static_cast<std::size_t>(k)]];
    factor_.solve_lower(direction_);
    factor_.solve_upper(direction_);
    calc_rate();
    const Block block = find_block();
    advance(std::min(block.step, Scalar(1)));
    if (!(block.step < Scalar(1))) return;
    stop_at_bound(block.position);
  }
}

template <class Scalar>
Scalar KellerPivoting<Scalar>::calc_basic_error() const {
  Scalar error = 0;
  for (const Eigen::Index i : basis_) error = std::max(error, std::abs(w_[i]));
  return error;
}

template <class Scalar>
LcpStop KellerPivoting<Scalar>::run(DrivingRule rule, const PivotLimit& limit, int& pivots) {
  settle();
  for (int round = 0; round < kMaxRounds; ++round) {
    Eigen::Index r = find_driving(rule);
    if (r < 0) return LcpStop::complementary;
    for (; r >= 0; r = find_driving(rule)) {
      const DriveEnd end = drive(r, limit, pivots);
      if (end == DriveEnd::ray) return LcpStop::ray;
      if (end == DriveEnd::pivot_limit) return LcpStop::iteration_limit;
      if (end == DriveEnd::done) std::fill(is_passed_.begin(), is_passed_.end(), false);
      is_passed_[static_cast<std::size_t>(r)] = end == DriveEnd::passed;
    }
    settle();
  }
  return LcpStop::iteration_limit;
}

/// True if z_i could lower the objective by more than rounding error.
template <class Scalar>
bool KellerPivoting<Scalar>::is_violated(Eigen::Index i) const {
  if (is_basic(i) || is_passed_[static_cast<std::size_t>(i)]) return false;
  return (w_[i] < -noise_ && z_[i] < scaled_.upper[i]) ||
         (w_[i] > noise_ && z_[i] > scaled_.lower[i]);
}

template <class Scalar>
Eigen::Index KellerPivoting<Scalar>::find_driving(DrivingRule rule) const {
  Eigen::Index driving = -1;
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    if (!is_violated(i)) continue;
    if (rule == DrivingRule::least_index) return i;
    if (driving < 0 || std::abs(w_[i]) > std::abs(w_[driving])) driving = i;
  }
  return driving;
}

template <class Scalar>
auto KellerPivoting<Scalar>::drive(Eigen::Index r, const PivotLimit& limit, int& pivots)
    -> DriveEnd {
  driving_ = r;
  sign_ = w_[r] < Scalar(0) ? Scalar(1) : Scalar(-1);
  for (; !limit.is_reached(pivots); ++pivots) {
    const Scalar curvature = calc_direction(r);
    const Scalar squared_length = Scalar(1) + direction_.head(factor_.size()).squaredNorm();
    const bool is_flat = !(curvature > Scalar(kFlat) * squared_length);
    if (is_flat && std::abs(w_[r]) <= kPassedNoise * noise_) return DriveEnd::passed;
    const Scalar to_bound = sign_ > Scalar(0) ? scaled_.upper[r] - z_[r] : z_[r] - scaled_.lower[r];
    const Block block = find_block();
    Scalar to_zero = is_flat ? kInfinity : std::abs(w_[r]) / curvature;
    if (is_flat && !(std::min(to_bound, block.step) < kInfinity)) {
      if (!(curvature > Scalar(kFlatWithoutBound) * squared_length)) return DriveEnd::ray;
      to_zero = std::abs(w_[r]) / curvature;
    }
    calc_rate();
    rate_[r] = sign_ * curvature;
    advance(std::min({to_zero, to_bound, block.step}));
    if (block.step < std::min(to_zero, to_bound)) {
      stop_at_bound(block.position);
      continue;
    }
    ++pivots;
    if (to_bound <= to_zero) {
      z_[r] = sign_ > Scalar(0) ? scaled_.upper[r] : scaled_.lower[r];
      return DriveEnd::done;
    }
    position_[static_cast<std::size_t>(r)] = factor_.size();
    basis_.push_back(r);
    factor_.append(forward_, curvature);
    return DriveEnd::done;
  }
  return DriveEnd::pivot_limit;
}

/// d_B = -sign M_BB^-1 M_Br. Returns M_rr - M_rB M_BB^-1 M_Br.
template <class Scalar>
Scalar KellerPivoting<Scalar>::calc_direction(Eigen::Index r) {
  const Eigen::Index size = factor_.size();
  for (Eigen::Index k = 0; k < size; ++k)
    forward_[k] = scaled_.M(r, basis_[static_cast<std::size_t>(k)]);
  factor_.solve_lower(forward_);
  direction_.head(size) = -sign_ * forward_.head(size);
  factor_.solve_upper(direction_);
  return scaled_.M(r, r) - forward_.head(size).squaredNorm();
}

template <class Scalar>
void KellerPivoting<Scalar>::calc_rate() {
  rate_.setZero();
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    rate_ += direction_[static_cast<Eigen::Index>(k)] * scaled_.M.row(basis_[k]).transpose();
  }
  if (driving_ >= 0) rate_ += sign_ * scaled_.M.row(driving_).transpose();
}

/// Among the basic rows that meet a bound within rounding error of the first one, the fastest
/// (Harris). Rows that hardly move, only by rounding error, do not block.
template <class Scalar>
auto KellerPivoting<Scalar>::find_block() const -> Block {
  const Eigen::Index size = factor_.size();
  Block block;
  if (size == 0) return block;
  Scalar least_motion = direction_.head(size).cwiseAbs().maxCoeff();
  if (driving_ >= 0) least_motion = std::max(least_motion, Scalar(1));
  least_motion *= Scalar(kLeastMotion);
  Scalar relaxed_step = kInfinity;
  for (Eigen::Index k = 0; k < size; ++k) {
    const Scalar motion = std::abs(direction_[k]);
    if (motion > least_motion)
      relaxed_step = std::min(relaxed_step, (calc_room(k) + noise_) / motion);
  }
  Scalar fastest = 0;
  for (Eigen::Index k = 0; k < size; ++k) {
    const Scalar motion = std::abs(direction_[k]);
    if (motion <= least_motion || motion <= fastest) continue;
    const Scalar step = calc_room(k) / motion;
    if (!(step <= relaxed_step) || !(step < kInfinity)) continue;
    fastest = motion;
    block = {step, k};
  }
  return block;
}

/// How far the basic row at the position may go along direction_.
template <class Scalar>
Scalar KellerPivoting<Scalar>::calc_room(Eigen::Index position) const {
  const Eigen::Index i = basis_[static_cast<std::size_t>(position)];
  return direction_[position] > Scalar(0) ? scaled_.upper[i] - z_[i] : z_[i] - scaled_.lower[i];
}

template <class Scalar>
void KellerPivoting<Scalar>::advance(Scalar step) {
  w_ += step * rate_;
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    const Eigen::Index i = basis_[k];
    const Scalar z = z_[i] + step * direction_[static_cast<Eigen::Index>(k)];
    z_[i] = std::min(std::max(z, scaled_.lower[i]), scaled_.upper[i]);
  }
  if (driving_ < 0) return;
  const Scalar z = z_[driving_] + step * sign_;
  z_[driving_] = std::min(std::max(z, scaled_.lower[driving_]), scaled_.upper[driving_]);
}

template <class Scalar>
void KellerPivoting<Scalar>::stop_at_bound(Eigen::Index position) {
  const Eigen::Index i = basis_[static_cast<std::size_t>(position)];
  z_[i] = direction_[position] > Scalar(0) ? scaled_.upper[i] : scaled_.lower[i];
  leave(position);
}

template <class Scalar>
void KellerPivoting<Scalar>::refine(const BoxLcp& problem, Eigen::VectorXd& z) {
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    const Eigen::Index i = basis_[k];
    const double* const row = problem.M.row(i).data();
    long double w = problem.q[i];
    for (Eigen::Index j = 0; j < z.size(); ++j) w += static_cast<long double>(row[j]) * z[j];
    direction_[static_cast<Eigen::Index>(k)] = -scaled_.scale_w(static_cast<Scalar>(w), i);
  }
  factor_.solve_lower(direction_);
  factor_.solve_upper(direction_);
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    const Eigen::Index i = basis_[k];
    const auto step = static_cast<double>(direction_[static_cast<Eigen::Index>(k)]);
    z[i] += scaled_.unscale_z(step, i);
  }
}

template class KellerPivoting<double>;
template class KellerPivoting<long double>;

}  // namespace stiction
