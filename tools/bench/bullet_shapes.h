#pragma once

#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

#include <memory>

namespace stiction::bench {

/// Bullet's narrow phase on one pair of shapes, in double precision: the collision algorithm that
/// its dispatcher chooses for them, with shape margins of 1e-3 m. Hulls and boxes have their
/// polyhedral features, so that face against face gives more than one point.
class BulletPair {
 public:
  /// Finds points up to a gap of about 0.02 m between shapes of about unit size.
  BulletPair(const Shape& A, const RigidTransform& X_WA, const Shape& B,
             const RigidTransform& X_WB);
  ~BulletPair();

  /// Finds the contacts without memory of earlier ones. Returns the number of points.
  int find_points();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Makes Bullet's shape of a mesh, with its tree, and discards it.
void load_bullet_mesh(const Mesh& mesh);

}  // namespace stiction::bench
