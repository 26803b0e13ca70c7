#include "homotopy.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

// Constants of the controller: study of large islands, 2.3, tuned on its 132 problems.
constexpr double kLongestStep = 0.97;    ///< share of mu, up or down
constexpr double kNeighbourhood = 0.02;  ///< least eigenvalue in units of k mu; 1 / the largest
/// The finish is tried once mu in units of E0 is below the first constant, and again each time mu
/// has fallen by the second.
constexpr double kFinishBelow = 1e-3;
constexpr double kFinishFactor = 0.1;
/// mu at which the path ends, in units of E0, or of V^2 / mean compliance if free speeds are far
/// above those of the judge.
constexpr double kLastMu = 1e-15;
/// The same without friction. If neither an impulse nor the speed that it stops is to remain, both
/// are of the size of the root of mu: a wall of 500 bricks is known to 1.6e-8 at 1e-15, and to
/// 1e-10 at 1e-20.
constexpr double kLastConvexMu = 1e-25;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

}  // namespace

bool Homotopy::run(IslandSystem& system, const Options& options, Effort& effort, BestAnswer& best) {
  if (options.warm != nullptr) {
    path_.start_warm(system, options.path, *options.warm, x_);
  } else {
    path_.start_cold(system, options.path, x_);
  }
  InteriorPath::take_impulses(x_, interior_);
  double least_mu = kUnbounded;  // least so far on the path
  double tried_mu = kUnbounded;  // mu at the last finish
  const double unit = path_.energy_unit();
  const double judged = system.velocity_scale() / system.free_speed();
  const double last_mu =
      (system.is_convex() ? kLastConvexMu : kLastMu) * unit * std::min(1.0, judged * judged);

  for (int round = 0; round < options.rounds; ++round) {
    // Newton's equation at x: corrector C and tangent B = dx/dmu.
    if (!effort.spend(effort.unit())) return false;
    const int sign = path_.linearise(x_);
    const bool is_regular = sign != 0 && path_.find_corrector(x_, C_) && path_.find_tangent(x_, B_);
    if (!is_regular) return false;
    // Make the corrector orthogonal to the path; <a, b> also counts mu, by its own size.
    const double weight = static_cast<double>(x_.groups.size()) / (x_.mu * x_.mu);
    along_ = -path_.inner(x_, C_, B_) / (path_.inner(x_, B_, B_) + weight);

    if (!advance(-sign)) {
      if (!correct()) return false;
      std::swap(x_, next_);
      continue;
    }
    if (x_.mu < least_mu) {
      least_mu = x_.mu;
      InteriorPath::take_impulses(x_, interior_);
    }
    std::swap(x_, next_);
    const bool is_last = x_.mu < last_mu;
    const bool is_due = x_.mu < kFinishBelow * unit && x_.mu < kFinishFactor * tried_mu;
    if (!is_due && !is_last) continue;
    tried_mu = x_.mu;
    InteriorPath::take_impulses(x_, trial_);
    finish_.run(system, trial_, options.accepted, effort, best);
    if (best.residual() <= options.sufficient) return true;
    if (is_last) return false;
  }
  return false;
}

/// Corrects and predicts in one move from x_ to next_, as far as the neighbourhood of the path
/// allows. `direction`: +1 if mu grows, -1 if it falls.
bool Homotopy::advance(int direction) {
  const InteriorPath::Spectrum here = path_.measure(x_);
  // A point outside the neighbourhood need not improve much at once.
  const InteriorPath::Spectrum limits = {std::min(kNeighbourhood, 0.8 * here.least),
                                         std::max(1 / kNeighbourhood, 1.2 * here.largest)};
  for (double h = kLongestStep; h > 1e-10; h *= h > 0.6 ? 0.85 : 0.6) {
    const double dm = along_ + direction * h * x_.mu;
    if (x_.mu + dm <= 1e-3 * x_.mu) continue;
    if (path_.try_move(x_, 1, C_, dm, B_, limits, next_)) return true;
  }
  return false;
}

/// Applies the corrector alone, damped until next_ stays within the cones.
bool Homotopy::correct() {
  const double least = path_.measure(x_).least;
  const InteriorPath::Spectrum limits = {std::min(0.3 * kNeighbourhood, 0.5 * least), kUnbounded};
  for (double a = 1; a > 1e-4; a *= 0.6) {
    if (path_.try_move(x_, a, C_, a * along_, B_, limits, next_)) return true;
  }
  return false;
}

}  // namespace stiction
