#include <stiction/math/tangent_basis.h>

namespace stiction {

TangentBasis make_tangent_basis(const Vec3& n) {
  const Vec3 a = n.cwiseAbs();
  const int axis = a.x() <= a.y() && a.x() <= a.z() ? 0 : (a.y() <= a.z() ? 1 : 2);
  const Vec3 e = Vec3::Unit(axis);
  const Vec3 t1 = (e - n.dot(e) * n).normalized();
  return {t1, n.cross(t1)};
}

}  // namespace stiction
