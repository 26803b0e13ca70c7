#pragma once

#include <stiction/collision/narrow_phase.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "contact_finder.h"
#include "remembered_contacts.h"
#include "world_value.h"

namespace stiction {

/// Memory of `restore_rolling_contacts`.
struct RollingContactTools {
  /// A body that rolls, and which of `ends` it bears on.
  using Bearing = std::pair<std::size_t, std::size_t>;

  std::vector<double> ways;         ///< of the bodies, in the step, m
  std::vector<char> rolls;          ///< whether they may be put back
  std::vector<FoundContact> found;  ///< of a pair
  std::vector<FoundContact> ends;   ///< what bore and rolls, as the step ends
  std::vector<Bearing> bearings;
  ManifoldList manifolds;
};

/// Puts bodies that roll or rock back on what they bear on. A step along tangents leaves it by
/// way^2 / 2R, or overlaps with it. To close a gap by a velocity in the next step takes the bodies
/// that touch all around to slip, and a heap that rests is on the verge of it for one ball that
/// rolls; to remove a depth of 1e-6 m moves them all, and opens gaps of 1e-7 m.
///
/// A body is displaced by the least way (turns by its bounding radius) on which the contacts that
/// bore in the step close their gaps, of up to 1e-5 m, and lose their depths, or keep what gaps
/// they have where these are not its own. It stays where there is no such way; where that leads
/// upwards and no depth asks for it, so that no energy is put in; where a contact is one that the
/// next step would not take to touch; and where a joint holds it. The bodies one by one, the other
/// at rest meanwhile.
///
/// `contacts`: those of the step's start, ascending keys; `memory`: what the step found out of
/// them; h: the step, s. Velocities are left alone, but spins turn with their bodies. O(bodies),
/// and of the contacts if one rolls; no heap once it has been used.
void restore_rolling_contacts(WorldValue& world, std::span<const FoundContact> contacts,
                              const RememberedContacts& memory, double h,
                              RollingContactTools& tools);

}  // namespace stiction
