// How the gap is measured along a normal that the predicted motion chose.

#include <gtest/gtest.h>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::Kind;
using oracle::Posed;

struct Worst {
  double excess = 0;
  std::string text;
};

// By how much the least gap exceeds the separation along the normal, relative to the size: a motion
// that respects the gap may cause that much overlap. Motions are too short to be swept.
Worst worst_excess(Random& random, Kind a, Kind b, double low, double high, int num_poses) {
  Worst worst;
  for (int i = 0; i < num_poses; ++i) {
    const Posed B{oracle::random_shape(random, b, low, high), {random.rotation(), Vec3::Zero()}};
    Posed A{oracle::random_shape(random, a, low, high), {random.rotation(), random.in_cube(high)}};
    const ShapeManifold now = oracle::contact(A, B, kInf);
    const double size = oracle::size_of(A, B);
    const double wanted = random.log_uniform(1e-3, 0.3) * size;
    A.X_WS.translation += (wanted - oracle::least_gap(now)) * now.normal;
    const double radius = std::min(bounding_radius(A.shape), bounding_radius(B.shape));
    const Vec3 d = 0.9 * radius * random.direction();
    const ShapeManifold chosen = oracle::contact(A, B, kInf, d);
    const double excess =
        (oracle::least_gap(chosen) - oracle::separation(A, B, chosen.normal)) / size;
    if (excess <= worst.excess) continue;
    worst = {excess, oracle::describe(A, B)};
  }
  return worst;
}

constexpr std::array<Kind, 6> kKinds{Kind::sphere,   Kind::box,  Kind::capsule,
                                     Kind::cylinder, Kind::cone, Kind::hull};

void expect_no_excess(std::uint64_t seed, double low, double high, int num_poses) {
  Random random(seed);
  for (const Kind a : kKinds) {
    for (const Kind b : kKinds) {
      const Worst worst = worst_excess(random, a, b, low, high, num_poses);
      EXPECT_LE(worst.excess, 1e-7) << worst.text;
    }
  }
}

TEST(GapOfAMotion, IsNoMoreThanItsNormalSeparates) { expect_no_excess(81, 0.2, 1, 400); }

TEST(GapOfAMotion, IsNoMoreThanItsNormalSeparatesNeedlesAndPlates) {
  expect_no_excess(82, 1e-4, 1, 400);
}

}  // namespace
}  // namespace stiction
