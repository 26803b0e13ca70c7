#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/drawn_surface.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>

#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>
#include <vector>

#include "rounded_polyhedron.h"

namespace stiction {
namespace {

constexpr int kSides = 40;
constexpr int kArcsOfQuarter = 10;  ///< per meridian of a ball, pole to equator

/// A point of the curve that is revolved about z, from bottom to top.
struct ProfilePoint {
  double radius = 0, z = 0;
  double normal_radial = 0, normal_z = 0;
  double mark = 0;  ///< 0 to 1 along the curve
};

DrawnSurface revolve(std::span<const ProfilePoint> profile) {
  DrawnSurface surface;
  surface.pattern = SurfacePattern::checks;
  for (const ProfilePoint& point : profile) {
    for (int side = 0; side <= kSides; ++side) {
      const double share = static_cast<double>(side) / kSides;
      const double angle = 2 * std::numbers::pi * share;
      const double x = side == kSides ? 1 : std::cos(angle);
      const double y = side == kSides ? 0 : std::sin(angle);
      surface.points.emplace_back(point.radius * x, point.radius * y, point.z);
      surface.normals.emplace_back(point.normal_radial * x, point.normal_radial * y,
                                   point.normal_z);
      surface.marks.push_back({share, point.mark});
    }
  }
  const int row = kSides + 1;
  for (std::size_t k = 0; k + 1 < profile.size(); ++k) {
    const ProfilePoint &below = profile[k], &above = profile[k + 1];
    if (below.radius == above.radius && below.z == above.z) continue;  // at an edge normals differ
    for (int side = 0; side < kSides; ++side) {
      const int low = static_cast<int>(k) * row + side;
      const int high = low + row;
      if (below.radius > 0) surface.triangles.push_back({low, low + 1, high + 1});
      if (above.radius > 0) surface.triangles.push_back({low, high + 1, high});
    }
  }
  return surface;
}

/// The half circles of a capsule of radius 1 whose centres have this distance; a ball for 0.
std::vector<ProfilePoint> make_capsule_profile(double length) {
  std::vector<ProfilePoint> profile;
  const double whole = std::numbers::pi + length;
  for (const int half : {-1, 1}) {
    for (int arc = 0; arc <= kArcsOfQuarter; ++arc) {
      if (half > 0 && arc == 0 && length == 0) continue;
      const int from_equator = half < 0 ? arc - kArcsOfQuarter : arc;
      const double angle = 0.5 * std::numbers::pi * from_equator / kArcsOfQuarter;
      const bool is_pole = std::abs(from_equator) == kArcsOfQuarter;
      const double radial = is_pole ? 0 : std::cos(angle);
      const double along = 0.5 * whole + angle + 0.5 * half * length;
      profile.push_back(
          {radial, std::sin(angle) + 0.5 * half * length, radial, std::sin(angle), along / whole});
    }
  }
  return profile;
}

DrawnSurface make_cube() {
  DrawnSurface cube;
  cube.pattern = SurfacePattern::edges;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-0.5, 0.5}) {
      const int first = static_cast<int>(cube.points.size());
      // Right-handed with the outer normal.
      const int right = (axis + (side > 0 ? 1 : 2)) % 3;
      const int up = (axis + (side > 0 ? 2 : 1)) % 3;
      for (const auto& [u, v] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
        Vec3 point;
        point[axis] = side;
        point[right] = u - 0.5;
        point[up] = v - 0.5;
        cube.points.push_back(point);
        cube.normals.emplace_back(2 * side * Vec3::Unit(axis));
        cube.marks.push_back({static_cast<double>(u), static_cast<double>(v)});
      }
      cube.triangles.push_back({first, first + 1, first + 2});
      cube.triangles.push_back({first, first + 2, first + 3});
    }
  }
  return cube;
}

DrawnSurface draw(const Sphere&) { return revolve(make_capsule_profile(0)); }
DrawnSurface draw(const Box&) { return make_cube(); }
DrawnSurface draw(const Capsule& capsule) {
  return revolve(make_capsule_profile(capsule.length / capsule.radius));
}
DrawnSurface draw(const Cylinder&) {
  return revolve(std::array<ProfilePoint, 6>{{{0, -0.5, 0, -1, 0},
                                              {1, -0.5, 0, -1, 0.25},
                                              {1, -0.5, 1, 0, 0.25},
                                              {1, 0.5, 1, 0, 0.75},
                                              {1, 0.5, 0, 1, 0.75},
                                              {0, 0.5, 0, 1, 1}}});
}
DrawnSurface draw(const Cone&) {
  constexpr double kHalf = std::numbers::sqrt2 / 2;
  return revolve(std::array<ProfilePoint, 4>{{{0, -0.5, 0, -1, 0},
                                              {1, -0.5, 0, -1, 0.4},
                                              {1, -0.5, kHalf, kHalf, 0.4},
                                              {0, 0.5, kHalf, kHalf, 1}}});
}
DrawnSurface draw(const Hull& hull) {
  DrawnSurface surface;
  surface.points = hull.polyhedron->vertices();
  for (int face = 0; face < static_cast<int>(hull.polyhedron->faces().size()); ++face) {
    const std::span<const int> corners = hull.polyhedron->corners(face);
    for (std::size_t k = 2; k < corners.size(); ++k) {
      surface.triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
  }
  return surface;
}
/// The foremost points along the normals of a ball.
DrawnSurface draw(const Convex& convex) {
  DrawnSurface surface = draw(Sphere{1});
  for (std::size_t k = 0; k < surface.points.size(); ++k) {
    surface.points[k] = convex.solid->support(surface.normals[k]);
  }
  return surface;
}
DrawnSurface draw_rounded(const Box& box, double radius) {
  return draw(RoundedPolyhedron(box, radius));
}
DrawnSurface draw_rounded(const Hull& hull, double radius) {
  return draw(RoundedPolyhedron(hull, radius));
}
DrawnSurface draw_rounded(const Cylinder& cylinder, double radius) {
  const double half = 0.5 * cylinder.length;
  const double meridian = 2 * (cylinder.radius + half) + std::numbers::pi * radius;
  std::vector<ProfilePoint> profile{{0, -half - radius, 0, -1, 0}};
  for (const int side : {-1, 1}) {
    for (int arc = 0; arc <= kArcsOfQuarter; ++arc) {
      const int from_equator = side < 0 ? arc - kArcsOfQuarter : arc;
      const double angle = 0.5 * std::numbers::pi * from_equator / kArcsOfQuarter;
      const bool is_cap = std::abs(from_equator) == kArcsOfQuarter;
      const double radial = is_cap ? 0 : std::cos(angle);
      const double along = 0.5 * meridian + radius * angle + side * half;
      profile.push_back({cylinder.radius + radius * radial, side * half + radius * std::sin(angle),
                         radial, std::sin(angle), along / meridian});
    }
  }
  profile.push_back({0, half + radius, 0, 1, 1});
  return revolve(profile);
}
DrawnSurface draw(const Rounded& rounded) {
  return std::visit([&](const auto& core) { return draw_rounded(core, rounded.radius); },
                    rounded.core);
}
DrawnSurface draw(const Mesh& mesh) {
  DrawnSurface surface;
  surface.points = mesh.surface->vertices();
  surface.triangles = mesh.surface->triangles();
  surface.has_two_sides = true;
  return surface;
}
DrawnSurface draw(const HeightField& field) {
  const HeightGrid& grid = *field.grid;
  DrawnSurface surface;
  surface.has_two_sides = true;
  for (int j = 0; j < grid.num_y(); ++j) {
    for (int i = 0; i < grid.num_x(); ++i) surface.points.push_back(grid.vertex(i, j));
  }
  for (int j = 0; j + 1 < grid.num_y(); ++j) {
    for (int i = 0; i + 1 < grid.num_x(); ++i) {
      const int low = j * grid.num_x() + i;
      const int high = low + grid.num_x();
      surface.triangles.push_back({low, low + 1, high + 1});
      surface.triangles.push_back({low, high + 1, high});
    }
  }
  return surface;
}
DrawnSurface draw(const Plane&) {
  throw std::invalid_argument("expected a shape with an end to draw its surface, got a plane");
}

}  // namespace

Vec3 drawn_scale(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return box->size;
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return Vec3::Constant(sphere->radius);
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return Vec3::Constant(capsule->radius);
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    return {cylinder->radius, cylinder->radius, cylinder->length};
  }
  if (const auto* cone = std::get_if<Cone>(&shape))
    return {cone->radius, cone->radius, cone->length};
  return Vec3::Ones();
}

DrawnSurface make_drawn_surface(const Shape& shape) {
  return std::visit([](const auto& s) { return draw(s); }, shape);
}

DrawnSurfaceKey drawn_surface_key(const Shape& shape) {
  DrawnSurfaceKey key{.kind = shape.index()};
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    key.sizes = {capsule->length / capsule->radius};
  }
  if (const Hull* hull = hull_of(shape)) key.polyhedron = hull->polyhedron.get();
  if (const auto* rounded = std::get_if<Rounded>(&shape)) {
    const Shape core = core_of(*rounded);
    const Vec3 scale = drawn_scale(core);
    key = drawn_surface_key(core);
    key.sizes = {rounded->radius, scale.x(), scale.y(), scale.z()};
  }
  if (const auto* convex = std::get_if<Convex>(&shape)) key.polyhedron = convex->solid.get();
  if (const auto* mesh = std::get_if<Mesh>(&shape)) key.polyhedron = mesh->surface.get();
  if (const auto* field = std::get_if<HeightField>(&shape)) key.polyhedron = field->grid.get();
  return key;
}

}  // namespace stiction
