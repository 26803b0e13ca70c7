#pragma once

#include <stiction/geometry/shape.h>

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

namespace stiction {

/// Bounds as the volume of a node of Bullet's trees, and back.
inline btDbvtVolume volume_of(const Aabb& bounds) {
  const Vec3& lower = bounds.lower;
  const Vec3& upper = bounds.upper;
  return btDbvtVolume::FromMM(btVector3(lower.x(), lower.y(), lower.z()),
                              btVector3(upper.x(), upper.y(), upper.z()));
}

inline Aabb bounds_of(const btDbvtVolume& volume) {
  const btVector3& lower = volume.Mins();
  const btVector3& upper = volume.Maxs();
  return {Vec3(lower.x(), lower.y(), lower.z()), Vec3(upper.x(), upper.y(), upper.z())};
}

}  // namespace stiction
