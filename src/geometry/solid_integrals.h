#pragma once

#include <stiction/geometry/mass_properties.h>
#include <stiction/math/vector.h>

namespace stiction {

/// Integrals over a solid.
struct SolidIntegrals {
  double volume = 0;                  ///< m^3; negative if the surface faces inwards
  Vec3 center = Vec3::Zero();         ///< centre of mass, m; the vertices' mean if the volume is 0
  Mat3 second_moment = Mat3::Zero();  ///< of (x - center)(x - center)^T, m^5, sign as `volume`
};

/// The mass properties of the homogeneous solid.
inline MassProperties with_mass(const SolidIntegrals& integrals, double mass) {
  const Mat3 second = mass / integrals.volume * integrals.second_moment;
  return {mass, integrals.center, second.trace() * Mat3::Identity() - second};
}

}  // namespace stiction
