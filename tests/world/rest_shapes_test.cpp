// Standing still for seconds; rest_shapes_slow_test.cpp has the minutes.

#include "world/rest_shapes.h"

namespace stiction {
namespace {

TEST(RestOfEveryShape, OnEveryLevelGroundIsWithoutDrift) {
  for (const rest::Ground& ground : rest::level_grounds()) {
    for (const rest::Rider& rider : rest::all_riders()) {
      SCOPED_TRACE(rider.name + " on " + ground.name);
      rest::expect_rest(ground, rider, 50, 100);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace stiction
