// The shapes of a <body>.

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"

namespace stiction {
namespace {

std::optional<Shape> read_box(ElementReader& reader) {
  reader.require("size");
  const std::optional<Vec3> size = reader.vector("size", kPositive);
  if (!size) return {};
  return Box{*size};
}

std::optional<Shape> read_sphere(ElementReader& reader) {
  reader.require("radius");
  const std::optional<double> radius = reader.number("radius", kPositive);
  if (!radius) return {};
  return Sphere{*radius};
}

std::optional<Shape> read_capsule(ElementReader& reader) {
  reader.require("radius");
  reader.require("length");
  const std::optional<double> radius = reader.number("radius", kPositive);
  const std::optional<double> length = reader.number("length", kPositive);
  if (!radius || !length) return {};
  return Capsule{*radius, *length};
}

std::optional<Shape> read_plane(ElementReader& reader) {
  const Vec3 normal = reader.vector("normal").value_or(Vec3::UnitZ());
  const double offset = reader.number("offset").value_or(0);
  if (normal.isZero(0)) {
    reader.reject("normal", "expected a direction, not zero");
    return {};
  }
  return Plane{normal, offset};
}

struct ShapeElement {
  std::string_view name;
  std::optional<Shape> (*read)(ElementReader& reader);
};

constexpr std::array<ShapeElement, 4> kShapeElements = {
    {{"box", read_box}, {"sphere", read_sphere}, {"capsule", read_capsule}, {"plane", read_plane}}};

const ShapeElement* find_shape_element(std::string_view name) {
  for (const ShapeElement& element : kShapeElements) {
    if (element.name == name) return &element;
  }
  return nullptr;
}

/// The last word is `checked_shape`'s: what a size's range says is not all (a normal may vanish
/// against its own square).
std::optional<Shape> checked(const std::optional<Shape>& shape, ElementReader& reader) {
  if (!shape) return {};
  try {
    return checked_shape(*shape);
  } catch (const std::invalid_argument& fault) {
    reader.reject(fault.what());
    return {};
  }
}

}  // namespace

bool is_shape_element(const tinyxml2::XMLElement& element) {
  return find_shape_element(element.Name()) != nullptr;
}

void read_shape(const tinyxml2::XMLElement& element, BodyElement& body, FileErrors& errors) {
  ElementReader reader(element, errors);
  const std::optional<Shape> shape =
      checked(find_shape_element(element.Name())->read(reader), reader);
  if (std::string_view(element.Name()) == "plane" && body.definition.kind != BodyKind::fixed) {
    reader.reject("a plane on a body that moves; accepted on bodies with static=\"true\"");
  }
  const RigidTransform X_BS = reader.pose();
  const double density = reader.number("density", kPositive).value_or(1000);
  BodyElement::ShapeNames names;
  names.material = reader.reference("material");
  names.group = reader.name("group");
  reader.finish();
  reject_children(element, errors);
  if (!shape) return;
  body.definition.shapes.push_back({.shape = *shape, .pose = X_BS, .density = density});
  body.shapes.push_back(std::move(names));
}

}  // namespace stiction
