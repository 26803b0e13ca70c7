#include "box_sweep.h"

#include <algorithm>
#include <cmath>

#include "infinity.h"

namespace stiction {
namespace {

constexpr double kBoundsRoundOff = 1e-12;

double lowered(double x) { return x - kBoundsRoundOff * std::abs(x); }
double raised(double x) { return x + kBoundsRoundOff * std::abs(x); }

}  // namespace

double meeting_time(const BoxSweep& sweep, const Aabb& bounds) {
  double begin = 0;
  double end = sweep.end;
  for (int i = 0; i < 3; ++i) {
    // The shifts at which the box touches the bounds from below and from above.
    const double least = lowered(bounds.lower[i]) - raised(sweep.start.upper[i]);
    const double most = raised(bounds.upper[i]) - lowered(sweep.start.lower[i]);
    const double slope = sweep.direction[i];
    if (slope == 0) {
      if (!(least <= 0 && 0 <= most)) return kInfinity;
      continue;
    }
    begin = std::max(begin, (slope > 0 ? least : most) / slope);
    end = std::min(end, (slope > 0 ? most : least) / slope);
  }
  return begin <= end ? begin : kInfinity;
}

}  // namespace stiction
