#pragma once

#include <stiction/collision/narrow_phase.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace stiction {

/// Steps of conservative advancement after which shapes that are neither near nor past each other
/// count as meeting.
inline constexpr int kMaxHitAdvances = 64;

/// How far points of a shape of that radius are off the straight way, m: as it turns, by the height
/// of a chord and about its middle, and as forces bend the way.
inline double calc_detour(const NarrowPhaseQuery& query, double radius) {
  return query.deviation +
         query.relative_rotation.norm() * (radius + 0.5 * query.relative_displacement.norm());
}

/// How solids pass each other somewhere on a straight way.
struct Passing {
  double gap = 0;
  double slope = 0;  ///< of the gap over the whole way: the way along the normal, m
};

/// The fraction of a straight way, from `begin` on, at which two convex solids, the smaller one of
/// that radius, are nearest if they do not meet on it; none if they stay at least `detour` apart,
/// m. Their distance is a convex function of the way; its slope there is no more than the share
/// `flat` of it. `look(s)` returns the Passing there.
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

/// What is led apart, or together, by no more than this share of the distance is as near as it
/// comes.
inline constexpr double kFlat = 1e-2;

/// A closed form as in shape_pairs.h, for any two shapes.
using PairFunction = double (*)(const Shape& first, const RigidTransform& X_O1, const Shape& second,
                                const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                                ShapeManifold& manifold);

/// Corrects the manifold that `calc` gave (returning `separation`) for a pair whose predicted
/// displacement exceeds the radius of the smaller shape, `smaller_radius`. In such a step the
/// shapes meet elsewhere than they are near now, or do not meet at all, and a contact posed now
/// would deflect what flies past.
///
/// The pair's motion is followed along the straight line by conservative advancement: at each pose,
/// the normal between the nearest points says how far the motion is safe. If the shapes miss, there
/// are no points. If they hit at the fraction s, the normal and the points are those of the pose at
/// s, with gap - n . (s displacement) as gap, so gap + n . u >= 0 is right along the path. Points
/// are where the smaller shape, whose lever arms are short, has them now. Shapes that turn, or that
/// forces drive, are off the straight way: where that may make them meet, they have the contact of
/// where they are nearest, which the straight way respects, with the gap of there if it leads apart
/// by then.
///
/// The manifold is left alone if the shapes are within 1e-2 smaller radii now, or if its own normal
/// keeps them apart up to that much: shapes that slide or roll on each other are no projectiles.
void calc_swept_contact(PairFunction calc, const Shape& first, const RigidTransform& X_O1,
                        const Shape& second, const RigidTransform& X_O2, double smaller_radius,
                        bool is_first_smaller, const NarrowPhaseQuery& query, double separation,
                        ShapeManifold& manifold);

}  // namespace stiction
