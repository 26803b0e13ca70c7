// A flat floor is a plane, whatever it is made of: a body that slides, rolls or spins over flush
// tiles, a flat mesh or a flat height field moves as on a plane.

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>

#include <memory>
#include <string>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

enum class Floor { plane, boxes, hulls, mesh, height_field };
constexpr Floor kFloors[] = {Floor::boxes, Floor::hulls, Floor::mesh, Floor::height_field};
constexpr const char* kFloorNames[] = {"plane", "boxes", "hulls", "mesh", "height field"};

// Seams at integer x, and at y = -0.77 + n: no body starts on one, and all cross several.
constexpr int kTilesX = 8;
constexpr int kTilesY = 4;
const Vec3 kCorner(-3, -1.77, 0);

void add_tiles(World& world, Floor floor, MaterialId material) {
  const Box box{Vec3::Ones()};
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
  }
  const Hull hull{std::make_shared<const ConvexPolyhedron>(corners)};
  for (int x = 0; x < kTilesX; ++x) {
    for (int y = 0; y < kTilesY; ++y) {
      world.add_body({.name = "tile-" + std::to_string(kTilesY * x + y),
                      .kind = BodyKind::fixed,
                      .pose = {.translation = kCorner + Vec3(x + 0.5, y + 0.5, -0.5)},
                      .shapes = {{floor == Floor::boxes ? Shape(box) : Shape(hull)}},
                      .material = material});
    }
  }
}

/// Two triangles to each tile, cut along either diagonal.
Mesh make_flat_mesh() {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int x = 0; x <= kTilesX; ++x) {
    for (int y = 0; y <= kTilesY; ++y) vertices.push_back(kCorner + Vec3(x, y, 0));
  }
  for (int x = 0; x < kTilesX; ++x) {
    for (int y = 0; y < kTilesY; ++y) {
      const int a = (kTilesY + 1) * x + y;
      const int b = a + kTilesY + 1;
      if ((x + y) % 2 == 0) {
        triangles.push_back({a, b, b + 1});
        triangles.push_back({a, b + 1, a + 1});
      } else {
        triangles.push_back({a, b, a + 1});
        triangles.push_back({b, b + 1, a + 1});
      }
    }
  }
  return {std::make_shared<const TriangleMesh>(vertices, triangles)};
}

void add_floor(World& world, Floor floor, MaterialId material) {
  if (floor == Floor::plane) {
    add_ground(world, material);
  } else if (floor == Floor::boxes || floor == Floor::hulls) {
    add_tiles(world, floor, material);
  } else if (floor == Floor::mesh) {
    world.add_body({.name = "mesh",
                    .kind = BodyKind::fixed,
                    .shapes = {{make_flat_mesh()}},
                    .material = material});
  } else {
    const std::vector<double> heights((kTilesX + 1) * (kTilesY + 1), 1.0);
    const Vec3 size(kTilesX, kTilesY, 1);
    const auto grid = std::make_shared<const HeightGrid>(kTilesX + 1, kTilesY + 1, heights, size);
    world.add_body({.name = "field",
                    .kind = BodyKind::fixed,
                    .pose = {.translation = kCorner + Vec3(0.5 * size.x(), 0.5 * size.y(), 0)},
                    .shapes = {{HeightField{grid}}},
                    .material = material});
  }
}

struct Glider {
  const char* name;
  Shape shape;
  Quat rotation;
  double height;  ///< of its origin on the floor, m
  Vec3 velocity;
  Vec3 spin;
  double friction;
};

const Quat kLie = exp_rotation(Vec3(std::numbers::pi / 2, 0, 0));

/// Along x at 5 m/s, and sideways, so that seams are crossed at different places.
std::vector<Glider> make_gliders() {
  const Vec3 ahead(5, 0, 0);
  const Vec3 askew(5, 0.37, 0);
  const Quat turned = exp_rotation(Vec3(0, 0, 0.3));
  const Quat standing = Quat::Identity();
  const auto about_y = [](double w) { return Vec3(0, w, 0); };
  const Vec3 twirl(0, 0, 7);
  return {
      {"sphere slides", Sphere{0.2}, standing, 0.2, askew, Vec3::Zero(), 0},
      {"sphere rolls", Sphere{0.2}, standing, 0.2, ahead, about_y(25), 0.5},
      {"sphere spins", Sphere{0.2}, standing, 0.2, askew, twirl, 0},
      {"box slides", Box{Vec3(0.5, 0.4, 0.3)}, standing, 0.15, ahead, Vec3::Zero(), 0.1},
      {"box slides askew", Box{Vec3(0.5, 0.4, 0.3)}, turned, 0.15, askew, Vec3::Zero(), 0},
      {"box spins", Box{Vec3(0.5, 0.4, 0.3)}, turned, 0.15, askew, twirl, 0},
      {"capsule slides", Capsule{0.2, 0.6}, kLie, 0.2, askew, Vec3::Zero(), 0},
      {"capsule rolls", Capsule{0.2, 0.6}, kLie, 0.2, ahead, about_y(25), 0.5},
      {"capsule spins", Capsule{0.2, 0.6}, kLie, 0.2, askew, twirl, 0},
      {"cylinder slides", Cylinder{0.25, 0.4}, standing, 0.2, askew, Vec3::Zero(), 0},
      {"cylinder rolls", Cylinder{0.25, 0.4}, kLie, 0.25, ahead, about_y(20), 0.5},
      {"cylinder spins", Cylinder{0.25, 0.4}, standing, 0.2, askew, twirl, 0},
      {"lying cylinder spins", Cylinder{0.25, 0.4}, kLie, 0.25, askew, twirl, 0},
      {"cone slides", Cone{0.3, 0.4}, standing, 0.2, askew, Vec3::Zero(), 0},
      {"cone spins", Cone{0.3, 0.4}, standing, 0.2, askew, twirl, 0},
  };
}

BodyState glide(const Glider& glider, Floor floor, double h) {
  World world;
  const MaterialId material = world.add_material({.name = "m", .friction = glider.friction});
  add_floor(world, floor, material);
  const BodyId body = world.add_body(
      {.name = "glider",
       .pose = {.rotation = glider.rotation, .translation = Vec3(-2.3, 0.0371, glider.height)},
       .linear_velocity = glider.velocity,
       .angular_velocity = glider.spin,
       .shapes = {{glider.shape}},
       .mass = 1,
       .material = material});
  run(world, static_cast<int>(std::lround(1 / h)), h);
  return world.state(body);
}

TEST(Glide, GoesTheSameWayOverTilesMeshesAndHeightFieldsAsOnAPlane) {
  for (const Glider& glider : make_gliders()) {
    for (const double h : {0.005, 0.002}) {
      const BodyState plane = glide(glider, Floor::plane, h);
      for (const Floor floor : kFloors) {
        const BodyState state = glide(glider, floor, h);
        const bool is_tiled = floor == Floor::boxes || floor == Floor::hulls;
        const double radius = bounding_radius(glider.shape);
        // A spinning body may keep a gap of up to 1e-9 m at a seam, which the next step closes.
        const double most_speed = is_tiled && glider.spin.z() != 0 ? 1e-9 / h : 1e-9;
        const auto off = [&](const std::string& what, double difference, double bound) {
          EXPECT_LE(difference, bound)
              << glider.name << " over " << kFloorNames[static_cast<int>(floor)] << ", h " << h
              << ": " << what;
        };
        const double turn = state.pose.rotation.angularDistance(plane.pose.rotation);
        const Vec3 spin = state.angular_velocity - plane.angular_velocity;
        off("position", (state.pose.translation - plane.pose.translation).norm(), 1e-9);
        off("rotation", radius * turn, 1e-9);
        off("velocity", (state.linear_velocity - plane.linear_velocity).norm(), most_speed);
        off("spin", radius * spin.norm(), most_speed);
      }
    }
  }
}

}  // namespace
}  // namespace stiction
