// Solids on meshes and height fields, beside Bullet's, and the time to load these.

#include <stiction/collision/queries.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "bullet_shapes.h"
#include "collide_run.h"

namespace stiction::bench {
namespace {

/// Rolling hills, m.
double ground_height(double x, double y) { return 0.2 * std::sin(0.7 * x) * std::cos(0.5 * y); }

/// A terrain of unit steps around the origin.
struct Terrain {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
};

/// 2 cells^2 triangles.
Terrain make_terrain(int cells) {
  Terrain terrain;
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      const double x = i - 0.5 * cells;
      const double y = j - 0.5 * cells;
      terrain.vertices.emplace_back(x, y, ground_height(x, y));
    }
  }
  for (int j = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      const int corner = j * (cells + 1) + i;
      terrain.triangles.push_back({corner, corner + 1, corner + cells + 2});
      terrain.triangles.push_back({corner, corner + cells + 2, corner + cells + 1});
    }
  }
  return terrain;
}

Mesh make_mesh(int cells) {
  const Terrain terrain = make_terrain(cells);
  return {std::make_shared<const TriangleMesh>(terrain.vertices, terrain.triangles)};
}

HeightField make_height_field(int cells) {
  std::vector<double> elevations;
  for (int row = 0; row <= cells; ++row) {
    for (int i = 0; i <= cells; ++i) {
      elevations.push_back(ground_height(i - 0.5 * cells, 0.5 * cells - row));
    }
  }
  const double length = cells;
  return {std::make_shared<const HeightGrid>(cells + 1, cells + 1, elevations,
                                             Vec3(length, length, 0.4))};
}

/// About 100,000 triangles.
constexpr int kManyCells = 224;

Hull make_octahedron() {
  std::vector<Vec3> points;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-0.5, 0.5}) points.push_back(side * Vec3::Unit(axis));
  }
  return {std::make_shared<const ConvexPolyhedron>(points)};
}

enum class Rider { ball, box, hull };

Shape make_rider(Rider rider) {
  switch (rider) {
    case Rider::ball:
      return Sphere{0.5};
    case Rider::box:
      return Box{Vec3::Ones()};
    case Rider::hull:
      break;
  }
  return make_octahedron();
}

/// Half a metre above the ground at a place that is no vertex, slightly in it.
RigidTransform rider_pose(double origin_height) {
  const double x = 0.3;
  const double y = 0.4;
  return {Quat::Identity(), {x, y, ground_height(x, y) - origin_height + 0.49}};
}

void on_mesh(benchmark::State& state, Rider rider) {
  run_collide(state, {make_rider(rider), rider_pose(0), make_mesh(kManyCells)});
}
BENCHMARK_CAPTURE(on_mesh, ball, Rider::ball);
BENCHMARK_CAPTURE(on_mesh, box, Rider::box);
BENCHMARK_CAPTURE(on_mesh, hull, Rider::hull);

/// The lowest elevation is at height 0.
void on_height_field(benchmark::State& state, Rider rider) {
  run_collide(state, {make_rider(rider), rider_pose(-0.2), make_height_field(kManyCells)});
}
BENCHMARK_CAPTURE(on_height_field, ball, Rider::ball);
BENCHMARK_CAPTURE(on_height_field, box, Rider::box);
BENCHMARK_CAPTURE(on_height_field, hull, Rider::hull);

/// The neighbourhood is the same in all of them.
void on_mesh_of_cells(benchmark::State& state) {
  const auto cells = static_cast<int>(state.range(0));
  run_collide(state, {Box{Vec3::Ones()}, rider_pose(0), make_mesh(cells)});
  state.counters["triangles"] = 2.0 * cells * cells;
}
BENCHMARK(on_mesh_of_cells)->RangeMultiplier(4)->Range(4, 256);

/// The point of the surface nearest to a point at that height, in thousandths of the ground's
/// width.
void closest_point_over(benchmark::State& state, const Shape& ground) {
  const Collider collider(ground);
  const double height = 1e-3 * kManyCells * static_cast<double>(state.range(0));
  const Vec3 point(0.3 * kManyCells, 0.2 * kManyCells, height);
  for (auto _ : state) {
    auto closest = closest_point(collider, {}, point);
    benchmark::DoNotOptimize(closest);
  }
}
void closest_point_on_mesh(benchmark::State& state) {
  closest_point_over(state, make_mesh(kManyCells));
}
void closest_point_on_height_field(benchmark::State& state) {
  closest_point_over(state, make_height_field(kManyCells));
}
BENCHMARK(closest_point_on_mesh)->ArgName("height_permille")->Arg(1)->Arg(100)->Arg(1000);
BENCHMARK(closest_point_on_height_field)->ArgName("height_permille")->Arg(1)->Arg(100)->Arg(1000);

/// From vertices and corners to a collider.
void load_mesh(benchmark::State& state) {
  const Terrain terrain = make_terrain(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const Collider collider(
        Mesh{std::make_shared<const TriangleMesh>(terrain.vertices, terrain.triangles)});
    benchmark::DoNotOptimize(&collider);
  }
  state.counters["triangles"] = static_cast<double>(terrain.triangles.size());
}
BENCHMARK(load_mesh)->Arg(71)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

/// Bullet's tree only, which has no neighbours.
void load_mesh_bullet(benchmark::State& state) {
  const Mesh mesh = make_mesh(static_cast<int>(state.range(0)));
  for (auto _ : state) load_bullet_mesh(mesh);
}
BENCHMARK(load_mesh_bullet)->Arg(71)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace stiction::bench
