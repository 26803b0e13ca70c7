#pragma once

#include <stiction/geometry/shape.h>

#include <memory>

namespace stiction {

class TriangleSurface;

/// A shape made ready for collision: a mesh with Bullet's tree of its triangles, a mesh or height
/// field with data about its edges and flat parts. Construction takes O(n log n) for n triangles.
/// Copies are cheap and share this data, also between threads.
class Collider {
 public:
  /// The shape must have passed `checked_shape`.
  Collider(const Shape& shape);  // NOLINT: implicit, so that a shape can stand for its collider

  const Shape& shape() const { return shape_; }
  /// The surface of a mesh or height field; null for other shapes. Internal to collision.
  const TriangleSurface* surface() const { return surface_.get(); }

 private:
  Shape shape_;
  std::shared_ptr<const TriangleSurface> surface_;
};

}  // namespace stiction
