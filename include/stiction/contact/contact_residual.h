#pragma once

#include <stiction/abi.h>

namespace stiction {

/// How wrong an answer to a contact problem is. Dimensionless; 0 is exact.
struct ContactResidual {
  double max = 0;       ///< the largest of the four below
  double normal = 0;    ///< min(u_n, theta)
  double friction = 0;  ///< the law in the tangent planes
  double momentum = 0;  ///< M (v+ - v*) - J^T r per body
  /// Rows beyond contacts: |r - clip(r - m (u + s r), l, h)| / (m V) for the scaled row, with u
  /// multiplied and r divided by the row's length, and 1/m = J M^-1 J^T + s.
  double rows = 0;
  /// Largest angle between friction and minus the slip over sliding contacts, rad.
  double cone_angle = 0;
  /// Largest relative shortfall of |f| against mu theta over sliding contacts. No-slip model: the
  /// largest slip under load.
  double cone_force = 0;
};

}  // namespace stiction
