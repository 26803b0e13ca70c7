#include "ppm_pivoting.h"

#include "infinity.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// Violations below this share of the largest |q_i| or |z_i| are rounding errors.
constexpr double kLeastViolation = 1e-13;
/// A basic row with a coefficient below this share of the largest one is not moved by the row that
/// comes in.
constexpr double kLeastLean = 1e-9;

}  // namespace

LcpStop PpmPivoting::run(PpmRows& rows, const Eigen::VectorXd& z, const std::vector<bool>& is_basic,
                         const PpmRule& rule, int& pivots) {
  rows_ = &rows;
  z_ = z;
  if (!start(is_basic)) return LcpStop::not_applicable;
  for (;;) {
    rows.solve(z_, w_);
    if (!z_.allFinite() || !w_.allFinite()) return LcpStop::diverged;
    choose(rule);
    if (!incoming_ && !outgoing_) return LcpStop::complementary;
    // Algorithm 1, lines 15-40: one row may come in and one may go at a time.
    const int exchanged = incoming_ && outgoing_ ? 2 : 1;
    if (rule.limit.is_reached(pivots + exchanged - 1)) return LcpStop::iteration_limit;
    pivots += exchanged;
    if (outgoing_) take_out(outgoing_.place, calc_excess(outgoing_.row) > 0.0);
    if (!incoming_) continue;
    const LcpStop stop = bring_in(incoming_.row);
    if (stop != LcpStop::complementary) return stop;
  }
}

/// False if M is found to be indefinite.
bool PpmPivoting::start(const std::vector<bool>& is_basic) {
  const Eigen::Index n = z_.size();
  w_.resize(n);
  lean_.resize(n);
  states_.resize(static_cast<std::size_t>(n));
  since_progress_ = 0;
  fewest_ = std::numeric_limits<Eigen::Index>::max();
  rows_->clear();
  for (Eigen::Index i = 0; i < n; ++i) {
    const double lower = rows_->lower()[i];
    const double upper = rows_->upper()[i];
    const bool is_free = lower == -kInfinity && upper == kInfinity;
    if (lower < upper && (is_free || is_basic[static_cast<std::size_t>(i)])) {
      const PpmRows::Entry entry = rows_->enter(i);
      if (entry == PpmRows::Entry::indefinite) return false;
      states_[static_cast<std::size_t>(i)] = BoundState::between;
      if (is_free || entry == PpmRows::Entry::done) continue;
    }
    put_at_bound(i, z_[i] - lower > upper - z_[i]);
  }
  return true;
}

void PpmPivoting::put_at_bound(Eigen::Index i, bool is_upper) {
  z_[i] = is_upper ? rows_->upper()[i] : rows_->lower()[i];
  states_[static_cast<std::size_t>(i)] = is_upper ? BoundState::upper : BoundState::lower;
}

double PpmPivoting::calc_tolerance() const {
  if (z_.size() == 0) return 0.0;
  return kLeastViolation * (rows_->q().cwiseAbs().maxCoeff() + z_.cwiseAbs().maxCoeff());
}

/// How far z_i of a basic row is above its upper bound (> 0) or below its lower one (< 0).
double PpmPivoting::calc_excess(Eigen::Index i) const {
  return std::max(z_[i] - rows_->upper()[i], 0.0) + std::min(z_[i] - rows_->lower()[i], 0.0);
}

/// Returns -w_i if it would push z_i of a non-basic row off its bound, else 0. A free row is
/// non-basic only if it depends on the basic ones; it is pushed either way.
double PpmPivoting::calc_push(Eigen::Index i) const {
  if (rows_->lower()[i] == rows_->upper()[i]) return 0.0;
  const BoundState state = states_[static_cast<std::size_t>(i)];
  if (state == BoundState::lower) return std::max(-w_[i], 0.0);
  if (state == BoundState::upper) return std::min(-w_[i], 0.0);
  return -w_[i];
}

/// Chooses the worst violation of each kind, or, under the least-index rule, the first of both
/// kinds.
void PpmPivoting::choose(const PpmRule& rule) {
  const double tolerance = calc_tolerance();
  const bool is_patient = since_progress_ < rule.patience;
  incoming_ = outgoing_ = {};
  Eigen::Index violations = 0;
  const auto consider = [&](Violation& worst, const Violation& found) {
    if (!(found.size > tolerance)) return;
    ++violations;
    const bool comes_first =
        !worst || (is_patient ? found.size > worst.size : found.row < worst.row);
    if (comes_first) worst = found;
  };
  for (Eigen::Index i = 0; i < z_.size(); ++i) {
    if (!rows_->is_basic(i)) consider(incoming_, {i, 0, std::abs(calc_push(i))});
  }
  for (std::size_t place = 0; place < rows_->basis().size(); ++place) {
    const Eigen::Index i = rows_->basis()[place];
    consider(outgoing_, {i, place, std::abs(calc_excess(i))});
  }
  if (!is_patient && incoming_ && outgoing_) {
    (incoming_.row < outgoing_.row ? outgoing_ : incoming_) = {};
  }
  since_progress_ = violations < fewest_ ? 0 : since_progress_ + 1;
  fewest_ = std::min(fewest_, violations);
}

void PpmPivoting::take_out(std::size_t place, bool is_upper) {
  const Eigen::Index i = rows_->basis()[place];
  rows_->leave(place);
  put_at_bound(i, is_upper);
}

/// Returns `complementary` if the run may go on.
LcpStop PpmPivoting::bring_in(Eigen::Index i) {
  switch (rows_->enter(i)) {
    case PpmRows::Entry::done:
      states_[static_cast<std::size_t>(i)] = BoundState::between;
      return LcpStop::complementary;
    case PpmRows::Entry::dependent:
      return replace(i);
    case PpmRows::Entry::indefinite:
      break;
  }
  return LcpStop::not_applicable;
}

/// Row i depends on the basic ones: as z_i moves with its push, the basic z move by -M_BB^-1 M_Bi
/// and no w changes, until z_i or a basic z meets a bound. That row stays there; if it is a basic
/// one, row i takes its place in the basis. If nothing ends the motion d, then M d = 0 and
/// q . d < 0: for a symmetric semidefinite M this proves that there is no solution.
LcpStop PpmPivoting::replace(Eigen::Index i) {
  rows_->solve(z_, w_);  // a row may have gone since it was chosen
  const double push = calc_push(i);
  if (std::abs(push) <= calc_tolerance()) return LcpStop::complementary;
  const double sign = push < 0.0 ? -1.0 : 1.0;
  rows_->lean(i, lean_);
  const auto size = static_cast<Eigen::Index>(rows_->basis().size());
  const double largest = size > 0 ? lean_.head(size).cwiseAbs().maxCoeff() : 0.0;
  double first = sign > 0.0 ? rows_->upper()[i] - z_[i] : z_[i] - rows_->lower()[i];
  Eigen::Index replaced = size;
  for (Eigen::Index k = 0; k < size; ++k) {
    const Eigen::Index row = rows_->basis()[static_cast<std::size_t>(k)];
    const double motion = -sign * lean_[k];
    if (std::abs(motion) <= kLeastLean * largest) continue;
    const double room =
        motion > 0.0 ? rows_->upper()[row] - z_[row] : z_[row] - rows_->lower()[row];
    const double ratio = room / std::abs(motion);
    if (!(ratio < first)) continue;
    first = ratio;
    replaced = k;
  }
  if (!(first < kInfinity)) return LcpStop::ray;
  if (replaced == size) {
    put_at_bound(i, sign > 0.0);
    return LcpStop::complementary;
  }
  take_out(static_cast<std::size_t>(replaced), -sign * lean_[replaced] > 0.0);
  if (rows_->enter(i) != PpmRows::Entry::done) return LcpStop::singular;
  states_[static_cast<std::size_t>(i)] = BoundState::between;
  return LcpStop::complementary;
}

}  // namespace stiction
