// Checks that the linked Bullet library was built with BT_USE_DOUBLE_PRECISION: its compiled code
// must store and return coordinates that single precision cannot hold.

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>

#include <cstdio>
#include <type_traits>

int main() {
  static_assert(std::is_same_v<btScalar, double>, "BT_USE_DOUBLE_PRECISION is not in force");
  static_assert(sizeof(btVector3) == 4 * sizeof(double), "btVector3 does not hold doubles");

  const double far_x = 1.0 + 1e-12;
  btConvexHullShape hull;
  hull.addPoint(btVector3(-1.0, 0.0, 0.0));
  hull.addPoint(btVector3(far_x, 0.25, -0.5));
  const btVector3 support = hull.localGetSupportingVertexWithoutMargin(btVector3(1.0, 0.0, 0.0));
  if (support.x() == far_x && support.y() == 0.25 && support.z() == -0.5) return 0;
  std::printf("expected the point (%.17g, 0.25, -0.5), got (%.17g, %.17g, %.17g)\n", far_x,
              support.x(), support.y(), support.z());
  return 1;
}
