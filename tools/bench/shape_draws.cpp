#include "shape_draws.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "hull_draws.h"
#include "superquadric.h"

namespace stiction::bench {
namespace {

constexpr std::array<std::string_view, kShapeKinds.size()> kKindNames = {
    "sphere",       "box",         "capsule",          "cylinder",     "cone",  "hull", "ellipsoid",
    "superquadric", "rounded_box", "rounded_cylinder", "rounded_hull", "plane", "mesh", "field"};

/// The kind that a rounded kind rounds.
std::optional<ShapeKind> core_kind(ShapeKind kind) {
  if (kind == ShapeKind::rounded_box) return ShapeKind::box;
  if (kind == ShapeKind::rounded_cylinder) return ShapeKind::cylinder;
  if (kind == ShapeKind::rounded_hull) return ShapeKind::hull;
  return {};
}

/// A box, cylinder or hull with a rounding.
PosedShape rounded(PosedShape posed, double radius) {
  if (const auto* box = std::get_if<Box>(&posed.shape)) {
    posed.shape = Rounded{*box, radius};
  } else if (const auto* cylinder = std::get_if<Cylinder>(&posed.shape)) {
    posed.shape = Rounded{*cylinder, radius};
  } else {
    posed.shape = Rounded{std::get<Hull>(posed.shape), radius};
  }
  return posed;
}

PosedShape make_superquadric(const Vec3& radii, double exponent) {
  return {Convex{std::make_shared<const Superquadric>(radii, exponent)},
          {radii, Vec3(exponent, 0, 0)},
          {}};
}

/// A length of 1e-3 to 1e3 m for one shape in eight, else of 0.1 to 1 m.
struct LengthDraw {
  explicit LengthDraw(Random& random)
      : is_wild(random.happens(0.125)), is_thin(random.happens(0.125)) {
    scale = is_wild ? random.log_uniform(1e-2, 1e3) : 1.0;
  }
  double operator()(Random& random) const { return scale * random.log_uniform(0.1, 1); }
  /// The small length of a thin shape.
  double thin(Random& random) const { return (is_thin ? 1e-3 : 1.0) * (*this)(random); }

  bool is_wild;
  bool is_thin;
  double scale = 1;
};

/// Scaled along the axes. Points with too little volume are drawn again.
PosedShape draw_hull(Random& random) {
  const LengthDraw length(random);
  for (;;) {
    PosedShape drawn;
    drawn.points = draw_hull_points(random);
    Vec3 scale = Vec3::Constant(length(random));
    if (length.is_thin) scale[random.integer(0, 2)] *= 1e-3;
    for (Vec3& point : drawn.points) point = point.cwiseProduct(scale);
    try {
      drawn.shape = Hull{std::make_shared<const ConvexPolyhedron>(drawn.points)};
      return drawn;
    } catch (const std::invalid_argument&) {
      continue;  // Few points of a lattice may lie in one plane.
    }
  }
}

/// The mesh of its faces, as fans.
Collider make_mesh_of(const ConvexPolyhedron& polyhedron) {
  std::vector<std::array<int, 3>> triangles;
  for (int face = 0; face < static_cast<int>(polyhedron.faces().size()); ++face) {
    const auto corners = polyhedron.corners(face);
    for (std::size_t k = 2; k < corners.size(); ++k) {
      triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
  }
  return Collider(Mesh{std::make_shared<const TriangleMesh>(polyhedron.vertices(), triangles)});
}

}  // namespace

std::string_view kind_name(ShapeKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::optional<ShapeKind> find_kind(std::string_view name) {
  const auto found = std::ranges::find(kKindNames, name);
  if (found == kKindNames.end()) return {};
  return static_cast<ShapeKind>(found - kKindNames.begin());
}

PosedShape draw_shape(Random& random, ShapeKind kind) {
  if (const std::optional<ShapeKind> core = core_kind(kind)) {
    const PosedShape drawn = draw_shape(random, *core);
    return rounded(drawn, bounding_radius(drawn.shape) * random.log_uniform(1e-3, 1));
  }
  if (kind == ShapeKind::hull || kind == ShapeKind::mesh) return draw_hull(random);
  if (kind == ShapeKind::plane) return {Plane{random.direction(), random.uniform(-1, 1)}, {}, {}};
  const LengthDraw length(random);
  const double thin = length.thin(random);
  const double other = length(random);
  switch (kind) {
    case ShapeKind::box: {
      Vec3 size(thin, other, length.is_thin && random.happens(0.5) ? thin : length(random));
      std::swap(size.x(), size[random.integer(0, 2)]);
      return {Box{size}, {}, {}};
    }
    // A disc is as likely as a needle.
    case ShapeKind::capsule:
      return {random.happens(0.5) ? Capsule{thin, other} : Capsule{other, thin}, {}, {}};
    case ShapeKind::cylinder:
      return {random.happens(0.5) ? Cylinder{thin, other} : Cylinder{other, thin}, {}, {}};
    case ShapeKind::cone:
      return {random.happens(0.5) ? Cone{thin, other} : Cone{other, thin}, {}, {}};
    case ShapeKind::ellipsoid:
    case ShapeKind::superquadric: {
      Vec3 radii(thin, other, length(random));
      std::swap(radii.x(), radii[random.integer(0, 2)]);
      if (kind == ShapeKind::ellipsoid) return {make_ellipsoid(radii), {radii}, {}};
      return make_superquadric(radii, random.uniform(4.0 / 3, 4));
    }
    default:
      break;
  }
  return {Sphere{other}, {}, {}};
}

void give_mesh(PosedShape& posed) {
  posed.mesh.emplace(make_mesh_of(*std::get<Hull>(posed.shape).polyhedron));
}

PosedShape unit_shape(Random& random, ShapeKind kind) {
  switch (kind) {
    case ShapeKind::sphere:
      return {Sphere{0.5}, {}, {}};
    case ShapeKind::box:
      return {Box{Vec3::Ones()}, {}, {}};
    case ShapeKind::capsule:
      return {Capsule{0.5, 1}, {}, {}};
    case ShapeKind::cylinder:
      return {Cylinder{0.5, 1}, {}, {}};
    case ShapeKind::cone:
      return {Cone{0.5, 1}, {}, {}};
    case ShapeKind::ellipsoid:
      return {make_ellipsoid(Vec3(0.5, 0.5, 0.25)), {Vec3(0.5, 0.5, 0.25)}, {}};
    case ShapeKind::superquadric:
      return make_superquadric(Vec3(0.5, 0.5, 0.25), 3);
    // The rounding is included in the unit size.
    case ShapeKind::rounded_box:
      return {Rounded{Box{Vec3::Constant(0.5)}, 0.25}, {}, {}};
    case ShapeKind::rounded_cylinder:
      return {Rounded{Cylinder{0.25, 0.5}, 0.25}, {}, {}};
    case ShapeKind::rounded_hull: {
      PosedShape cube = unit_shape(random, ShapeKind::hull);
      for (Vec3& point : cube.points) point *= 0.5;
      cube.shape = Hull{std::make_shared<const ConvexPolyhedron>(cube.points)};
      return rounded(cube, 0.25);
    }
    case ShapeKind::mesh:
    case ShapeKind::hull: {
      PosedShape cube;
      for (int i = 0; i < 8; ++i) {
        cube.points.emplace_back(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
      }
      cube.shape = Hull{std::make_shared<const ConvexPolyhedron>(cube.points)};
      return cube;
    }
    case ShapeKind::plane:
    case ShapeKind::field:
      break;
  }
  return {Plane{Vec3::Unit(random.integer(0, 2)), 0.5 * random.integer(-1, 1)}, {}, {}};
}

}  // namespace stiction::bench
