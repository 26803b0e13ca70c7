#pragma once

#include <stiction/abi.h>

namespace stiction {

/// How wrong an answer to a contact problem is. Dimensionless; 0 is exact.
struct ContactResidual {
  double max = 0;       ///< the largest of the three below
  double normal = 0;    ///< min(nu, theta)
  double friction = 0;  ///< min(sigma, phi) and min(gamma, lambda)
  double momentum = 0;  ///< M (v+ - v*) - J^T r per body
  double cone_angle =
      0;  ///< rad: largest angle between friction and minus the slip, sliding contacts
  /// Largest relative shortfall of |f| against mu theta, sliding contacts. No-slip: the largest
  /// slip under load.
  double cone_force = 0;
};

}  // namespace stiction
