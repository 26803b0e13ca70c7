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
  /// A body that holds another one, both ways round.
  struct Hold {
    std::size_t from = 0, to = 0;
    std::size_t contact = 0;  ///< by which, the first of several
    auto operator<=>(const Hold&) const = default;
  };

  std::vector<Vec3> turns;  ///< of the bodies, in the step, rad
  std::vector<Vec3> ways;   ///< of their centres, m
  std::vector<Hold> holds;  ///< one a pair of bodies, either way
  std::vector<char> is_placed;
  std::vector<std::size_t> queue;  ///< of bodies that are where they belong
};

/// Whether a kinematic body turned in the step.
bool has_carrier(const WorldValue& world);

/// Puts what sticks to a kinematic body that turns, and turns with it, where that carries it. A
/// step along tangents lets it out by (h w)^2 r / 2, step by step: a stack 0.5 m from the axis of a
/// table that turned by 1 rad/s, h = 10 ms, came out by 81 mm in 30 s.
///
/// Bodies stick that turn alike and have a loaded contact that does not slip; they carry each
/// other,
///
///     c_B' = c_A' + R (c_B - c_A + g n),   R = exp(phi),
///
/// with the turn phi of A. g is what they came closer by along the normal n beyond that, whether
/// they went along tangents or along arcs, as what is followed with second order does: the smaller
/// of the two. Not bodies that are `followed` (one a body), where joints hold as the step ends.
///
/// `contacts`: of the step's start, ascending keys; `memory`: what it found out of them. Velocities
/// are left alone. Returns the potential energy that is put in by it, J. O(n log n) in bodies and
/// contacts; no heap once it has been used.
double carry_bodies(WorldValue& world, std::span<const FoundContact> contacts,
                    const RememberedContacts& memory, std::span<const char> followed,
                    CarriedBodyTools& tools);

}  // namespace stiction
