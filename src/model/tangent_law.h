#pragma once

namespace stiction {

/// What acts in the tangent plane of a contact. All but the last are linear in the velocities.
enum class TangentLaw {
  free,     ///< nothing
  held,     ///< u_t = 0
  damped,   ///< f = -h c u_t at the end of the step, c the contact's viscosity
  gripped,  ///< u_t = 0 where the contact carries load, else nothing
};

}  // namespace stiction
