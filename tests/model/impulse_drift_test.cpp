#include "../../src/model/impulse_drift.h"

#include <gtest/gtest.h>

#include "model/island_cases.h"

namespace stiction {
namespace {

/// The impulse of the first contact of a cube on an incline, with friction 0.5, changes by the
/// given steps; those of the others do not change.
struct Walk {
  PosedIsland island{make_cube_on_incline(10, 0.5)};
  ImpulseDrift drift;
  Rows at{4, Vec3(1, 0, 0)};

  bool step(const Vec3& change, double kappa = 1) {
    const Rows before = at;
    at[0] += change;
    return drift.leap(island.system, kappa, before, at);
  }
};

TEST(ImpulseDrift, OneStepSaysNothing) {
  Walk walk;
  EXPECT_FALSE(walk.step(Vec3(0.1, 0, 0)));
  EXPECT_EQ(walk.at[0], Vec3(1.1, 0, 0));
}

TEST(ImpulseDrift, StepsThatShrinkLeapToTheirLimit) {
  Walk walk;
  EXPECT_FALSE(walk.step(Vec3(0.1, 0, 0)));
  EXPECT_TRUE(walk.step(Vec3(0.095, 0, 0)));
  EXPECT_NEAR(walk.at[0].x(), 1 + 0.1 / (1 - 0.95), 1e-12);
}

TEST(ImpulseDrift, StepsAreComparedByKappa) {
  Walk walk;
  EXPECT_FALSE(walk.step(Vec3(0.1, 0, 0), 10));
  EXPECT_TRUE(walk.step(Vec3(0.19, 0, 0), 20));  // the rate shrinks by 0.95
  EXPECT_NEAR(walk.at[0].x(), 1.29 + 0.19 * 19, 1e-12);
}

TEST(ImpulseDrift, ASteadyWalkLeapsBeyondTheNextChangeOfState) {
  Walk opens;
  EXPECT_FALSE(opens.step(Vec3(-0.01, 0, 0)));
  EXPECT_TRUE(opens.step(Vec3(-0.01, 0, 0)));
  EXPECT_EQ(opens.at[0], Vec3(0, 0, 0));

  Walk slides;  // at |r_T| = 0.5 after 48 steps, a little further along, back on its disc
  EXPECT_FALSE(slides.step(Vec3(0, 0.01, 0)));
  EXPECT_TRUE(slides.step(Vec3(0, 0.01, 0)));
  EXPECT_NEAR(slides.at[0].y(), 0.5, 1e-12);
}

TEST(ImpulseDrift, TurningStepsAndThoseAfterAChangeOfStateDoNotLeap) {
  Walk turns;
  EXPECT_FALSE(turns.step(Vec3(0, 0.01, 0)));
  EXPECT_FALSE(turns.step(Vec3(0, 0.01, 0.001)));

  Walk changes;
  EXPECT_FALSE(changes.step(Vec3(0.1, 0, 0)));
  changes.drift.forget();
  EXPECT_FALSE(changes.step(Vec3(0.095, 0, 0)));
}

TEST(ImpulseDrift, NothingThatEverChangesIsNoWalkToLeapAlong) {
  Walk grows;  // a normal impulse that grows without end
  EXPECT_FALSE(grows.step(Vec3(0.1, 0, 0)));
  EXPECT_FALSE(grows.step(Vec3(0.1, 0, 0)));
}

}  // namespace
}  // namespace stiction
