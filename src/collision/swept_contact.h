#pragma once

#include <stiction/collision/narrow_phase.h>

namespace stiction {

/// Steps of conservative advancement after which shapes that are neither near nor past each other
/// count as meeting.
inline constexpr int kMaxHitAdvances = 64;

/// How far points of a shape of that radius that turns are off the straight way, m: by the height
/// of a chord, and about its middle.
inline double calc_detour(const NarrowPhaseQuery& query, double radius) {
  return query.relative_rotation.norm() * (radius + 0.5 * query.relative_displacement.norm());
}

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
/// are where the smaller shape, whose lever arms are short, has them now. Shapes that turn are off
/// the straight way: where that may make them meet, they have the contact of where they are
/// nearest, which the straight way respects, with the gap of there if it leads apart by then.
///
/// The manifold is left alone if the shapes are within 1e-2 smaller radii now, or if its own normal
/// keeps them apart up to that much: shapes that slide or roll on each other are no projectiles.
void calc_swept_contact(PairFunction calc, const Shape& first, const RigidTransform& X_O1,
                        const Shape& second, const RigidTransform& X_O2, double smaller_radius,
                        bool is_first_smaller, const NarrowPhaseQuery& query, double separation,
                        ShapeManifold& manifold);

}  // namespace stiction
