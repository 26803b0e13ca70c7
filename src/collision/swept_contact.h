#pragma once

#include <stiction/collision/narrow_phase.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace stiction {

/// Number of conservative advancement steps after which shapes that are neither near nor past each
/// other count as meeting.
inline constexpr int kMaxHitAdvances = 64;

/// How far points of a shape of this radius may be off the straight line, m: rotation moves them by
/// the height of a chord and about the shape's middle, and forces bend the path.
inline double calc_detour(const NarrowPhaseQuery& query, double radius) {
  return query.deviation +
         query.relative_rotation.norm() * (radius + 0.5 * query.relative_displacement.norm());
}

/// The gap of two solids somewhere on a straight path.
struct Passing {
  double gap = 0;
  double slope = 0;  ///< of the gap over the whole path: the displacement along the normal, m
};

/// The fraction of a straight path, from `begin` on, at which two convex solids are nearest if they
/// do not meet on it; none if they stay at least `detour` apart, m. `smaller_radius` is that of the
/// smaller solid. Their distance is a convex function of the path; at the returned place its slope
/// is at most the share `flat` of the distance. `look(s)` returns the Passing at s.
template <typename Look>
std::optional<double> find_nearest(const Look& look, double begin, double smaller_radius,
                                   double detour, double flat) {
  double before = begin;
  double after = 1;
  const auto is_flat = [&](const Passing& at) {
    return std::abs(at.slope) <= flat * std::max(at.gap, 1e-4 * smaller_radius);
  };
  double s = begin;
  for (int i = 0; i < kMaxHitAdvances; ++i) {
    const Passing at = look(s);
    const bool is_at_end = at.slope < 0 ? s == 1 : s == begin;
    if (is_at_end || is_flat(at)) return at.gap < detour ? std::optional(s) : std::nullopt;
    if (at.gap - at.slope * (s - (at.slope < 0 ? after : before)) >= detour) return std::nullopt;
    (at.slope < 0 ? before : after) = s;
    s = i == 0 ? 1 : 0.5 * (before + after);
  }
  return s;
}

/// Share of the distance: solids are as near as they come once the motion changes their distance by
/// no more than this.
inline constexpr double kFlat = 1e-2;

/// A closed form as in shape_pairs.h, for any two shapes.
using PairFunction = double (*)(const Shape& first, const RigidTransform& X_O1, const Shape& second,
                                const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                                ShapeManifold& manifold);

/// Corrects the manifold that `calc` computed (returning `separation`) for a pair whose predicted
/// displacement exceeds the radius of the smaller shape, `smaller_radius`. In such a step the
/// shapes meet elsewhere than where they are near now, or not at all, and a contact posed now would
/// deflect a shape that flies past.
///
/// The pair's motion is followed along the straight line by conservative advancement: at each pose,
/// the normal between the nearest points bounds how far the motion is safe. If the shapes miss,
/// there are no points. If they hit at the fraction s, the normal and the points are those of the
/// pose at s, with gap - n . (s displacement) as gap, so gap + n . u >= 0 is right along the path.
/// Points are placed where the smaller shape, whose lever arms are short, has them now. Shapes that
/// turn, or are driven by forces, leave the straight line: if that may make them meet, they get the
/// contact of the place where they are nearest, one that the straight motion respects, with the gap
/// at that place if the motion separates them by then.
///
/// The manifold is left alone if the shapes are within 1e-2 smaller radii now, or if its own normal
/// keeps them apart up to that much: shapes that slide or roll on each other are no projectiles.
void calc_swept_contact(PairFunction calc, const Shape& first, const RigidTransform& X_O1,
                        const Shape& second, const RigidTransform& X_O2, double smaller_radius,
                        bool is_first_smaller, const NarrowPhaseQuery& query, double separation,
                        ShapeManifold& manifold);

}  // namespace stiction
