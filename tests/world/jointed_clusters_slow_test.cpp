// Boxes that touch face to face and are tied to each other, as in a toy of hinged cubes: contacts
// and joints almost follow from each other, and leave few motions or none.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "random_numbers.h"
#include "simple_worlds.h"

namespace stiction {
namespace {

/// Eight cubes in a block, hinged in a row or, every other time, in a ring along edges of their
/// faces, thrown onto a floor.
World make_hinged_cubes(unsigned seed) {
  Random random(seed);
  World world({.on_unsolved = OnUnsolved::best});
  const MaterialId wood =
      world.add_material({.name = "wood",
                          .friction = std::max(0.0, random.uniform(-0.4, 1)),
                          .restitution = std::max(0.0, random.uniform(-0.7, 0.7))});
  add_ground(world, wood);
  constexpr double kSize = 0.1;
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                          {0, 1, 1}, {1, 1, 1}, {1, 0, 1}, {0, 0, 1}};
  const Vec3 middle(0, 0, kSize + random.uniform(0, 0.3));
  const Vec3 velocity(random.uniform(-2, 2), random.uniform(-2, 2), 0);
  const Vec3 spin = random.in_cube(5);
  const double spread = random.index(2) == 0 ? 1 : 7;
  std::vector<BodyId> cubes;
  std::vector<Vec3> centers;
  for (const Vec3& corner : corners) {
    const Vec3 arm = kSize * (corner - Vec3::Constant(0.5));
    centers.emplace_back(middle + arm);
    cubes.push_back(
        world.add_body({.pose = {.translation = centers.back()},
                        .linear_velocity = velocity + spin.cross(arm),
                        .angular_velocity = spin,
                        .shapes = {{.shape = Box{Vec3::Constant(kSize)},
                                    .density = 1000 * random.log_uniform(1 / spread, spread)}},
                        .material = wood}));
  }
  const std::size_t hinges = seed % 2 == 0 ? 8 : 7;
  for (std::size_t k = 0; k < hinges; ++k) {
    const std::size_t next = (k + 1) % cubes.size();
    int across = 0;
    (centers[next] - centers[k]).cwiseAbs().maxCoeff(&across);
    const int side = 1 + random.index(2);
    const int along = (across + 3 - side) % 3, outwards = (across + side) % 3;
    Vec3 edge = (centers[k] + centers[next]) / 2;
    edge[outwards] += std::copysign(kSize / 2, edge[outwards] - middle[outwards]);
    world.add_joint({.kind = JointKind::revolute,
                     .parent = cubes[k],
                     .child = cubes[next],
                     .frame = {.translation = edge},
                     .axis = Vec3::Unit(along)});
  }
  return world;
}

// The demands of joints at the end of the step may contradict contacts. When small contradictions
// were accepted, 1 in 78 answers was off the cone; when they were only given up at the end of the
// effort, steps took almost twice as long. Of 240 such blocks 1 answer in 590 is off the cone
// within 200 steps, and 7 blocks have an unsolved one.
TEST(JointedClusters, HingedCubesAreOnTheConeButForFew) {
  int solves = 0, off_cone = 0, unsolved = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    World world = make_hinged_cubes(seed);
    for (int k = 0; k < 100; ++k) {
      const StepReport report = world.step(0.01);
      for (std::size_t rung = 1; rung < report.rungs.size(); ++rung) solves += report.rungs[rung];
      off_cone += report.off_cone;
      unsolved += report.unsolved;
    }
  }
  EXPECT_LE(off_cone, solves / 100) << solves;
  EXPECT_LE(unsolved, 4);
}

// Impacts of such boxes, with masses from 1 to 3000, are not always solved: two of these are not.
// Standing still would satisfy all conditions of each: nothing is squeezed.
TEST(JointedClusters, WhatRestWouldMeetIsNotSqueezed) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    World world({.gravity = Vec3::Zero()});
    const MaterialId slick =
        world.add_material({.name = "slick", .friction = 0, .restitution = 0.5});
    std::vector<BodyId> boxes;
    std::vector<Vec3> centers;
    for (int k = 0; k < 8; ++k) {
      centers.emplace_back(0.4 * Vec3(k % 2, k / 2 % 2, k / 4));
      boxes.push_back(world.add_body({.pose = {.translation = centers.back()},
                                      .linear_velocity = random.in_cube(3),
                                      .angular_velocity = random.in_cube(10),
                                      .shapes = {{.shape = Box{Vec3(0.4, 0.4, 0.4)}}},
                                      .mass = random.log_uniform(0.02, 60),
                                      .material = slick}));
    }
    for (std::size_t k = 1; k < boxes.size(); ++k) {
      if (random.index(2) == 0) continue;
      world.add_joint({.kind = random.index(2) == 0 ? JointKind::spherical : JointKind::revolute,
                       .parent = boxes[k - 1],
                       .child = boxes[k],
                       .frame = {.translation = (centers[k - 1] + centers[k]) / 2},
                       .axis = Vec3::UnitY()});
    }
    StepReport report;
    for (int k = 0; k < 3 && report.status == StepStatus::solved; ++k) report = world.step(0.01);
    for (const UnsolvedIsland& island : report.unsolved_islands) {
      EXPECT_NE(island.cause, UnsolvedCause::squeezed) << seed << ' ' << describe(island, world);
      EXPECT_NE(island.cause, UnsolvedCause::contradictory) << seed;
    }
  }
}

}  // namespace
}  // namespace stiction
