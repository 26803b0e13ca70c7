// A step that fails reports it, and leaves the world in its last good state.

#include <stiction/geometry/support_shape.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include "world/simple_worlds.h"
#include "world/wrapped_model.h"

namespace stiction {
namespace {

/// A cube on the floor with a plate right above it that comes down at 1 m/s whatever is in the way.
struct Press {
  World world;
  BodyId ground;
  BodyId cube;
  BodyId plate;

  explicit Press(const WorldOptions& options = {}) : world(options) {
    ground = add_ground(world);
    cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
    plate = world.add_body({.name = "plate",
                            .kind = BodyKind::kinematic,
                            .pose = {.translation = Vec3(0, 0, 1.1 + 0.025)},
                            .linear_velocity = Vec3(0, 0, -1),
                            .shapes = {{Box{Vec3(2, 2, 0.2)}}}});
  }
};

/// Twelve bodies of three shapes that fall into a bin.
World make_heap(const WorldOptions& options) {
  World world(options);
  BodyDefinition bin{.name = "bin", .kind = BodyKind::fixed};
  bin.shapes.push_back({.shape = Plane{}});
  for (const Vec3& inwards : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, -1, 0)}) {
    bin.shapes.push_back({.shape = Plane{.normal = inwards, .offset = -0.45}});
  }
  world.add_body(bin);
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> part(-1, 1);
  for (int k = 0; k < 12; ++k) {
    const Vec3 cell(k % 2 - 0.5, k / 2 % 2 - 0.5, 0.6 + k / 4);
    BodyDefinition body{.name = "body-" + std::to_string(k)};
    body.pose.translation = 0.42 * cell + 0.01 * Vec3(part(generator), part(generator), 0);
    body.pose.rotation =
        Quat(part(generator), part(generator), part(generator), 2 + part(generator)).normalized();
    body.angular_velocity = 3 * Vec3(part(generator), part(generator), part(generator));
    body.mass = std::exp(2 * part(generator));
    if (k % 3 == 0) body.shapes = {{.shape = Box{Vec3(0.2, 0.15, 0.25)}}};
    if (k % 3 == 1) body.shapes = {{.shape = Sphere{0.12}}};
    if (k % 3 == 2) body.shapes = {{.shape = Capsule{0.07, 0.2}}};
    world.add_body(body);
  }
  return world;
}

TEST(Failure, OfACrushedBodyIsAStatusAndChangesNothing) {
  Press press;
  run(press.world, 2);
  const World before = press.world;
  const std::size_t num_contacts = press.world.contacts().size();
  const StepReport report = press.world.step(0.01);
  EXPECT_EQ(report.status, StepStatus::unsolved);
  EXPECT_EQ(report.unsolved, 1);
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_FALSE(report.problems[0].solved);
  EXPECT_GT(std::get<Lcp>(report.problems[0].lcp).q.size(), 0);
  EXPECT_TRUE(is_same_state(press.world, before));
  EXPECT_EQ(press.world.contacts().size(), num_contacts);
  EXPECT_GT(report.solve_seconds, 0);
  EXPECT_GE(report.total_seconds, report.solve_seconds);
}

TEST(Failure, NamesWhoIsSqueezedByWhom) {
  Press press;
  run(press.world, 2);
  const StepReport report = press.world.step(0.01);
  ASSERT_EQ(report.unsolved_islands.size(), 1u);
  const UnsolvedIsland& island = report.unsolved_islands[0];
  EXPECT_EQ(island.cause, UnsolvedCause::squeezed);
  EXPECT_EQ(island.squeezed, std::vector{press.cube});
  EXPECT_EQ(island.squeezing, (std::vector{press.ground, press.plate}));
  EXPECT_EQ(island.bodies, std::vector{press.cube});
  ASSERT_FALSE(island.worst.empty());
  EXPECT_GT(island.worst[0].violation, 1e-3);
  const std::string text = describe(island, press.world);
  EXPECT_NE(text.find("squeezed between ground and plate"), std::string::npos) << text;
}

// A chain of blocks between two fingers: all blocks are part of it; the floor below and a ball that
// leans on them are not.
TEST(Failure, NamesAllOfAChainAndNobodyElse) {
  World world;
  add_ground(world);
  std::vector<BodyId> blocks;
  for (int k = 0; k < 3; ++k) {
    blocks.push_back(world.add_body({.name = "block-" + std::to_string(k),
                                     .pose = {.translation = Vec3(k, 0, 0.5)},
                                     .shapes = {{Box{Vec3(1, 1, 1)}}}}));
  }
  std::vector<BodyId> fingers;
  for (const double side : {-1.0, 1.0}) {
    fingers.push_back(world.add_body({.name = side < 0 ? "left" : "right",
                                      .kind = BodyKind::kinematic,
                                      .pose = {.translation = Vec3(1 + 2.005 * side, 0, 0.7)},
                                      .linear_velocity = Vec3(-0.5 * side, 0, 0),
                                      .shapes = {{Box{Vec3(1, 1, 1)}}}}));
  }
  StepReport report;
  for (int k = 0; k < 10 && report.status == StepStatus::solved; ++k) report = world.step(0.01);
  ASSERT_EQ(report.status, StepStatus::unsolved);
  ASSERT_EQ(report.unsolved_islands.size(), 1u);
  EXPECT_EQ(report.unsolved_islands[0].squeezed, blocks);
  EXPECT_EQ(report.unsolved_islands[0].squeezing, fingers);
}

// With the best answer the world goes on: under every law the cube stays finite and no faster than
// the plate, the momentum balance holds, and once the plate has gone the cube is at rest.
TEST(Failure, WithTheBestAnswerTheWorldGoesOn) {
  for (const std::string& model : ContactModelCatalogue().names()) {
    SCOPED_TRACE(model);
    Press press({.contact = {.model = model}, .on_unsolved = OnUnsolved::best});
    int approximate = 0;
    for (int k = 0; k < 12; ++k) {
      const StepReport report = press.world.step(0.01);
      if (report.status == StepStatus::solved) continue;
      ASSERT_EQ(report.status, StepStatus::approximate) << k;
      ++approximate;
      EXPECT_EQ(report.unsolved, 1);
      EXPECT_EQ(report.unsolved_islands.size(), 1u);
      EXPECT_GT(report.residual, 1e-6);
      const BodyState state = press.world.state(press.cube);
      EXPECT_LE(state.linear_velocity.norm(), 2) << k;
      EXPECT_TRUE(state.pose.translation.allFinite());
    }
    EXPECT_GT(approximate, 5);
    press.world.set_velocity(press.plate, Vec3(0, 0, 5), Vec3::Zero());
    for (int k = 0; k < 100; ++k) press.world.step(0.01);
    EXPECT_EQ(press.world.step(0.01).status, StepStatus::solved);
    EXPECT_NEAR(press.world.state(press.cube).pose.translation.z(), 0.5, 1e-6);
  }
}

// A round in which no problem with a single contact is solved.
TEST(Failure, OfARoundThatMissesContactsIsNone) {
  for (const bool has_third : {true, false}) {
    WorldOptions options = with_wrapped_model(
        [](const ContactProblem& problem, const auto&, ContactSolution& solution) {
          if (problem.contacts.size() == 1) solution.status = ContactStatus::unsolved;
        });
    options.gravity = Vec3::Zero();
    World world(options);
    const BodyId first = add_driven_row(world, has_third ? 3 : 2);
    const StepReport report = world.step(0.01);
    if (has_third) {
      EXPECT_EQ(report.status, StepStatus::solved);
      EXPECT_EQ(report.unsolved, 0);
      EXPECT_EQ(report.resolved, 1);
      EXPECT_EQ(world.contacts().size(), 2u);
    } else {
      EXPECT_EQ(report.status, StepStatus::unsolved);
      EXPECT_EQ(report.unsolved, 1);
      EXPECT_EQ(position(world, first), Vec3(0, 0, 0));
    }
  }
}

// A model gives up with friction just beyond its bound. Moved within the bound, that is the answer
// and the step is solved, whatever `on_unsolved` is.
TEST(Failure, IsNotToldOfAnswersThatOnlyHadToBePassive) {
  for (const OnUnsolved on_unsolved : {OnUnsolved::stop, OnUnsolved::best}) {
    WorldOptions options =
        with_wrapped_model([](const ContactProblem&, const auto&, ContactSolution& solution) {
          const double beyond = 1.01;
          for (Vec3& impulse : solution.impulses) impulse.tail<2>() *= beyond;
          solution.status = ContactStatus::unsolved;
        });
    options.on_unsolved = on_unsolved;
    World world(options);
    const MaterialId wood = world.add_material({.name = "wood", .friction = 0.5});
    add_ground(world, wood);
    const BodyId cube = add_cube(world, 0.2, 1, Vec3(0, 0, 0.1), wood);
    world.set_velocity(cube, Vec3(1, 0, 0), Vec3::Zero());
    const StepReport report = world.step(0.01);
    EXPECT_EQ(report.status, StepStatus::solved);
    EXPECT_EQ(report.unsolved, 0);
    EXPECT_LE(report.residual, 1e-6);
    EXPECT_NEAR(world.state(cube).linear_velocity.x(), 1 - 0.5 * kGravity * 0.01, 1e-9);
  }
}

TEST(Failure, WhatIsDoneAboutItMayChangeBetweenSteps) {
  Press press;
  run(press.world, 2);
  int num_solved = 0;
  while (press.world.step(0.01).status == StepStatus::solved && num_solved < 10) ++num_solved;
  const double before = press.world.time();
  press.world.set_on_unsolved(OnUnsolved::best);
  const StepReport went_on = press.world.step(0.01);
  EXPECT_EQ(went_on.status, StepStatus::approximate);
  EXPECT_NEAR(press.world.time(), before + 0.01, 1e-12);
  // A dense matrix of 240 contacts took 0.3 s, the step itself 0.02 s.
  ASSERT_EQ(went_on.problems.size(), 1u);
  EXPECT_EQ(std::get<Lcp>(went_on.problems[0].lcp).q.size(), 0);
  EXPECT_FALSE(went_on.problems[0].contact_problem.contacts.empty());
  press.world.set_on_unsolved(OnUnsolved::stop);
  const StepReport stopped = press.world.step(0.01);
  EXPECT_EQ(stopped.status, StepStatus::unsolved);
  EXPECT_NEAR(press.world.time(), before + 0.01, 1e-12);
  EXPECT_GT(std::get<Lcp>(stopped.problems[0].lcp).q.size(), 0);
}

// Boxes meet without gravity, with most rungs left out; during the whole run the energy never rises
// by more than 1e-3 above its minimum.
TEST(Failure, TheBestAnswerMakesNoEnergy) {
  std::vector<Rung> without;
  for (const Rung rung : {Rung::finish, Rung::pivots, Rung::homotopy, Rung::augmented_lagrangian}) {
    without.push_back(rung);
  }
  World world({.gravity = Vec3::Zero(),
               .contact = {.without = without},
               .on_unsolved = OnUnsolved::best,
               .effort = 5});
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> part(-1, 1);
  for (int k = 0; k < 27; ++k) {
    const Vec3 place(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
    world.add_body({.name = "box",
                    .pose = {.translation = 0.6 * place},
                    .linear_velocity = -2 * place + Vec3(part(generator), part(generator), 0),
                    .shapes = {{Box{Vec3(0.5, 0.5, 0.5)}}}});
  }
  const double start = world.energy().total();
  double least = start;
  int approximate = 0;
  for (int k = 0; k < 100; ++k) {
    const StepReport report = world.step(0.01);
    ASSERT_NE(report.status, StepStatus::unsolved);
    approximate += report.status == StepStatus::approximate;
    EXPECT_LE(world.energy().total(), least + 1e-3 * start) << k;
    least = std::min(least, world.energy().total());
  }
  EXPECT_GT(approximate, 0);
}

// Heaps of mixed shapes fall into a bin with far less effort than solving them takes: no step costs
// more, every step is made, no body falls through the floor, and no energy is created.
TEST(Failure, HeapsGoOnWithLittleEffort) {
  for (const std::string& model : ContactModelCatalogue().names()) {
    for (const double effort : {1.0, 5.0, 20.0, 60.0}) {
      SCOPED_TRACE(model + " " + std::to_string(effort));
      World world = make_heap(
          {.contact = {.model = model}, .on_unsolved = OnUnsolved::best, .effort = effort});
      const double start = world.energy().total();
      double least = start;
      double work = 0;
      for (int k = 0; k < 80; ++k) {
        const StepReport report = world.step(0.01);
        ASSERT_TRUE(report.status == StepStatus::solved ||
                    report.status == StepStatus::approximate);
        EXPECT_LE(report.effort, effort);
        work += report.work;
        const double energy = world.energy().total() - work;
        EXPECT_LE(energy, least + 1e-3 * start) << k;
        least = std::min(least, energy);
        EXPECT_LE(report.penetration, 0.1) << k;
      }
    }
  }
}

TEST(Failure, SaysThatTheEffortWasNotEnough) {
  WorldOptions options;
  options.on_unsolved = OnUnsolved::best;
  options.effort = 1;
  World world = make_heap(options);
  StepReport report;
  for (int k = 0; k < 60 && report.status != StepStatus::approximate; ++k)
    report = world.step(0.01);
  ASSERT_FALSE(report.unsolved_islands.empty());
  const UnsolvedIsland& island = report.unsolved_islands.front();
  EXPECT_EQ(island.cause, UnsolvedCause::out_of_effort);
  EXPECT_GT(island.effort, 0);
  EXPECT_LE(island.effort, 1);
  EXPECT_NE(describe(island, world).find("the effort of 1 was not enough"), std::string::npos)
      << describe(island, world);
}

// The message is not "out of range", though no answer could be judged.
TEST(Failure, SaysThatAnEffortOfNextToNothingWasNotEnough) {
  World world({.effort = 0.1});
  add_ground(world);
  for (int k = 0; k < 4; ++k) {
    world.set_velocity(add_cube(world, 1, 1, Vec3(0, 0, k + 0.5)), Vec3(0.3, 0.2, 0), Vec3::Zero());
  }
  const StepReport report = world.step(0.01);
  ASSERT_EQ(report.unsolved_islands.size(), 1u);
  EXPECT_EQ(report.unsolved_islands.front().cause, UnsolvedCause::out_of_effort);
  const std::string text = describe(report.unsolved_islands.front(), world);
  EXPECT_NE(text.find("the effort of 0.1 was not enough"), std::string::npos) << text;
  // The residual of the bodies' free motion is still reported.
  EXPECT_TRUE(std::isfinite(report.unsolved_islands.front().residual)) << text;
  EXPECT_EQ(report.unsolved_islands.front().residual, report.residual) << text;
}

// Cancelled at each of its queries in turn, by an answer or an exception, the step changes nothing;
// made afterwards it has the same bits as one that was never cancelled.
TEST(Failure, ACancelledStepChangesNothing) {
  int questions_left = -1;
  bool throws = false;
  WorldOptions options;
  options.should_stop = [&] {
    const bool stops = questions_left >= 0 && questions_left-- == 0;
    if (stops && throws) throw std::runtime_error("enough");
    return stops;
  };
  World world(options);
  add_ground(world);
  for (int k = 0; k < 4; ++k) {
    const BodyId cube = add_cube(world, 1, 1, Vec3(0.3 * k, 0, 0.5 + k));
    world.set_velocity(cube, Vec3(1.0 - k, 0.5, 0), Vec3(0, k, 0));
  }
  run(world, 3);
  const World before = world;
  World expected = world;
  ASSERT_EQ(expected.step(0.01).status, StepStatus::solved);
  for (const bool by_exception : {false, true}) {
    SCOPED_TRACE(by_exception);
    int cancelled = 0;
    for (int question = 0; question < 10000; ++question) {
      World tried = before;
      questions_left = question;
      throws = by_exception;
      bool has_thrown = false;
      StepStatus status = StepStatus::cancelled;
      try {
        status = tried.step(0.01).status;
      } catch (const std::runtime_error& error) {
        has_thrown = error.what() == std::string("enough");
      }
      const bool was_asked = questions_left < 0;
      questions_left = -1;
      if (!was_asked) break;
      ++cancelled;
      ASSERT_EQ(status, StepStatus::cancelled) << question;
      ASSERT_EQ(has_thrown, by_exception) << question;
      ASSERT_TRUE(is_same_state(tried, before)) << question;
      ASSERT_EQ(tried.time(), before.time()) << question;
      tried.step(0.01);
      ASSERT_TRUE(is_same_state(tried, expected)) << question;
    }
    EXPECT_GT(cancelled, 3);
  }
}

// Also if a step fails, and the query comes while the cause is analysed.
TEST(Failure, ACancelledStepDoesNotFailInstead) {
  int questions_left = -1;
  WorldOptions options;
  options.should_stop = [&] { return questions_left >= 0 && questions_left-- == 0; };
  Press press(options);
  run(press.world, 2);
  const World before = press.world;
  int asked = 0;
  for (; asked < 100000; asked += 1 + asked / 10) {  // Each of the first ones, then ever fewer.
    World tried = before;
    questions_left = asked;
    const StepStatus status = tried.step(0.01).status;
    const bool was_asked = questions_left < 0;
    questions_left = -1;
    if (!was_asked) break;
    ASSERT_EQ(status, StepStatus::cancelled) << asked;
  }
  EXPECT_GT(asked, 3);
  EXPECT_LT(asked, 100000);
}

TEST(Failure, EndsWithItsCause) {
  Press press;
  for (int k = 0; k < 5; ++k) press.world.step(0.01);
  ASSERT_EQ(press.world.step(0.01).status, StepStatus::unsolved);
  press.world.set_velocity(press.plate, Vec3::Zero(), Vec3::Zero());
  run(press.world, 50);
  EXPECT_NEAR(position(press.world, press.cube).z(), 0.5, 1e-9);
}

TEST(Failure, OfNumbersOutOfRangeIsAStatusAndChangesNothing) {
  World world;
  add_ground(world);
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(0, 0, 5));
  world.set_velocity(ball, Vec3(1e300, 0, 0), Vec3::Zero());
  const World before = world;
  EXPECT_EQ(world.step(0.01).status, StepStatus::not_finite);
  EXPECT_TRUE(is_same_state(world, before));
  world.set_velocity(ball, Vec3::Zero(), Vec3::Zero());
  world.apply_force(ball, Vec3(1e305, 1e305, 1e305));
  world.apply_force(ball, Vec3(1e308, 1e308, 1e308));
  EXPECT_EQ(world.step(1e5).status, StepStatus::not_finite);
}

/// A tilted box that flies on a joint far too fast for any exact answer, from 1e3 m/s to the end of
/// the range of numbers, with and without a floor; or a joint whose point is far away.
void step_on_joint(const std::string& model, JointKind kind, double speed, double distance) {
  World world({.contact = {.model = model}, .effort = 200});
  const BodyId box = world.add_body({.name = "b",
                                     .pose = {.translation = Vec3(0, 0, 2)},
                                     .linear_velocity = Vec3(1, 2, speed),
                                     .shapes = {{Box{Vec3(1, 0.8, 0.6)}}}});
  world.add_joint({.name = "j",
                   .kind = kind,
                   .child = box,
                   .frame = {.translation = Vec3(0.9, -0.6, 2.2 + distance)},
                   .axis = Vec3(0.3, 0.4, 1),
                   .axis2 = Vec3(1, 0, 0)});
  const World before = world;
  const bool is_solved = world.step(0.01).status == StepStatus::solved;
  EXPECT_TRUE(is_solved || is_same_state(world, before)) << model;
  EXPECT_TRUE(world.state(box).pose.translation.allFinite()) << model;
}

TEST(Failure, OfSpeedsAndPlacesOutOfRangeOnJointsIsAStatusUnderEveryModel) {
  for (const char* model :
       {"coulomb", "no-slip", "viscous", "viscous-rk4", "box-friction", "frictionless"}) {
    for (const JointKind kind : {JointKind::fixed, JointKind::revolute, JointKind::prismatic,
                                 JointKind::spherical, JointKind::planar}) {
      for (const double speed : {1e20, 1e40, 1e70, 1e200}) {
        EXPECT_NO_THROW(step_on_joint(model, kind, speed, 0)) << model << ' ' << speed;
      }
      for (const double distance : {1e40, -kLargestPlace / 2}) {
        EXPECT_NO_THROW(step_on_joint(model, kind, 0, distance)) << model << ' ' << distance;
      }
    }
  }
}

TEST(Failure, OfForcesOutOfRangeIsAStatusUnderEveryModel) {
  for (const char* model :
       {"coulomb", "no-slip", "viscous", "viscous-rk4", "box-friction", "frictionless"}) {
    World world({.contact = {.model = model}, .effort = 200});
    add_ground(world);
    const BodyId cube = add_cube(world, 1, 1e308, Vec3(0, 0, 0.4999));
    for (int k = 0; k < 3; ++k) EXPECT_NO_THROW(world.step(0.01)) << model;
    EXPECT_TRUE(position(world, cube).allFinite()) << model;
  }
}

// In a short step an acceleration whose square overflows makes a velocity whose square does not.
TEST(Failure, OfAccelerationsOutOfRangeIsAStatusUnderEveryModel) {
  for (const char* model :
       {"coulomb", "no-slip", "viscous", "viscous-rk4", "box-friction", "frictionless"}) {
    World world({.contact = {.model = model}});
    add_ground(world);
    const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
    World falling = world;
    falling.set_gravity(Vec3(0, 0, -1e190));
    EXPECT_EQ(falling.step(1e-130).status, StepStatus::not_finite) << model;
    world.apply_force(cube, Vec3(1e200, 0, -1e200));
    const World before = world;
    EXPECT_EQ(world.step(1e-130).status, StepStatus::not_finite) << model;
    EXPECT_TRUE(is_same_state(world, before)) << model;
  }
}

TEST(Failure, OfPlacesOutOfRangeIsAStatusAndChangesNothing) {
  World world;
  const BodyId egg =
      world.add_body({.name = "egg", .shapes = {{make_ellipsoid(Vec3(0.2, 0.3, 0.4))}}});
  world.set_pose(egg, {.translation = Vec3(kLargestPlace, -kLargestPlace, 0)});
  const World before = world;
  EXPECT_TRUE(world.detect_contacts(1).empty());
  const auto nearest = world.closest_point(Vec3::Zero());
  ASSERT_TRUE(nearest);
  EXPECT_NEAR(nearest->distance, std::sqrt(2.0) * kLargestPlace, 1e-9 * kLargestPlace);
  EXPECT_EQ(world.step(0.01).status, StepStatus::not_finite);
  EXPECT_TRUE(is_same_state(world, before));
}

TEST(Failure, KeepsEveryProblemForWhoWantsThem) {
  World world({.keep_problems = true});
  add_ground(world);
  add_cube(world, 1, 1, Vec3(0, 0, 0.5));
  add_cube(world, 1, 1, Vec3(5, 0, 0.5));
  const StepReport report = world.step(0.01);
  ASSERT_EQ(report.problems.size(), 2u);
  EXPECT_EQ(report.problems[1].island, 1u);
  EXPECT_TRUE(report.problems[0].solved);
  EXPECT_EQ(report.problems[0].z.size(), std::get<Lcp>(report.problems[0].lcp).q.size());
}

}  // namespace
}  // namespace stiction
