#include <stiction/collision/collider.h>

#include "height_field_surface.h"
#include "mesh_surface.h"

namespace stiction {
namespace {

std::shared_ptr<const TriangleSurface> make_surface(const Shape& shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    return std::make_shared<MeshSurface>(mesh->surface);
  }
  if (const auto* field = std::get_if<HeightField>(&shape)) {
    return std::make_shared<HeightFieldSurface>(field->grid);
  }
  return nullptr;
}

}  // namespace

Collider::Collider(const Shape& shape) : shape_(shape), surface_(make_surface(shape)) {}

}  // namespace stiction
