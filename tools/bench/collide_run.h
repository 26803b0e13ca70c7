#pragma once

#include <stiction/collision/collider.h>
#include <stiction/math/rigid_transform.h>

#include <benchmark/benchmark.h>

namespace stiction::bench {

/// A pair of shapes in or near contact. B is at the origin, upright.
struct CollideCase {
  Shape A;
  RigidTransform X_WA;
  Shape B;
  Vec3 displacement = Vec3::Zero();
};

/// Times the narrow phase, then Bullet's on the same pair as often. Counters: number of points,
/// Bullet's number, Bullet's time in ns, and the ratio of our time to it.
void run_collide(benchmark::State& state, const CollideCase& pair);

}  // namespace stiction::bench
