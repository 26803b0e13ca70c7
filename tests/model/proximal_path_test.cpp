#include "../../src/model/proximal_path.h"

#include <gtest/gtest.h>

#include "model/island_cases.h"

namespace stiction {
namespace {

TEST(ProximalPath, FindsTheClosedForms) {
  ProximalPath path;
  for (const IslandCase& island_case : island_cases()) {
    PosedIsland island(island_case.problem);
    BestAnswer best;
    Effort effort = units(500);
    EXPECT_TRUE(path.run(island.system, 1e-10, effort, best)) << island_case.name;
    EXPECT_LE(distance(best.velocities(), island_case.velocities), 1e-9) << island_case.name;
  }
}

TEST(ProximalPath, EndsWithItsEffort) {
  ProximalPath path;
  PosedIsland island(make_cube_on_incline(31, 0.577));
  for (const double allotment : {0.0, 5.0, 20.0}) {
    BestAnswer best;
    Effort effort = units(allotment);
    path.run(island.system, 0, effort, best);
    EXPECT_LE(effort.spent(), allotment);
  }
}

}  // namespace
}  // namespace stiction
