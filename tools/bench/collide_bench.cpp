// Narrow phase per pair of convex shapes, beside Bullet's, and broad phase.

#include <stiction/collision/broad_phase.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/support_shape.h>

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "collide_run.h"

namespace stiction::bench {
namespace {

/// The name is part of what users filter by.
void run(benchmark::State& state, const CollideCase& pair) { run_collide(state, pair); }

Quat turned(double angle, const Vec3& axis) { return Quat(Eigen::AngleAxisd(angle, axis)); }

const Quat kUpright = Quat::Identity();
const Quat kLying = turned(std::acos(0.0), Vec3::UnitY());
const Quat kAskew = turned(1, Vec3(0.36, 0.48, 0.8));
const Box kCube{Vec3::Ones()};
const Plane kFloor{Vec3::UnitZ(), 0};

BENCHMARK_CAPTURE(run, sphere_sphere,
                  CollideCase{Sphere{1}, {kUpright, {0.6, 0, 1.905}}, Sphere{1}});
BENCHMARK_CAPTURE(run, sphere_plane, CollideCase{Sphere{1}, {kUpright, {3, 4, 1.005}}, kFloor});
BENCHMARK_CAPTURE(run, sphere_box, CollideCase{Sphere{1}, {kUpright, {0.2, 0, 1.505}}, kCube});
BENCHMARK_CAPTURE(run, sphere_capsule,
                  CollideCase{Sphere{1}, {kUpright, {1.505, 0, 0}}, Capsule{0.5, 2}});
BENCHMARK_CAPTURE(run, capsule_plane,
                  CollideCase{Capsule{0.5, 2}, {kLying, {3, 4, 0.505}}, kFloor});
BENCHMARK_CAPTURE(run, capsule_capsule_crossed,
                  CollideCase{Capsule{0.5, 2}, {kLying, {0, 1.005, 0}}, Capsule{0.5, 2}});
BENCHMARK_CAPTURE(run, capsule_capsule_parallel,
                  CollideCase{Capsule{0.5, 2}, {kUpright, {0, 1.005, 0.3}}, Capsule{0.5, 2}});
BENCHMARK_CAPTURE(run, box_capsule_face,
                  CollideCase{Capsule{0.5, 0.5}, {kLying, {0, 0, 1.005}}, Box{Vec3(2, 2, 1)}});
BENCHMARK_CAPTURE(run, box_plane_face, CollideCase{kCube, {kUpright, {3, 4, 0.505}}, kFloor});
BENCHMARK_CAPTURE(run, box_box_stacked, CollideCase{kCube, {kUpright, {0, 0, 1}}, kCube});
BENCHMARK_CAPTURE(run, box_box_octagon,
                  CollideCase{kCube, {turned(std::atan(1), Vec3::UnitZ()), {0, 0, 1.005}}, kCube});
BENCHMARK_CAPTURE(run, box_box_sliding,
                  CollideCase{
                      kCube, {turned(0.3, Vec3::UnitZ()), {0.3, 0, 1}}, kCube, {0.05, 0, 0}});
BENCHMARK_CAPTURE(run, box_box_askew, CollideCase{kCube, {kAskew, {0.2, 0.3, 1.19}}, kCube});
BENCHMARK_CAPTURE(run, box_box_apart, CollideCase{kCube, {kUpright, {1.2, 0.3, 1.2}}, kCube});
BENCHMARK_CAPTURE(run, ball_through_thin_wall,
                  CollideCase{
                      Sphere{0.02}, {kUpright, {-0.5, 0, 0}}, Box{Vec3(0.01, 2, 2)}, {1, 0, 0}});

// Solids of about unit size. The hull is a die: a cube with its corners cut.
const Cylinder kCylinder{0.5, 1};
const Cone kCone{0.5, 1};

Hull make_die() {
  std::vector<Vec3> points;
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 8; ++i) {
      Vec3 point;
      point[axis] = i & 1 ? 0.5 : -0.5;
      point[(axis + 1) % 3] = i & 2 ? 0.35 : -0.35;
      point[(axis + 2) % 3] = i & 4 ? 0.35 : -0.35;
      points.push_back(point);
    }
  }
  return {std::make_shared<const ConvexPolyhedron>(points)};
}
const Hull kDie = make_die();
const Sphere kBall{0.5};
const Capsule kPill{0.5, 1};
const Convex kEgg = make_ellipsoid(Vec3(0.5, 0.35, 0.25));

// Face on face, or as near to that as the shapes allow, 5 mm apart.
BENCHMARK_CAPTURE(run, sphere_cylinder, CollideCase{kBall, {kUpright, {1.005, 0, 0.1}}, kCylinder});
BENCHMARK_CAPTURE(run, sphere_cone, CollideCase{kBall, {kUpright, {0, 0.1, -1.005}}, kCone});
BENCHMARK_CAPTURE(run, sphere_hull, CollideCase{kBall, {kUpright, {0.1, 0, 1.005}}, kDie});
BENCHMARK_CAPTURE(run, capsule_cylinder, CollideCase{kPill, {kLying, {0, 0, 1.005}}, kCylinder});
BENCHMARK_CAPTURE(run, capsule_cone, CollideCase{kPill, {kLying, {0, 0, -1.005}}, kCone});
BENCHMARK_CAPTURE(run, capsule_hull, CollideCase{kPill, {kLying, {0, 0, 1.005}}, kDie});
BENCHMARK_CAPTURE(run, cylinder_plane, CollideCase{kCylinder, {kUpright, {3, 4, 0.505}}, kFloor});
BENCHMARK_CAPTURE(run, cylinder_plane_lying,
                  CollideCase{kCylinder, {kLying, {3, 4, 0.505}}, kFloor});
BENCHMARK_CAPTURE(run, cone_plane, CollideCase{kCone, {kUpright, {3, 4, 0.505}}, kFloor});
BENCHMARK_CAPTURE(run, hull_plane, CollideCase{kDie, {kUpright, {3, 4, 0.505}}, kFloor});
BENCHMARK_CAPTURE(run, box_cylinder, CollideCase{kCube, {kUpright, {0.1, 0, 1.005}}, kCylinder});
BENCHMARK_CAPTURE(run, box_cylinder_lying,
                  CollideCase{kCylinder, {kLying, {0.1, 0, 1.005}}, kCube});
BENCHMARK_CAPTURE(run, box_cone, CollideCase{kCone, {kUpright, {0.1, 0, 1.005}}, kCube});
BENCHMARK_CAPTURE(run, box_hull, CollideCase{kDie, {kUpright, {0.1, 0, 1.005}}, kCube});
BENCHMARK_CAPTURE(run, box_hull_askew, CollideCase{kDie, {kAskew, {0.2, 0.3, 1.1}}, kCube});
BENCHMARK_CAPTURE(run, cylinder_cylinder,
                  CollideCase{kCylinder, {kUpright, {0.1, 0, 1.005}}, kCylinder});
BENCHMARK_CAPTURE(run, cylinder_cylinder_askew,
                  CollideCase{kCylinder, {kAskew, {0.2, 0.3, 1.1}}, kCylinder});
BENCHMARK_CAPTURE(run, cylinder_cone, CollideCase{kCone, {kUpright, {0.1, 0, 1.005}}, kCylinder});
BENCHMARK_CAPTURE(run, cylinder_hull, CollideCase{kDie, {kUpright, {0.1, 0, 1.005}}, kCylinder});
BENCHMARK_CAPTURE(run, cone_cone_askew, CollideCase{kCone, {kAskew, {0.2, 0.3, 0.9}}, kCone});
BENCHMARK_CAPTURE(run, cone_hull, CollideCase{kCone, {kUpright, {0.1, 0, 1.005}}, kDie});
BENCHMARK_CAPTURE(run, hull_hull, CollideCase{kDie, {kUpright, {0.1, 0, 1.005}}, kDie});
BENCHMARK_CAPTURE(run, hull_hull_askew, CollideCase{kDie, {kAskew, {0.2, 0.3, 1.1}}, kDie});

// Below and above the touching gap of 1e-9 m: the search for the way out makes no jump in time.
BENCHMARK_CAPTURE(run, cylinder_cylinder_stacked_1e_10_deep,
                  CollideCase{kCylinder, {kUpright, {0.1, 0, 1 - 1e-10}}, kCylinder});
BENCHMARK_CAPTURE(run, cylinder_cylinder_stacked_1e_6_deep,
                  CollideCase{kCylinder, {kUpright, {0.1, 0, 1 - 1e-6}}, kCylinder});
BENCHMARK_CAPTURE(run, cylinder_cylinder_parallel_1e_10_deep,
                  CollideCase{kCylinder, {kUpright, {1 - 1e-10, 0, 0.2}}, kCylinder});
BENCHMARK_CAPTURE(run, cylinder_cylinder_parallel_1e_6_deep,
                  CollideCase{kCylinder, {kUpright, {1 - 1e-6, 0, 0.2}}, kCylinder});

// The same on an edge of a box, where the separation has a ridge.
RigidTransform on_edge(double depth) {
  const Vec3 out = Vec3(1, 0, 1).normalized();
  return {kUpright, Vec3(0.5, 0, 0.5) - kEgg.solid->support(-out) - depth * out};
}
BENCHMARK_CAPTURE(run, ellipsoid_edge_1e_10_deep, CollideCase{kEgg, on_edge(1e-10), kCube});
BENCHMARK_CAPTURE(run, ellipsoid_edge_1e_6_deep, CollideCase{kEgg, on_edge(1e-6), kCube});
BENCHMARK_CAPTURE(run, ellipsoid_edge_1e_3_deep, CollideCase{kEgg, on_edge(1e-3), kCube});

// 1000 movable boxes in a heap, each with about 3 neighbours; all drift a little in every step.
void broad_phase_step(benchmark::State& state) {
  std::mt19937_64 engine(1);
  const auto uniform = [&](double half) {
    return half * (static_cast<double>(engine() >> 11) * 0x1p-52 - 1);
  };
  std::vector<Aabb> bounds;
  BroadPhase broad_phase;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 center(uniform(7), uniform(7), uniform(7));
    bounds.push_back({center - Vec3::Constant(0.5), center + Vec3::Constant(0.5)});
    broad_phase.add(static_cast<BroadPhase::ProxyId>(i), bounds.back(), true);
  }
  std::vector<std::pair<BroadPhase::ProxyId, BroadPhase::ProxyId>> pairs;
  double phase = 0;
  for (auto _ : state) {
    phase += 0.05;
    const Vec3 drift = 0.01 * Vec3(std::sin(phase), std::cos(phase), std::sin(2 * phase));
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const Vec3 shift = i % 2 ? drift : Vec3(-drift);
      bounds[i] = {bounds[i].lower + shift, bounds[i].upper + shift};
      broad_phase.update(static_cast<BroadPhase::ProxyId>(i), bounds[i]);
    }
    broad_phase.collect_pairs(pairs);
  }
  state.counters["pairs"] = static_cast<double>(pairs.size());
}
BENCHMARK(broad_phase_step)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace stiction::bench
