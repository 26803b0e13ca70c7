#pragma once

#include <stiction/geometry/shape.h>

#include <memory>

namespace stiction {

class TriangleSurface;

/// A shape made ready for collision: of a mesh, with Bullet's tree of its triangles; of a mesh or a
/// height field, with what is known of its edges and flat parts. That takes O(n log n) to make for
/// n triangles. Copies are cheap and share it, also between threads.
class Collider {
 public:
  /// The shape must have passed `checked_shape`.
  Collider(const Shape& shape);  // NOLINT: implicit, so that a shape can stand for its collider

  const Shape& shape() const { return shape_; }
  /// Of a mesh or a height field; null for other shapes. For the collision module's own use.
  const TriangleSurface* surface() const { return surface_.get(); }

 private:
  Shape shape_;
  std::shared_ptr<const TriangleSurface> surface_;
};

}  // namespace stiction
