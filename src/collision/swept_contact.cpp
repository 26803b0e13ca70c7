#include "swept_contact.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "infinity.h"

namespace stiction {
namespace {

// The shapes without prediction, `first` moved by s displacements.
struct Flight {
  PairFunction calc;
  const Shape& first;
  const RigidTransform& X_O1;
  const Shape& second;
  const RigidTransform& X_O2;
  const Vec3& displacement;

  // Returns their distance, infinite beyond the margin.
  double look(double s, double margin, ShapeManifold& manifold) const {
    RigidTransform X = X_O1;
    X.translation += s * displacement;
    manifold.points.clear();
    return calc(first, X, second, X_O2, {.margin = margin}, manifold);
  }
};

// The fraction of the displacement at which the shapes meet, to 1e-6 of the smaller radius, or come
// as close as 1e-3 of it by the end, or at which they are nearest if they pass each other within
// their detours, m; else none. Running out of iterations is never reported as a miss.
std::optional<double> find_hit(const Flight& flight, double smaller_radius, double detour,
                               ShapeManifold& manifold) {
  const double reach = kInfinity;
  double last = 0;
  double s = 0;
  for (int i = 0; i < kMaxHitAdvances; ++i) {
    const double gap = flight.look(s, reach, manifold);
    if (gap <= 1e-6 * smaller_radius) return s;
    // Points beyond the normal plane stay there until the motion has used up the gap.
    const double approach = -manifold.normal.dot(flight.displacement);
    if (approach * (1 - s) < gap) {
      if (gap <= 1e-3 * smaller_radius && approach > 0) return s;
      if (detour == 0) return std::nullopt;
      const auto look = [&](double at) {
        const double distance = flight.look(at, reach, manifold);
        return Passing{distance, manifold.normal.dot(flight.displacement)};
      };
      return find_nearest(look, last, smaller_radius, detour, kFlat);
    }
    last = s;
    s += gap / approach;
  }
  return s;
}

}  // namespace

void calc_swept_contact(PairFunction calc, const Shape& first, const RigidTransform& X_O1,
                        const Shape& second, const RigidTransform& X_O2, double smaller_radius,
                        bool is_first_smaller, const NarrowPhaseQuery& query, double separation,
                        ShapeManifold& manifold) {
  const Vec3& displacement = query.relative_displacement;
  const Flight flight{calc, first, X_O1, second, X_O2, displacement};
  const double small = 1e-2 * smaller_radius;
  const double predicted = separation + manifold.normal.dot(displacement);
  if (std::abs(predicted) <= small) return;

  if (flight.look(0, query.margin, manifold) <= small) {
    manifold.points.clear();
    calc(first, X_O1, second, X_O2, query, manifold);
    return;
  }
  const double detour = calc_detour(query, smaller_radius);
  const std::optional<double> s =
      predicted < detour ? find_hit(flight, smaller_radius, detour, manifold) : std::nullopt;
  if (!s) {
    manifold.points.clear();
    return;
  }
  flight.look(*s, query.margin, manifold);
  const Vec3 travelled = *s * displacement;
  // If the motion has separated the shapes already, that is no overlap now.
  const double back = std::min(0.0, manifold.normal.dot(travelled));
  for (ManifoldPoint& point : manifold.points) {
    point.gap -= back;
    if (is_first_smaller) point.point -= travelled;
  }
  std::erase_if(manifold.points,
                [&](const ManifoldPoint& point) { return point.gap > query.margin; });
}

}  // namespace stiction
