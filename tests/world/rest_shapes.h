#pragma once

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>

#include <array>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "world/simple_worlds.h"

/// Bodies of every shape at rest on every kind of ground.
namespace stiction::rest {

/// A body as it lies on the plane z = 0.
struct Rider {
  std::string name;
  std::vector<ShapeDefinition> shapes;
  Quat rotation = Quat::Identity();
  double height = 0;        ///< of the body's origin, m
  bool is_rolling = false;  ///< would roll down a slope
};

inline std::ostream& operator<<(std::ostream& out, const Rider& rider) { return out << rider.name; }

inline const Quat kOnItsSide{Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY())};

/// A hull on the largest face on which it does not topple.
inline Rider make_hull_rider(const std::string& name, const std::vector<Vec3>& points) {
  const auto polyhedron = std::make_shared<const ConvexPolyhedron>(points);
  const auto stands_on = [&](int face) {
    const Vec3& n = polyhedron->faces()[face].normal;
    const auto corners = polyhedron->corners(face);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Vec3& from = polyhedron->vertices()[corners[k]];
      const Vec3& to = polyhedron->vertices()[corners[(k + 1) % corners.size()]];
      const Vec3 inwards = n.cross(to - from).normalized();
      if (inwards.dot(polyhedron->center() - from) < 0.02) return false;
    }
    return true;
  };
  int best = -1;
  for (int face = 0; face < static_cast<int>(polyhedron->faces().size()); ++face) {
    const bool is_larger =
        best < 0 || polyhedron->faces()[face].area > polyhedron->faces()[best].area;
    if (is_larger && stands_on(face)) best = face;
  }
  const ConvexPolyhedron::Face& face = polyhedron->faces().at(best);
  return {.name = name,
          .shapes = {{.shape = Hull{polyhedron}}},
          .rotation = Quat::FromTwoVectors(face.normal, -Vec3::UnitZ()),
          .height = face.offset};
}

/// A cube of 0.3 m with its corners cut off.
inline std::vector<Vec3> die_points() {
  std::vector<Vec3> points;
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 8; ++i) {
      Vec3 point;
      point[axis] = i & 1 ? 0.15 : -0.15;
      point[(axis + 1) % 3] = i & 2 ? 0.1 : -0.1;
      point[(axis + 2) % 3] = i & 4 ? 0.1 : -0.1;
      points.push_back(point);
    }
  }
  return points;
}

/// Points spread over an ellipsoid without a regular pattern (golden angles).
inline std::vector<Vec3> pebble_points() {
  std::vector<Vec3> points;
  for (int i = 0; i < 17; ++i) {
    const double z = (2.0 * i + 1) / 17 - 1;
    const double r = std::sqrt(1 - z * z);
    const double angle = 2.399963229728653 * i;
    points.emplace_back(0.2 * r * std::cos(angle), 0.17 * r * std::sin(angle), 0.12 * z);
  }
  return points;
}

/// A board on four round legs.
inline Rider make_table() {
  Rider table;
  table.name = "table";
  table.height = 0.2;
  table.shapes.push_back(
      {.shape = Box{Vec3(0.5, 0.4, 0.04)}, .pose = {.translation = {0, 0, 0.02}}});
  for (const double x : {-0.2, 0.2}) {
    for (const double y : {-0.15, 0.15}) {
      table.shapes.push_back({.shape = Cylinder{0.03, 0.2}, .pose = {.translation = {x, y, -0.1}}});
    }
  }
  return table;
}

inline std::vector<Rider> all_riders() {
  // A cone on its side, which makes an angle of atan(radius / length) with the axis.
  const Cone cone{0.15, 0.4};
  const double half_angle = std::atan2(cone.radius, cone.length);
  const Quat cone_on_its_side(Eigen::AngleAxisd(std::numbers::pi / 2 + half_angle, Vec3::UnitY()));
  return {
      {.name = "box", .shapes = {{.shape = Box{Vec3(0.3, 0.2, 0.25)}}}, .height = 0.125},
      {.name = "sphere", .shapes = {{.shape = Sphere{0.15}}}, .height = 0.15, .is_rolling = true},
      {.name = "capsule",
       .shapes = {{.shape = Capsule{0.1, 0.3}}},
       .rotation = kOnItsSide,
       .height = 0.1,
       .is_rolling = true},
      {.name = "standing_cylinder", .shapes = {{.shape = Cylinder{0.15, 0.3}}}, .height = 0.15},
      {.name = "lying_cylinder",
       .shapes = {{.shape = Cylinder{0.15, 0.3}}},
       .rotation = kOnItsSide,
       .height = 0.15,
       .is_rolling = true},
      {.name = "standing_cone", .shapes = {{.shape = cone}}, .height = 0.2},
      {.name = "lying_cone",
       .shapes = {{.shape = cone}},
       .rotation = cone_on_its_side,
       .height = 0.2 * std::sin(half_angle),
       .is_rolling = true},
      {.name = "rounded_box",
       .shapes = {{.shape = Rounded{Box{Vec3(0.2, 0.1, 0.15)}, 0.05}}},
       .height = 0.125},
      {.name = "lying_rounded_cylinder",
       .shapes = {{.shape = Rounded{Cylinder{0.1, 0.2}, 0.05}}},
       .rotation = kOnItsSide,
       .height = 0.15,
       .is_rolling = true},
      make_hull_rider("die", die_points()),
      make_hull_rider("pebble", pebble_points()),
      make_table()};
}

// --- Grounds: level through the origin ---------------------------------------------------------

/// A floor of 4 m by 4 m in triangles of uneven sizes, with edges under every rider.
inline Mesh make_mesh_floor() {
  const std::array<double, 8> lines = {-2, -1.1, -0.37, -0.05, 0.08, 0.41, 1.2, 2};
  const int n = static_cast<int>(lines.size());
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (const double y : lines) {
    for (const double x : lines) vertices.emplace_back(x, y, 0);
  }
  for (int j = 0; j + 1 < n; ++j) {
    for (int i = 0; i + 1 < n; ++i) {
      const int k = j * n + i;
      triangles.push_back({k, k + 1, k + n + 1});
      triangles.push_back({k, k + n + 1, k + n});
    }
  }
  return {std::make_shared<const TriangleMesh>(vertices, triangles)};
}

/// A height field of 4 m by 4 m in steps of 4/15 m, shaped by height(x, y) and scaled to `highest`.
template <typename Height>
HeightField make_field(const Height& height, double highest) {
  constexpr int kSteps = 15;
  std::vector<double> elevations;
  for (int row = 0; row <= kSteps; ++row) {
    for (int i = 0; i <= kSteps; ++i) {
      elevations.push_back(height(4.0 * i / kSteps - 2, 2 - 4.0 * row / kSteps));
    }
  }
  return {
      std::make_shared<const HeightGrid>(kSteps + 1, kSteps + 1, elevations, Vec3(4, 4, highest))};
}

inline const double kSlope = std::tan(15 * kDegree);

struct Ground {
  std::string name;
  ShapeDefinition shape;
  double tilt = 0;  ///< about -y, rad: the ground rises towards +x
};

inline std::ostream& operator<<(std::ostream& out, const Ground& ground) {
  return out << ground.name;
}

inline std::vector<Ground> level_grounds() {
  return {{"plane", {.shape = Plane{}}},
          {"box", {.shape = Box{Vec3(4, 4, 1)}, .pose = {.translation = {0, 0, -0.5}}}},
          {"mesh", {.shape = make_mesh_floor()}},
          {"heightfield", {.shape = make_field([](double, double) { return 0.0; }, 1)}}};
}

/// A height field that rises along x.
inline Ground make_slope() {
  return {"slope",
          {.shape = make_field([](double x, double) { return x; }, 4 * kSlope),
           .pose = {.translation = {0, 0, -2 * kSlope}}},
          15 * kDegree};
}

/// A height field that rises at 30 degrees on both sides of a level strip along x, 4/15 m wide.
inline Ground make_trough() {
  const double half_strip = 2.0 / 15;
  const auto height = [=](double, double y) { return std::abs(y) - half_strip; };
  return {"trough", {.shape = make_field(height, (2 - half_strip) * std::tan(30 * kDegree))}};
}

// --- The law -----------------------------------------------------------------------------------

/// Adds the rider 1 mm above its place on the ground.
inline BodyId add_rider(World& world, const Ground& ground, const Rider& rider) {
  world.add_body({.name = "ground", .kind = BodyKind::fixed, .shapes = {ground.shape}});
  const Quat tilt(Eigen::AngleAxisd(-ground.tilt, Vec3::UnitY()));
  return world.add_body({.name = rider.name,
                         .pose = {tilt * rider.rotation, tilt * Vec3(0, 0, rider.height + 1e-3)},
                         .shapes = rider.shapes});
}

/// A body that has come to rest stays where it is: after `settling` steps of 10 ms, neither its
/// position nor its orientation drifts by more than 1e-7 m in `steps` more.
inline void expect_rest(const Ground& ground, const Rider& rider, int settling, int steps) {
  World world;
  const BodyId body = add_rider(world, ground, rider);
  run(world, settling);
  const RigidTransform settled = world.state(body).pose;
  run(world, steps);
  const RigidTransform now = world.state(body).pose;
  EXPECT_LE((now.translation - settled.translation).norm(), 1e-7) << "drift";
  // The angle times the body's size.
  EXPECT_LE(0.2 * now.rotation.angularDistance(settled.rotation), 1e-7) << "turning";
}

}  // namespace stiction::rest
