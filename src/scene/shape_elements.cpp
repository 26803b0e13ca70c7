// The shapes of a <body>.

#include <stiction/geometry/support_shape.h>

#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"

namespace stiction {
namespace {

/// The context of a shape's element.
struct Surroundings {
  BodyKind kind;
  AssetStore& assets;
};

std::optional<Shape> read_box(ElementReader& reader, const Surroundings&) {
  reader.require("size");
  const std::optional<Vec3> size = reader.vector("size", kPositive);
  if (!size) return {};
  return Box{*size};
}

std::optional<Shape> read_sphere(ElementReader& reader, const Surroundings&) {
  reader.require("radius");
  const std::optional<double> radius = reader.number("radius", kPositive);
  if (!radius) return {};
  return Sphere{*radius};
}

std::optional<Shape> read_ellipsoid(ElementReader& reader, const Surroundings&) {
  reader.require("radii");
  const std::optional<Vec3> radii = reader.vector("radii", kPositive);
  if (!radii) return {};
  return make_ellipsoid(*radii);
}

/// Reads capsules, cylinders and cones.
template <typename RoundShape>
std::optional<Shape> read_round(ElementReader& reader, const Surroundings&) {
  reader.require("radius");
  reader.require("length");
  const std::optional<double> radius = reader.number("radius", kPositive);
  const std::optional<double> length = reader.number("length", kPositive);
  if (!radius || !length) return {};
  return RoundShape{*radius, *length};
}

std::optional<Shape> read_plane(ElementReader& reader, const Surroundings&) {
  const Vec3 normal = reader.vector("normal").value_or(Vec3::UnitZ());
  const double offset = reader.number("offset").value_or(0);
  if (normal.isZero(0)) {
    reader.reject("normal", "expected a direction, not zero");
    return {};
  }
  return Plane{normal, offset};
}

/// The asset, or nothing, with the error recorded.
template <typename T>
std::shared_ptr<const T> asset_or_error(const AssetStore::Result<T>& result, ElementReader& reader,
                                        const char* attribute = "file") {
  if (!result.asset) reader.reject(attribute, result.fault);
  return result.asset;
}

std::optional<Shape> make_hull(std::shared_ptr<const ConvexPolyhedron> polyhedron) {
  if (!polyhedron) return {};
  return Hull{std::move(polyhedron)};
}

std::optional<std::vector<Vec3>> read_points(ElementReader& reader) {
  const auto is_accepted = [](std::size_t count) { return count >= 12 && count % 3 == 0; };
  const std::optional<std::vector<double>> numbers =
      reader.list("points", "expected 3 finite numbers for each of at least 4 points", is_accepted);
  if (!numbers) return {};
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < numbers->size(); i += 3) {
    points.emplace_back((*numbers)[i], (*numbers)[i + 1], (*numbers)[i + 2]);
  }
  return points;
}

std::shared_ptr<const ConvexPolyhedron> hull_of(const std::vector<Vec3>& points,
                                                ElementReader& reader) {
  try {
    return std::make_shared<const ConvexPolyhedron>(points);
  } catch (const std::invalid_argument& fault) {
    reader.reject("points", fault.what());
    return nullptr;
  }
}

std::optional<Shape> read_hull(ElementReader& reader, const Surroundings& surroundings) {
  const std::optional<std::vector<Vec3>> points = read_points(reader);
  const std::optional<std::string> path = reader.file("file", "an OBJ or STL file");
  if (reader.has("points") == reader.has("file")) {
    reader.reject(std::string("expected either points or file, got ") +
                  (reader.has("file") ? "both" : "neither"));
    return {};
  }
  if (points) return make_hull(hull_of(*points, reader));
  if (!path) return {};
  return make_hull(asset_or_error(surroundings.assets.find_hull(*path, Vec3::Ones()), reader));
}

std::optional<Vec3> read_scale(ElementReader& reader) {
  const auto is_accepted = [](std::size_t count) { return count == 1 || count == 3; };
  const std::optional<std::vector<double>> numbers =
      reader.list("scale", "expected 1 or 3 numbers other than 0", is_accepted, kNotZero);
  if (!reader.has("scale")) return Vec3::Ones();
  if (!numbers) return {};
  return Vec3(numbers->front(), (*numbers)[numbers->size() / 2], numbers->back());
}

std::optional<Shape> read_mesh(ElementReader& reader, const Surroundings& surroundings) {
  reader.require("file");
  const std::optional<std::string> path = reader.file("file", "an OBJ or STL file");
  return read_surface(reader, "file", path, surroundings.kind, surroundings.assets);
}

std::optional<Shape> read_height_field(ElementReader& reader, const Surroundings& surroundings) {
  reader.require("file");
  reader.require("size");
  const std::optional<std::string> path = reader.file("file", "a PNG picture or a text grid");
  const std::optional<Vec3> size = reader.vector("size", kPositive);
  if (!path || !size) return {};
  std::shared_ptr<const HeightGrid> grid =
      asset_or_error(surroundings.assets.find_height_grid(*path, *size), reader);
  if (!grid) return {};
  return HeightField{std::move(grid)};
}

struct ShapeElement {
  std::string_view name;
  std::optional<Shape> (*read)(ElementReader& reader, const Surroundings& surroundings);
  bool is_for_static_bodies_only = false;
  bool may_be_rounded = false;
};

constexpr ShapeElement kShapeElements[] = {
    {.name = "box", .read = read_box, .may_be_rounded = true},
    {.name = "sphere", .read = read_sphere},
    {.name = "capsule", .read = read_round<Capsule>},
    {.name = "cylinder", .read = read_round<Cylinder>, .may_be_rounded = true},
    {.name = "cone", .read = read_round<Cone>},
    {.name = "ellipsoid", .read = read_ellipsoid},
    {.name = "plane", .read = read_plane, .is_for_static_bodies_only = true},
    {.name = "hull", .read = read_hull, .may_be_rounded = true},
    {.name = "mesh", .read = read_mesh},
    {.name = "heightfield", .read = read_height_field, .is_for_static_bodies_only = true}};

const ShapeElement* find_shape_element(std::string_view name) {
  for (const ShapeElement& element : kShapeElements) {
    if (element.name == name) return &element;
  }
  return nullptr;
}

/// Applies `checked_shape`, which has the last word: valid sizes do not suffice (a normal's square
/// may underflow).
std::optional<Shape> checked(const std::optional<Shape>& shape, ElementReader& reader) {
  if (!shape) return {};
  try {
    return checked_shape(*shape);
  } catch (const std::invalid_argument& fault) {
    reader.reject(fault.what());
    return {};
  }
}

/// Rounds a box, cylinder or hull.
Shape rounded(const Shape& core, double rounding) {
  if (const auto* box = std::get_if<Box>(&core)) return Rounded{*box, rounding};
  if (const auto* cylinder = std::get_if<Cylinder>(&core)) return Rounded{*cylinder, rounding};
  return Rounded{std::get<Hull>(core), rounding};
}

}  // namespace

std::optional<Shape> read_surface(ElementReader& reader, const char* attribute,
                                  const std::optional<std::string>& path, BodyKind body,
                                  AssetStore& assets) {
  const std::optional<Vec3> scale = read_scale(reader);
  if (!path || !scale) return {};
  if (body != BodyKind::fixed) {
    return make_hull(asset_or_error(assets.find_hull(*path, *scale), reader, attribute));
  }
  std::shared_ptr<const TriangleMesh> surface =
      asset_or_error(assets.find_mesh(*path, *scale), reader, attribute);
  if (!surface) return {};
  return Mesh{std::move(surface)};
}

std::optional<Shape> read_geometry(ElementReader& reader, std::string_view kind, BodyKind body,
                                   AssetStore& assets) {
  return checked(find_shape_element(kind)->read(reader, {body, assets}), reader);
}

bool is_shape_element(const tinyxml2::XMLElement& element) {
  return find_shape_element(element.Name()) != nullptr;
}

void read_shape(const tinyxml2::XMLElement& element, BodyElement& body, AssetStore& assets,
                FileErrors& errors) {
  ElementReader reader(element, errors);
  const ShapeElement& kind = *find_shape_element(element.Name());
  const BodyKind body_kind = body.definition.kind;
  std::optional<Shape> shape = read_geometry(reader, kind.name, body_kind, assets);
  if (kind.may_be_rounded) {
    const double rounding = reader.number("rounding", kNotNegative).value_or(0);
    if (shape && rounding > 0) shape = checked(rounded(*shape, rounding), reader);
  }
  if (kind.is_for_static_bodies_only && body_kind != BodyKind::fixed) {
    reader.reject("a " + std::string(kind.name) +
                  " on a body that moves; accepted on bodies with static=\"true\"");
  }
  const RigidTransform X_BS = reader.pose();
  const double density = reader.number("density", kPositive).value_or(1000);
  BodyElement::ShapeNames names;
  names.material = reader.reference("material");
  names.group = reader.name("group");
  const bool is_trigger = reader.boolean("trigger").value_or(false);
  reader.finish();
  reject_children(element, errors);
  if (!shape) return;
  body.definition.shapes.push_back(
      {.shape = *shape, .pose = X_BS, .density = density, .trigger = is_trigger});
  body.shapes.push_back(std::move(names));
}

}  // namespace stiction
