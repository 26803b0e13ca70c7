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
  /// A rolling body, and the index in `ends` of a contact that it bears on.
  using Bearing = std::pair<std::size_t, std::size_t>;

  std::vector<double> ways;         ///< displacements of the bodies in the step, m
  std::vector<char> rolls;          ///< whether they may be put back
  std::vector<FoundContact> found;  ///< contacts of one pair
  std::vector<FoundContact> ends;  ///< the rolling bodies' bearing contacts, at the end of the step
  std::vector<Bearing> bearings;
  ManifoldList manifolds;
};

/// Puts bodies that roll or rock back onto their bearing contacts. A step along tangents leaves a
/// contact by way^2 / 2R, or overlaps with it. Closing a gap by a velocity in the next step makes
/// bodies that touch all around slip, and one rolling ball would bring a resting heap to the verge
/// of slipping; removing a depth of 1e-6 m moves them all, and opens gaps of 1e-7 m.
///
/// A body gets the smallest displacement (rotation counted at its bounding radius) with which the
/// contacts that bore in the step close gaps of up to 1e-5 m and lose their depths, or keep their
/// gaps where these are not its own. Edges that the faces of its other bearings cover do not count.
/// A body stays if there is no such displacement; if it leads upwards although no depth requires
/// that, so that no energy is put in; if the next step would not count one of its contacts as
/// touching; or if a joint holds it. Bodies are moved one by one, with the others at rest.
///
/// `contacts`: those at the start of the step, ascending keys; `memory`: what the step found out
/// about them; h: the step, s. Velocities do not change, but spins turn with their bodies.
/// O(bodies), and O(contacts) if a body rolls; no heap allocation after the first use.
void restore_rolling_contacts(WorldValue& world, std::span<const FoundContact> contacts,
                              const RememberedContacts& memory, double h,
                              RollingContactTools& tools);

}  // namespace stiction
