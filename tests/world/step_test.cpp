// Contacts within a step: touch-down, no tunnelling, overlap, load, restitution.

#include <stiction/math/rotation.h>

#include <map>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

TEST(Step, BringsAFallingBodyToTheSurfaceAndNoFurther) {
  World world;
  add_ground(world);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 1.5));
  double lowest = 1;
  bool was_pushed_above = false;
  for (int k = 0; k < 100; ++k) {
    const double gap = position(world, cube).z() - 0.5;
    const double speed = -world.state(cube).linear_velocity.z();
    run(world, 1);
    lowest = std::min(lowest, position(world, cube).z());
    const bool is_out_of_reach = gap > (speed + kGravity * 0.01) * 0.01 + 1e-12;
    for (const Contact& contact : world.contacts()) {
      was_pushed_above |= is_out_of_reach && contact.normal_impulse > 0;
    }
  }
  EXPECT_FALSE(was_pushed_above) << "no impulse before the contact is reached";
  EXPECT_GE(lowest, 0.5 - 1e-12);
  EXPECT_NEAR(position(world, cube).z(), 0.5, 1e-12);
}

struct Shot {
  const char* name;
  Shape shape;
  Vec3 velocity;
  Vec3 spin;
};

// Bullets that cover their own size many times per step, against a wall thinner than that.
TEST(Step, LetsNothingThroughAThinWall) {
  const Shot shots[] = {
      {"ball", Sphere{0.02}, Vec3(100, 0, 0), Vec3::Zero()},
      {"oblique ball", Sphere{0.02}, Vec3(80, 50, -20), Vec3::Zero()},
      {"capsule", Capsule{0.02, 0.1}, Vec3(120, 10, 0), Vec3(0, 30, 0)},
      {"box", Box{Vec3(0.05, 0.04, 0.03)}, Vec3(90, -30, 10), Vec3(10, 20, 5)},
      {"very fast ball", Sphere{0.02}, Vec3(2000, 0, 0), Vec3::Zero()},
  };
  for (const Shot& shot : shots) {
    World world({.gravity = Vec3::Zero()});
    world.add_body(
        {.name = "wall", .kind = BodyKind::fixed, .shapes = {{Box{Vec3(0.01, 40, 40)}}}});
    const BodyId bullet = world.add_body(
        {.name = "bullet", .pose = {.translation = Vec3(-1.337, 0, 0)}, .shapes = {{shot.shape}}});
    world.set_velocity(bullet, shot.velocity, shot.spin);
    double furthest = -1;
    for (int k = 0; k < 20; ++k) {
      ASSERT_EQ(world.step(0.01).status, StepStatus::solved) << shot.name;
      furthest = std::max(furthest, position(world, bullet).x());
    }
    EXPECT_LT(furthest, 0) << shot.name;
    EXPECT_GT(furthest, -0.2) << shot.name << " reaches the wall";
  }
}

// A ball that is hit within the step leaves faster than the body that hit it: they part at the end,
// but did meet.
TEST(Step, LetsNothingThroughABallThatItDrivesAway) {
  World world({.gravity = Vec3::Zero()});
  const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 1});
  const BodyId heavy = add_ball(world, 0.01, 1, Vec3::Zero(), rubber);
  const BodyId light = add_ball(world, 0.01, 0.1, Vec3(0.92, 0, 0), rubber);
  world.set_velocity(heavy, Vec3(100, 0, 0), Vec3::Zero());
  run(world, 1);
  EXPECT_NEAR(world.state(heavy).linear_velocity.x(), 900.0 / 11, 1e-9);
  EXPECT_NEAR(world.state(light).linear_velocity.x(), 2000.0 / 11, 1e-9);
}

// However fast a body spins, none of its points leaves its bounding ball.
TEST(Step, KeepsASpinningBodyFromTouchingWhatIsOutOfItsReach) {
  World world({.gravity = Vec3::Zero()});
  const BodyId spinner =
      world.add_body({.name = "spinner", .shapes = {{.shape = Box{Vec3(1, 0.5, 1)}}}});
  const BodyId bystander = add_cube(world, 1, 1, Vec3(4, 0, 0));
  world.set_velocity(spinner, Vec3::Zero(), Vec3(0, 0, 1e5));
  run(world, 5);
  EXPECT_EQ(world.state(bystander).linear_velocity, Vec3(0, 0, 0));
}

TEST(Step, RemovesOverlapWithoutGivingSpeed) {
  World world({.max_push_out = kInf});
  add_ground(world);
  const BodyId low = add_cube(world, 1, 1, Vec3(0, 0, 0.45));
  const BodyId high = add_cube(world, 1, 5, Vec3(0.1, 0, 1.35));
  EXPECT_NEAR(world.calc_penetration(), 0.1, 1e-12);
  const StepReport report = world.step(0.01);
  EXPECT_EQ(report.status, StepStatus::solved);
  EXPECT_LE(report.penetration, 1e-9);
  EXPECT_LE(world.energy().kinetic, 1e-20);
  EXPECT_NEAR(position(world, low).z(), 0.5, 1e-8);
  EXPECT_NEAR(position(world, high).z(), 1.5, 1e-8);
}

TEST(Step, LeavesOverlapAtRestWhereItIsNotToBeRemoved) {
  World world({.remove_depth = false});
  add_ground(world);
  const BodyId low = add_cube(world, 1, 1, Vec3(0, 0, 0.45));
  const BodyId high = add_cube(world, 1, 5, Vec3(0.1, 0, 1.35));
  for (int k = 0; k < 100; ++k) {
    const StepReport report = world.step(0.01);
    ASSERT_EQ(report.status, StepStatus::solved);
    EXPECT_NEAR(report.penetration, 0.1, 1e-12);
    EXPECT_EQ(report.work, 0);
  }
  EXPECT_NEAR(position(world, low).z(), 0.45, 1e-12);
  EXPECT_NEAR(position(world, high).z(), 1.35, 1e-12);
}

// Bodies at rest overlap as before the step, which is not measured again; moving bodies are
// measured.
TEST(Step, TellsTheOverlapAfterItWhoeverRests) {
  World world;
  add_ground(world);
  for (int k = 0; k < 4; ++k) add_cube(world, 1, 1, Vec3(0, 0, 0.5 + k));
  const BodyId plate = world.add_body({.name = "plate",
                                       .kind = BodyKind::kinematic,
                                       .pose = {.translation = Vec3(5, 0, 1)},
                                       .shapes = {{.shape = Box{Vec3(1, 1, 0.2)}}}});
  add_cube(world, 0.5, 1, Vec3(5, 0, 1.35));
  const BodyId ball = add_ball(world, 0.2, 5, Vec3(-3, 0.1, 3.6));
  const auto expect_told = [&](const char* when) {
    for (int k = 0; k < 60; ++k) {
      const StepReport report = world.step(0.01);
      ASSERT_EQ(report.status, StepStatus::solved);
      ASSERT_NEAR(report.penetration, world.calc_penetration(), 1e-11) << when << ", step " << k;
    }
  };
  expect_told("a ball falls beside a stack");
  world.set_velocity(plate, Vec3(0.1, 0, 0.3), Vec3(0, 0, 1));
  expect_told("a plate lifts a cube");
  world.set_pose(ball, {.translation = Vec3(-3, 0.1, 3.6)});
  world.set_velocity(ball, Vec3(20, 0, 0), Vec3::Zero());
  expect_told("the ball hits the stack");
}

// Round-off in the velocities would move contacts from step to step, and under such a load each
// step would need another answer.
TEST(Step, BodiesUnderAHeavyLoadStandStillToTheBit) {
  for (const double load : {1e6, 1e7, 1e8}) {
    World world;
    add_ground(world);
    for (int k = 0; k < 9; ++k) add_cube(world, 1, 1, Vec3(0, 0, 0.5 + k));
    const BodyId top = add_cube(world, 1, load, Vec3(0, 0, 9.5));
    for (int k = 0; k < 20; ++k) ASSERT_EQ(world.step(0.01).status, StepStatus::solved);
    const BodyState before = world.state(top);
    for (int k = 0; k < 200; ++k) {
      const StepReport report = world.step(0.01);
      ASSERT_EQ(report.status, StepStatus::solved);
      ASSERT_EQ(report.rungs[static_cast<std::size_t>(Rung::remembered)], 1) << load << ' ' << k;
    }
    EXPECT_EQ(world.state(top).pose.translation, before.pose.translation) << load;
    EXPECT_EQ(world.state(top).linear_velocity, Vec3(0, 0, 0)) << load;
  }
}

TEST(Step, AWallHoldsThirtyMillionTimesABricksWeight) {
  World world;
  add_ground(world);
  BodyId top;
  for (int row = 0; row < 6; ++row) {
    for (int k = 0; k < 9; ++k) {
      top = world.add_body(
          {.name = "brick",
           .pose = {.translation = Vec3(0.205 * k + 0.095 * (row % 2), 0, 0.1 * row + 0.05)},
           .shapes = {{.shape = Box{Vec3(0.2, 0.1, 0.1)}}},
           .mass = row < 5 ? 4 : 1.2e8});
    }
  }
  ASSERT_EQ(world.step(0.01).status, StepStatus::solved);
  const BodyState before = world.state(top);
  for (int k = 0; k < 50; ++k) {
    const StepReport report = world.step(0.01);
    ASSERT_EQ(report.status, StepStatus::solved) << k;
    EXPECT_LE(report.residual, 1e-7) << k;
    EXPECT_LE(report.penetration, 1e-6) << k;
  }
  EXPECT_LE((world.state(top).pose.translation - before.pose.translation).norm(), 1e-9);
}

// A heavy body on a light one that nothing holds moves on, however slowly.
TEST(Step, AHeavyBodyThatSlidesOnALightOneIsNotStopped) {
  World world;
  add_ground(world);
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  add_cube(world, 1, 1, Vec3(0, 0, 0.5));
  const BodyId top = add_cube(world, 0.9, 1e8, Vec3(0, 0, 1.45), ice);
  const Vec3 slow(1e-10, 0, 0);
  world.set_velocity(top, slow, Vec3::Zero());
  for (int k = 0; k < 10; ++k) ASSERT_EQ(world.step(0.01).status, StepStatus::solved);
  EXPECT_NEAR(world.state(top).linear_velocity.x(), slow.x(), 1e-20);
}

// A speed that no contact resists is motion, however small.
TEST(Step, ASlowBodyGoesOn) {
  World world;
  world.set_gravity(Vec3::Zero());
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(0, 0, 1));
  world.set_velocity(ball, Vec3(1e-18, 0, 0), Vec3::Zero());
  run(world, 10);
  EXPECT_EQ(world.state(ball).linear_velocity, Vec3(1e-18, 0, 0));
}

TEST(Step, CarriesAThousandTimesTheWeight) {
  for (const bool heavy_on_top : {true, false}) {
    World world;
    add_ground(world);
    const BodyId low = add_cube(world, 1, heavy_on_top ? 1 : 1000, Vec3(0, 0, 0.5));
    const BodyId high = add_cube(world, 1, heavy_on_top ? 1000 : 1, Vec3(0, 0, 1.5005));
    double deepest = 0;
    for (int k = 0; k < 300; ++k) {
      const StepReport report = world.step(0.01);
      ASSERT_EQ(report.status, StepStatus::solved);
      deepest = std::max(deepest, report.penetration);
    }
    EXPECT_LE(deepest, 1e-6);
    EXPECT_NEAR(position(world, low).z(), 0.5, 1e-6);
    EXPECT_NEAR(position(world, high).z(), 1.5, 1e-6);
  }
}

TEST(Step, CountsTheIslandsThatTouch) {
  World world;
  add_ground(world);
  add_cube(world, 1, 1, Vec3(0, 0, 0.5));
  add_cube(world, 1, 1, Vec3(0, 0, 1.5));
  add_cube(world, 1, 1, Vec3(5, 0, 0.5));
  add_cube(world, 1, 1, Vec3(9, 0, 20));
  const StepReport report = world.step(0.01);
  EXPECT_EQ(report.islands, 2u) << "the ground ties nothing together";
  EXPECT_EQ(report.contacts, 12u);
}

TEST(Step, TellsWhenContactsBeginPersistAndEnd) {
  World world;
  add_ground(world);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5004));
  std::map<ContactEventKind, int> counts;
  const auto step = [&] {
    run(world, 1);
    counts.clear();
    for (const ContactEvent& event : world.contact_events()) ++counts[event.kind];
  };
  step();
  EXPECT_EQ(counts[ContactEventKind::begin], 4);
  for (int k = 0; k < 20; ++k) {
    step();
    EXPECT_EQ(counts[ContactEventKind::begin], 0) << k;
    EXPECT_EQ(counts[ContactEventKind::persist], 4) << k;
    EXPECT_EQ(counts[ContactEventKind::end], 0) << k;
  }
  world.apply_impulse(cube, Vec3(0, 0, 1));
  step();
  EXPECT_EQ(counts[ContactEventKind::persist], 4) << "it touched at the start of the step";
  step();
  EXPECT_EQ(counts[ContactEventKind::end], 4);
  step();
  EXPECT_TRUE(counts.empty());
}

TEST(Step, NamesFeaturesThatStayTheSameWhileABoxSlides) {
  World world;
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  world.add_body({.name = "floor",
                  .kind = BodyKind::fixed,
                  .shapes = {{Box{Vec3(20, 20, 1)}}},
                  .material = ice});
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 1), ice);
  world.set_velocity(cube, Vec3(1, 0.3, 0), Vec3::Zero());
  run(world, 1);
  std::vector<FeatureId> first;
  for (const Contact& contact : world.contacts()) first.push_back(contact.feature);
  ASSERT_EQ(first.size(), 4u);
  EXPECT_TRUE(std::is_sorted(first.begin(), first.end()));
  run(world, 200);
  std::vector<FeatureId> last;
  for (const Contact& contact : world.contacts()) last.push_back(contact.feature);
  EXPECT_EQ(first, last);
}

TEST(Step, FindsContactsAtThePresentPosesWithoutStepping) {
  World world;
  add_ground(world);
  add_cube(world, 1, 1, Vec3(0, 0, 0.6));
  EXPECT_TRUE(world.detect_contacts(0.05).empty());
  const std::vector<Contact> near = world.detect_contacts(0.2);
  ASSERT_EQ(near.size(), 4u);
  for (const Contact& contact : near) {
    EXPECT_NEAR(contact.gap, 0.1, 1e-15);
    EXPECT_EQ(contact.normal_impulse, 0);
    EXPECT_FALSE(contact.is_touching());
  }
  EXPECT_EQ(world.calc_penetration(), 0);
}

// --- Restitution -------------------------------------------------------------------------------

/// A world without gravity in which everything bounces with e and without friction.
World make_billiards(double e, MaterialId* material) {
  World world({.gravity = Vec3::Zero()});
  *material = world.add_material({.name = "ivory", .friction = 0, .restitution = e});
  return world;
}

TEST(Restitution, OfABallAgainstAWallReturnsETimesTheSpeed) {
  for (const double e : {0.0, 0.3, 1.0}) {
    MaterialId ivory;
    World world = make_billiards(e, &ivory);
    world.add_body({.name = "wall",
                    .kind = BodyKind::fixed,
                    .shapes = {{Plane{Vec3(-1, 0, 0), 0}}},
                    .material = ivory});
    const BodyId ball = add_ball(world, 0.5, 2, Vec3(-0.613, 0, 0), ivory);
    world.set_velocity(ball, Vec3(5, 2, 0), Vec3::Zero());
    run(world, 10);
    EXPECT_NEAR(world.state(ball).linear_velocity.x(), -5 * e, 1e-9) << e;
    EXPECT_NEAR(world.state(ball).linear_velocity.y(), 2, 1e-12) << e;
  }
}

// Two balls, head-on: v1' = ((m1 - e m2) v1) / (m1 + m2), v2' = (1 + e) m1 v1 / (m1 + m2).
TEST(Restitution, OfTwoBallsFollowsNewtonsFormula) {
  for (const double e : {0.0, 0.5, 1.0}) {
    MaterialId ivory;
    World world = make_billiards(e, &ivory);
    const BodyId first = add_ball(world, 0.5, 1, Vec3(0, 0, 0), ivory);
    const BodyId second = add_ball(world, 0.5, 3, Vec3(1.31, 0, 0), ivory);
    world.set_velocity(first, Vec3(4, 0, 0), Vec3::Zero());
    run(world, 30);
    EXPECT_NEAR(world.state(first).linear_velocity.x(), (1 - 3 * e) * 4 / 4, 1e-9) << e;
    EXPECT_NEAR(world.state(second).linear_velocity.x(), (1 + e) * 4 / 4, 1e-9) << e;
  }
}

// Poisson's law for touching balls: after compression 1/3 of the speed each, then the impulses
// again: (-1/3, 2/3, 2/3) of the speed; momentum and energy are the same as before.
TEST(Restitution, OfARowOfTouchingBallsIsPoissons) {
  MaterialId ivory;
  World world = make_billiards(1, &ivory);
  const BodyId balls[] = {add_ball(world, 0.5, 1, Vec3(-1.4, 0, 0), ivory),
                          add_ball(world, 0.5, 1, Vec3(0, 0, 0), ivory),
                          add_ball(world, 0.5, 1, Vec3(1, 0, 0), ivory)};
  world.set_velocity(balls[0], Vec3(3, 0, 0), Vec3::Zero());
  run(world, 30);
  EXPECT_NEAR(world.state(balls[0]).linear_velocity.x(), -1, 1e-9);
  EXPECT_NEAR(world.state(balls[1]).linear_velocity.x(), 2, 1e-9);
  EXPECT_NEAR(world.state(balls[2]).linear_velocity.x(), 2, 1e-9);
  EXPECT_NEAR(world.energy().total(), 4.5, 1e-9);
}

TEST(Restitution, OfABouncingBallKeepsItsEnergyToAStepsWorthToFirstOrder) {
  World world({.integrator = Integrator::first_order});
  const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 1});
  add_ground(world, rubber);
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(0, 0, 1.1), rubber);
  const double energy = world.energy().total();
  run(world, 10000, 0.001);
  // At most m g h V per bounce, V = sqrt(2 g) = 4.4 m/s, 11 bounces: 5 % of m g.
  EXPECT_NEAR(world.energy().total(), energy, 0.05 * energy);
  EXPECT_GT(position(world, ball).z() + world.state(ball).linear_velocity.norm(), 0.5);
}

TEST(Restitution, DoesNotKeepARestingBodyInMotion) {
  for (const auto& [integrator, slow] :
       {std::pair(Integrator::first_order, 0.15), std::pair(Integrator::automatic, 0.004)}) {
    World world({.integrator = integrator});
    const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 0.9});
    add_ground(world, rubber);
    const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5), rubber);
    run(world, 200);
    EXPECT_LE((position(world, cube) - Vec3(0, 0, 0.5)).norm(), 1e-12);
    world.set_velocity(cube, Vec3(0, 0, -slow), Vec3::Zero());
    run(world, 1);
    // Slower than 2 g h, or rebounds that would end within a tenth of the step.
    EXPECT_LE(world.state(cube).linear_velocity.norm(), 1e-12) << slow;
  }
}

// A rod that lands on its tip with friction and restitution creates no energy, whatever it does.
TEST(Restitution, WithFrictionGainsNoEnergyInATumblingBox) {
  for (int draw = 0; draw < 12; ++draw) {
    World world;
    const MaterialId rubber =
        world.add_material({.name = "rubber", .friction = 0.1 * draw, .restitution = 0.6});
    add_ground(world, rubber);
    const BodyId box =
        world.add_body({.name = "box",
                        .pose = {.rotation = from_roll_pitch_yaw(Vec3(0.3 * draw, 0.7 * draw, 0.1)),
                                 .translation = Vec3(0, 0, 2)},
                        .shapes = {{Box{Vec3(0.8, 0.5, 0.3)}}},
                        .mass = 1,
                        .material = rubber});
    world.set_velocity(box, Vec3(2, 1, 0), Vec3(1, 4, 2));
    double lowest = world.energy().total();
    for (int k = 0; k < 3000; ++k) {
      ASSERT_EQ(world.step(0.001).status, StepStatus::solved) << draw << " step " << k;
      const double energy = world.energy().total();
      // A bounce changes the energy by at most m g h V (V about 6 m/s).
      EXPECT_LE(energy, lowest + kGravity * 0.001 * 6) << draw << " step " << k;
      lowest = std::min(lowest, energy);
    }
  }
}

}  // namespace
}  // namespace stiction
