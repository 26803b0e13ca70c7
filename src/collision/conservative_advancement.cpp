#include "conservative_advancement.h"

#include <algorithm>
#include <cmath>

#include "infinity.h"

namespace stiction {
namespace {

// Convergence is quadratic; if the shapes graze each other, the gap falls to a quarter per round.
constexpr int kMaxTouchAdvances = 100;
// Accuracy of the overlap that is found, as a share of the allowance.
constexpr double kExactness = 1e-2;

double least_gap(const ShapeManifold& manifold) {
  double least = kInfinity;
  for (const ManifoldPoint& point : manifold.points) least = std::min(least, point.gap);
  return least;
}

// The mean of the points that touch.
Vec3 touching_point(const ShapeManifold& manifold, double least, double tolerance) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (const ManifoldPoint& point : manifold.points) {
    if (point.gap > least + tolerance) continue;
    sum += point.point;
    ++count;
  }
  return sum / count;
}

}  // namespace

std::optional<ShapeCastHit> find_touch(const ConvexFlight& flight, ShapeManifold& manifold) {
  double s = 0;
  for (int i = 0;; ++i) {
    flight.look(s, manifold);
    const double gap = least_gap(manifold);
    if (!std::isfinite(gap)) return std::nullopt;
    const double reserve = gap + flight.allowance;
    const double approach = -manifold.normal.dot(flight.displacement);
    if (reserve <= kExactness * flight.allowance || i == kMaxTouchAdvances) {
      const double back = s > 0 && approach > 0 ? -gap / approach : 0.0;
      return ShapeCastHit{std::clamp(s - back, 0.0, 1.0),
                          touching_point(manifold, gap, flight.allowance), manifold.normal};
    }
    // Points beyond the normal plane stay there until the motion has used up the reserve.
    if (!(approach * (1 - s) >= reserve)) return std::nullopt;
    s += reserve / approach;
  }
}

}  // namespace stiction
