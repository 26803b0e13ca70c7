#include "homotopy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

// Constants of the controller: study of large islands, 2.3, tuned on its 132 problems.
constexpr double kFirstStep = 0.9;
constexpr double kLongestStep = 0.97;  ///< of mu, downwards
constexpr double kLongestClimb = 2.0;  ///< of mu, upwards
constexpr double kNear = 0.3;          ///< `distance_` from which an advance may start
constexpr double kVeryNear = 0.1;      ///< the same after a rejection
constexpr double kLostDistance = 3.0;  ///< from which no corrector comes back
constexpr double kContraction = 0.7;   ///< least that a second corrector must make
constexpr int kMostCorrections = 3;
constexpr int kMostRejections = 40;
constexpr double kNeighbourhood = 0.02;  ///< least eigenvalue in units of k mu; 1 / largest
constexpr double kStray = 20;            ///< growth of mu that only another branch explains
/// The finish is tried below this mu in units of E0, and each time mu has fallen by the factor.
constexpr double kFinishBelow = 1e-3;
constexpr double kFinishFactor = 0.1;
/// There is nothing left to follow, in units of E0 or, where free speeds are far above those of the
/// judge, of V^2 / mean compliance.
constexpr double kLastMu = 1e-15;
/// The same without friction: where neither an impulse nor the speed it stops is to remain, both
/// are of the size of the root of mu. A wall of 500 bricks is known to 1.6e-8 at 1e-15, 1e-10 at
/// 1e-20.
constexpr double kLastConvexMu = 1e-25;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

}  // namespace

Homotopy::Outcome Homotopy::run(IslandSystem& system, const Options& options, Effort& effort,
                                BestAnswer& best) {
  if (options.warm != nullptr) {
    path_.start_warm(system, options.path, *options.warm, x_);
  } else {
    path_.start_cold(system, options.path, x_);
  }
  const double judged = system.velocity_scale() / system.free_speed();
  last_mu_ = (system.is_convex() ? kLastConvexMu : kLastMu) * path_.energy_unit() *
             std::min(1.0, judged * judged);
  start_mu_ = x_.mu;
  least_mu_ = tried_mu_ = kUnbounded;
  sign_ = 0;
  step_ = kFirstStep;
  corrections_ = rejections_ = strict_ = 0;
  last_.is_set = safe_.is_set = was_at_last_ = false;
  InteriorPath::take_impulses(x_, interior_);

  for (int round = 0; round < options.rounds; ++round) {
    // Newton's equation here: corrector C, tangent B = dx/dmu, orientation and distance.
    if (!effort.spend(effort.unit()) || !path_.linearise(x_)) return Outcome::stalled;
    if (!path_.find_corrector(x_, C_) || !path_.find_tangent(x_, B_)) return Outcome::stalled;
    // Without friction the path has no folds, and nothing to be lost from.
    const bool is_near = find_orientation() || system.is_convex();

    const bool is_lost = corrections_ >= kMostCorrections || distance_ > kLostDistance ||
                         (corrections_ > 0 && distance_ > kContraction * last_distance_);
    if (last_.is_set && !is_near && is_lost) {
      reject();
      if (++rejections_ > kMostRejections || step_ < 1e-9) return Outcome::stalled;
      continue;
    }
    // Before the first advance there is no point to go back to: the path is near enough then.
    if (is_near || (!last_.is_set && corrections_ > kMostCorrections)) {
      strict_ = std::max(0, strict_ - 1);
      if (!path_.find_curvature(x_, B_, Q_)) return Outcome::stalled;
      if (advance()) {
        if (has_strayed()) return Outcome::strayed;
        std::swap(x_, next_);
        if (!is_worth_finishing()) continue;
        tried_mu_ = x_.mu;
        InteriorPath::take_impulses(x_, trial_);
        finish_.run(system, trial_, options.accepted, effort, best);
        if (best.residual() <= options.sufficient) return Outcome::solved;
        if (x_.mu < last_mu_) return Outcome::stalled;
        continue;
      }
    }
    if (correct()) continue;
    if (!last_.is_set || ++rejections_ > kMostRejections) return Outcome::stalled;
    return_to(last_, 0.3 * last_.step);
    last_.step = step_;
    strict_ = 2;
  }
  return Outcome::stalled;
}

void Homotopy::set_mark(Mark& mark, double step) const {
  mark.x = x_;
  mark.sign = sign_;
  if (sign_ != 0) mark.tangent = previous_tangent_;
  mark.step = step;
  mark.is_set = true;
}

void Homotopy::return_to(const Mark& mark, double step) {
  x_ = mark.x;
  sign_ = mark.sign;
  if (sign_ != 0) previous_tangent_ = mark.tangent;
  step_ = step;
  corrections_ = 0;
}

/// Which way the path goes on, and how far off it x is. <x, y> also counts mu, by its own size.
bool Homotopy::find_orientation() {
  const double weight = static_cast<double>(x_.groups.size()) / (x_.mu * x_.mu);
  direction_ = -1;
  if (sign_ != 0) {  // The tangent (B, 1) turns round at a fold.
    const double cosine = path_.inner(x_, previous_tangent_, B_) + weight;
    direction_ = cosine >= 0 ? sign_ : -sign_;
  }
  along_ = -path_.inner(x_, C_, B_) / (path_.inner(x_, B_, B_) + weight);
  distance_ = path_.largest_change(x_, C_, along_, B_);
  return distance_ <= (strict_ > 0 ? kVeryNear : kNear);
}

/// Back to the last point with a shorter step; if that has failed, to the last that was very near.
void Homotopy::reject() {
  if (!was_at_last_ || !safe_.is_set) {
    return_to(last_, last_.step * (distance_ > kLostDistance ? 0.25 : 0.45));
    last_.step = step_;
    strict_ = 2;
    was_at_last_ = true;
  } else {
    return_to(safe_, 0.5 * safe_.step);
    safe_.step = step_;
    strict_ = 3;
    was_at_last_ = false;
    last_ = safe_;
  }
}

/// A predictor step from x_ to next_, as long as the neighbourhood of the path allows.
bool Homotopy::advance() {
  const InteriorPath::Spectrum here = path_.measure(x_);
  // A point that is outside is not asked to improve much at once.
  const InteriorPath::Spectrum limits = {std::min(kNeighbourhood, 0.8 * here.least),
                                         std::max(1 / kNeighbourhood, 1.2 * here.largest)};
  double h = std::min(step_, direction_ < 0 ? kLongestStep : kLongestClimb);
  for (; h > 1e-10; h *= h > 0.6 ? 0.85 : 0.6) {
    const double dm = along_ + direction_ * h * x_.mu;
    if (x_.mu + dm <= 1e-3 * x_.mu) continue;
    if (path_.try_move(x_, {C_, B_, Q_}, {1, dm, dm * dm / 2, dm}, limits, next_)) break;
    if (path_.try_move(x_, {C_, B_, Q_}, {1, dm, 0, dm}, limits, next_)) break;
  }
  if (h <= 1e-10) return false;
  set_mark(last_, h);
  if (distance_ <= kVeryNear) set_mark(safe_, h);
  if (distance_ <= 0.75 * kNear) was_at_last_ = false;
  previous_tangent_ = B_;
  sign_ = direction_;
  step_ = h * (distance_ < 0.1 ? 5 : distance_ < 0.3 ? 2.5 : 1.3);
  if (distance_ < 0.3 && h >= 0.5) step_ = kLongestStep;
  step_ = std::min(step_, kLongestStep);
  last_distance_ = distance_;
  corrections_ = 0;
  rejections_ = std::max(0, rejections_ - 1);
  return true;
}

/// A corrector step, damped until it stays in the cones.
bool Homotopy::correct() {
  const double least = path_.measure(x_).least;
  const InteriorPath::Spectrum limits = {std::min(0.3 * kNeighbourhood, 0.5 * least), kUnbounded};
  for (double a = 1; a > 1e-4; a *= 0.6) {
    if (!path_.try_move(x_, {C_, B_, Q_}, {a, a * along_, 0, a * along_}, limits, next_)) continue;
    std::swap(x_, next_);
    ++corrections_;
    last_distance_ = distance_;
    return true;
  }
  return false;
}

/// Books the point that was just left, x_, as one on the path.
bool Homotopy::has_strayed() {
  if (x_.mu < least_mu_) {
    least_mu_ = x_.mu;
    InteriorPath::take_impulses(x_, interior_);
  }
  const bool is_other_branch = x_.mu > kStray * least_mu_ && least_mu_ < 0.1 * start_mu_;
  return is_other_branch || x_.mu > 3 * start_mu_;
}

bool Homotopy::is_worth_finishing() {
  const double mu = x_.mu / path_.energy_unit();
  return (mu < kFinishBelow && x_.mu < kFinishFactor * tried_mu_) || x_.mu < last_mu_;
}

}  // namespace stiction
