#pragma once

#include <algorithm>

#include "contact_finder.h"

namespace stiction {

/// Facets whose normals differ by less than this, rad, count as one plane: a body that bears on
/// both tilts by as much.
inline constexpr double kMostTurnInPlane = 1e-7;

/// The angle between the normals of two contacts, rad.
double turn_between(const FoundContact& a, const FoundContact& b);

/// True if two contacts, possibly at different times, are between the same bodies; all static
/// bodies count as one.
bool is_held_alike(const WorldValue& world, const FoundContact& a, const FoundContact& b);

/// True if `is_held_alike`, and the normals differ by at most `most_turn`, rad: a body that slides
/// or rolls over the seam of flush tiles leaves one contact for the next.
bool is_in_same_plane(const WorldValue& world, const FoundContact& a, const FoundContact& b,
                      double most_turn = kMostTurnInPlane);

/// True if a contact that was found again at a later time has moved to another plane, rather than
/// turned: another contact has kept its old plane, or had the new one already. Beside a seam of
/// flush tiles, a rolling body may be held along the next tile's face, or along the line to the
/// edge of that face. Both are valid, but their gaps are unrelated.
/// `earlier` and `later`: all contacts of the body at the two times.
template <typename Earlier, typename Later>
bool has_changed_plane(const WorldValue& world, const FoundContact& before,
                       const FoundContact& after, const Earlier& earlier, const Later& later) {
  if (turn_between(before, after) <= kMostTurnInPlane) return false;
  return std::ranges::any_of(
             later, [&](const FoundContact& c) { return is_in_same_plane(world, before, c); }) ||
         std::ranges::any_of(
             earlier, [&](const FoundContact& c) { return is_in_same_plane(world, c, after); });
}

}  // namespace stiction
