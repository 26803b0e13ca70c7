#pragma once

#include <stiction/math/vector.h>

namespace stiction {

/// Two unit vectors that form a right-handed orthonormal frame (t1, t2, n) with a unit normal.
struct TangentBasis {
  Vec3 t1;
  Vec3 t2;
};

/// A tangent basis of the unit vector n that depends on n alone: t1 is the world axis least aligned
/// with n (x before y before z among equals), made perpendicular to n.
TangentBasis make_tangent_basis(const Vec3& n);

}  // namespace stiction
