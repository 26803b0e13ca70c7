#pragma once

namespace stiction {

/// What acts in the tangent plane of a contact, linear in the velocities.
enum class TangentLaw {
  free,    ///< nothing
  held,    ///< u_t = 0
  rough,   ///< Coulomb friction far beyond any real one, so that whatever can hold by load holds
  damped,  ///< f = -h c u_t at the end of the step, c the contact's viscosity
};

}  // namespace stiction
