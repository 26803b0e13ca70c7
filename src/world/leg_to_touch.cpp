#include "leg_to_touch.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
/// A touch that recedes by more than this share of the leg's lengthening is not followed.
constexpr double kMostSlope = 0.5;
/// If the touch jumps, a clear leg is long enough at this share of one in which something is met.
constexpr double kLongEnough = 0.1;
/// How much longer or shorter the next leg is if nothing else is known.
constexpr double kFactor = 4;

}  // namespace

double LegToTouch::try_next(double leg, double due, double close) {
  const bool is_clear = due >= leg - close;
  (is_clear ? clear_ : met_) = leg;
  is_short_ = due > leg + close;
  if (is_clear && (leg >= most_ || !is_short_)) return leg;

  double next = due;
  if (last_leg_ > 0) {
    const double slope = (due - last_due_) / (leg - last_leg_);
    const bool is_even = std::abs(slope) < kMostSlope;
    if (is_even) next = leg + (due - leg) / (1 - slope);
    if (!is_even && is_clear) next = kNever;
  }
  last_leg_ = leg;
  last_due_ = due;
  if (clear_ == 0 && next <= close) return 0;
  if (clear_ < next && next < met_) return std::min(next, most_);
  if (met_ == kNever) return std::min(kFactor * leg, most_);
  if (is_clear && leg >= kLongEnough * met_) return leg;
  if (clear_ > 0) return std::sqrt(clear_ * met_);
  return leg < least_ ? 0.0 : leg / kFactor;
}

}  // namespace stiction
