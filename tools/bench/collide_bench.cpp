// Narrow phase per pair of shapes, and broad phase.

#include <stiction/collision/broad_phase.h>
#include <stiction/collision/narrow_phase.h>

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace stiction {
namespace {

Quat turned(double angle, const Vec3& axis) { return Quat(Eigen::AngleAxisd(angle, axis)); }

// B is at the origin, upright.
struct Case {
  Shape A;
  RigidTransform X_WA;
  Shape B;
  Vec3 displacement = Vec3::Zero();
};

void run(benchmark::State& state, const Case& pair) {
  const NarrowPhaseQuery query{0.02 + 1.1 * pair.displacement.norm(), pair.displacement};
  ShapeManifold manifold;
  for (auto _ : state) {
    calc_manifold(pair.A, pair.X_WA, pair.B, {}, query, manifold);
    benchmark::DoNotOptimize(manifold.points.data());
    benchmark::ClobberMemory();
  }
  state.counters["points"] = static_cast<double>(manifold.points.size());
}

const Quat kUpright = Quat::Identity();
const Quat kLying = turned(std::acos(0.0), Vec3::UnitY());
const Quat kAskew = turned(1, Vec3(0.36, 0.48, 0.8));
const Box kCube{Vec3::Ones()};
const Plane kFloor{Vec3::UnitZ(), 0};

BENCHMARK_CAPTURE(run, sphere_sphere, Case{Sphere{1}, {kUpright, {0.6, 0, 1.905}}, Sphere{1}});
BENCHMARK_CAPTURE(run, sphere_plane, Case{Sphere{1}, {kUpright, {3, 4, 1.005}}, kFloor});
BENCHMARK_CAPTURE(run, sphere_box, Case{Sphere{1}, {kUpright, {0.2, 0, 1.505}}, kCube});
BENCHMARK_CAPTURE(run, sphere_capsule, Case{Sphere{1}, {kUpright, {1.505, 0, 0}}, Capsule{0.5, 2}});
BENCHMARK_CAPTURE(run, capsule_plane, Case{Capsule{0.5, 2}, {kLying, {3, 4, 0.505}}, kFloor});
BENCHMARK_CAPTURE(run, capsule_capsule_crossed,
                  Case{Capsule{0.5, 2}, {kLying, {0, 1.005, 0}}, Capsule{0.5, 2}});
BENCHMARK_CAPTURE(run, capsule_capsule_parallel,
                  Case{Capsule{0.5, 2}, {kUpright, {0, 1.005, 0.3}}, Capsule{0.5, 2}});
BENCHMARK_CAPTURE(run, box_capsule_face,
                  Case{Capsule{0.5, 0.5}, {kLying, {0, 0, 1.005}}, Box{Vec3(2, 2, 1)}});
BENCHMARK_CAPTURE(run, box_plane_face, Case{kCube, {kUpright, {3, 4, 0.505}}, kFloor});
BENCHMARK_CAPTURE(run, box_box_stacked, Case{kCube, {kUpright, {0, 0, 1}}, kCube});
BENCHMARK_CAPTURE(run, box_box_octagon,
                  Case{kCube, {turned(std::atan(1), Vec3::UnitZ()), {0, 0, 1.005}}, kCube});
BENCHMARK_CAPTURE(run, box_box_sliding,
                  Case{kCube, {turned(0.3, Vec3::UnitZ()), {0.3, 0, 1}}, kCube, {0.05, 0, 0}});
BENCHMARK_CAPTURE(run, box_box_askew, Case{kCube, {kAskew, {0.2, 0.3, 1.19}}, kCube});
BENCHMARK_CAPTURE(run, box_box_apart, Case{kCube, {kUpright, {1.2, 0.3, 1.2}}, kCube});
BENCHMARK_CAPTURE(run, ball_through_thin_wall,
                  Case{Sphere{0.02}, {kUpright, {-0.5, 0, 0}}, Box{Vec3(0.01, 2, 2)}, {1, 0, 0}});

// 1000 movable boxes in a heap, each with about 3 neighbours; all drift a little every step.
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
}  // namespace stiction
