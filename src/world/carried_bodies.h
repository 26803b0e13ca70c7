#pragma once

#include <compare>
#include <span>
#include <vector>

#include "contact_finder.h"
#include "remembered_contacts.h"
#include "world_value.h"

namespace stiction {

/// Memory of `carry_bodies`.
struct CarriedBodyTools {
  /// A body that holds another one; kept for both directions.
  struct Hold {
    std::size_t from = 0, to = 0;
    std::size_t contact = 0;  ///< by which it holds it, the first of several
    auto operator<=>(const Hold&) const = default;
  };

  std::vector<Vec3> turns;  ///< of the bodies in the step, rad
  std::vector<Vec3> ways;   ///< displacements of their centres, m
  std::vector<Hold> holds;  ///< one per direction of each pair of bodies
  std::vector<char> is_placed;
  std::vector<std::size_t> queue;  ///< bodies that are where they belong
};

/// Whether a kinematic body turned in the step.
bool has_carrier(const WorldValue& world);

/// Puts bodies that stick to a turning kinematic body, and turn with it, where it carries them.
/// Steps along tangents let them drift outwards by (h w)^2 r / 2 each: a stack 0.5 m from the axis
/// of a table that turned by 1 rad/s, h = 10 ms, drifted by 81 mm in 30 s.
///
/// Bodies stick if they turn alike and have a loaded contact that does not slip; they carry each
/// other,
///
///     c_B' = c_A' + R (c_B - c_A + g n),   R = exp(phi),
///
/// with the turn phi of A. g is how much closer the bodies came along the normal n beyond that, on
/// tangents or on arcs (as bodies followed with second order move): the smaller of the two. Skips
/// bodies that are `followed` (one entry per body): their joints hold as the step ends.
///
/// `contacts`: those at the start of the step, ascending keys; `memory`: what the step found out
/// about them. Velocities do not change. Returns the potential energy added, J. O(n log n) in
/// bodies and contacts; no heap allocation after the first use.
double carry_bodies(WorldValue& world, std::span<const FoundContact> contacts,
                    const RememberedContacts& memory, std::span<const char> followed,
                    CarriedBodyTools& tools);

}  // namespace stiction
