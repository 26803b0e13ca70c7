#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/lloyd_lemke.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "facet_angles.h"

namespace stiction {

/// Where Lloyd's solver starts at a contact.
struct FacetStart {
  double angle = 0;  ///< of the first facet, from t1 towards t2, rad
  ContactBasis basis;
};

/// What the next step needs for it, in any frame: the angle is counted from the friction impulse,
/// which comes back in the frame of then.
inline ContactMemory pack_facets(const FacetStart& start, const Vec2& friction) {
  const double turn = friction.isZero(0) ? 0.0 : start.angle - angle_of(friction);
  const std::uint64_t basics = (start.basis.theta ? 1u : 0u) | (start.basis.lambda ? 2u : 0u);
  return {std::bit_cast<std::uint64_t>(turn), basics, start.basis.phi};
}

/// The reverse.
inline ContactBasis unpack_basis(const ContactMemory& memory) {
  return {(memory[1] & 1u) != 0, (memory[1] & 2u) != 0, memory[2]};
}

/// The reverse, with the friction impulse of now. Where there is none to count the angle from, it
/// is `new_angle`, that of a contact without memory.
inline double unpack_angle(const ContactMemory& memory, const Vec2& friction, double new_angle) {
  const double turn = std::bit_cast<double>(memory[0]);
  const double angle = friction.isZero(0) ? new_angle : angle_of(friction);
  return std::isfinite(turn) ? angle + turn : angle;
}

}  // namespace stiction
