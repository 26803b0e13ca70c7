#include "collide_run.h"

#include <stiction/collision/narrow_phase.h>

#include "bullet_shapes.h"
#include "stopwatch.h"

namespace stiction::bench {
namespace {

double nanoseconds_since(Clock::time_point start, benchmark::IterationCount calls) {
  return 1e3 * us_since(start) / static_cast<double>(calls);
}

}  // namespace

void run_collide(benchmark::State& state, const CollideCase& pair) {
  const NarrowPhaseQuery query{0.02 + 1.1 * pair.displacement.norm(), pair.displacement};
  const Collider A(pair.A);
  const Collider B(pair.B);
  ManifoldList manifolds;
  const Clock::time_point start = Clock::now();
  for (auto _ : state) {
    calc_manifolds(A, pair.X_WA, B, {}, query, manifolds);
    benchmark::DoNotOptimize(manifolds.begin());
    benchmark::ClobberMemory();
  }
  const double ours = nanoseconds_since(start, state.iterations());
  std::size_t num_points = 0;
  for (const ShapeManifold& manifold : manifolds) num_points += manifold.points.size();
  state.counters["points"] = static_cast<double>(num_points);

  BulletPair bullet(pair.A, pair.X_WA, pair.B, {});
  int num_bullet_points = 0;
  const Clock::time_point bullet_start = Clock::now();
  for (benchmark::IterationCount i = 0; i < state.iterations(); ++i) {
    num_bullet_points = bullet.find_points();
    benchmark::ClobberMemory();
  }
  const double bullets = nanoseconds_since(bullet_start, state.iterations());
  state.counters["bullet_points"] = num_bullet_points;
  state.counters["bullet_ns"] = bullets;
  state.counters["ratio"] = ours / bullets;
}

}  // namespace stiction::bench
