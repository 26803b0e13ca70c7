// The state of a contact after a step: how far it is from another state, and whether its impulse is
// the only possible one.

#include "world/on_slope.h"

namespace stiction {
namespace {

/// The contacts of the last step that touch.
std::vector<Contact> touching(const World& world) {
  std::vector<Contact> contacts;
  for (const Contact& contact : world.contacts()) {
    if (contact.is_touching()) contacts.push_back(contact);
  }
  return contacts;
}

/// Three balls of radius 0.1 as the feet of one body.
BodyId add_stool(World& world) {
  BodyDefinition stool{
      .name = "stool", .pose = {.translation = Vec3(0, 0, 0.1)}, .shapes = {}, .mass = 1};
  for (const double angle : {0.0, 2.0, 4.0}) {
    stool.shapes.push_back(
        {.shape = Sphere{0.1}, .pose = {.translation = Vec3(std::cos(angle), std::sin(angle), 0)}});
  }
  return world.add_body(stool);
}

// A capsule along the slope sticks at both ends. Each may use a different share of its bound;
// weighted by the bounds the share is tan / mu.
TEST(ContactStates, FrictionUseOnASlopeThatHolds) {
  for (const double slope : {0.1, 0.3, 0.49}) {
    World world({.gravity = gravity_on_slope(std::atan(slope))});
    const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
    add_ground(world, material);
    world.add_body({.name = "capsule",
                    .pose = {.rotation = exp_rotation(Vec3(0, 90 * kDegree, 0)),
                             .translation = Vec3(0, 0, 0.1)},
                    .shapes = {{.shape = Capsule{0.1, 0.6}}},
                    .mass = 3,
                    .material = material});
    run(world, 20);
    EXPECT_EQ(touching(world).size(), 2u);
    double used = 0;
    double bound = 0;
    for (const Contact& contact : touching(world)) {
      EXPECT_EQ(contact.state, ContactState::sticking);
      EXPECT_LE(contact.friction_use, 1 + 1e-12);
      used += contact.friction_use * contact.friction * contact.normal_impulse;
      bound += contact.friction * contact.normal_impulse;
    }
    EXPECT_NEAR(used / bound, slope / 0.5, 1e-9) << slope;
  }
}

TEST(ContactStates, FrictionUseOfASlidingCubeIsOne) {
  World world({.gravity = gravity_on_slope(std::atan(1.0))});
  const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
  add_ground(world, material);
  add_cube(world, 0.2, 3, Vec3(0, 0, 0.1), material);
  run(world, 20);
  int num_loaded = 0;
  for (const Contact& contact : touching(world)) {
    if (contact.state == ContactState::open) continue;
    ++num_loaded;
    EXPECT_EQ(contact.state, ContactState::sliding);
    EXPECT_NEAR(contact.friction_use, 1, 1e-9);
    // v = g (sin - mu cos) t
    const double speed = kGravity * std::sqrt(0.5) * 0.5 * 0.2;
    EXPECT_NEAR(contact.slip_velocity.norm(), speed, 1e-9);
  }
  EXPECT_GE(num_loaded, 2);
}

TEST(ContactStates, FrictionUseIsZeroWithoutABound) {
  World world;
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  add_ground(world, ice);
  add_cube(world, 0.2, 3, Vec3(0, 0, 0.1), ice);
  run(world, 1);
  ASSERT_FALSE(touching(world).empty());
  for (const Contact& contact : touching(world)) EXPECT_EQ(contact.friction_use, 0);
}

// A ball that rises at 0.05 m/s, 1 mm above the ground; and one that rests.
TEST(ContactStates, SeparationSpeed) {
  World world({.gravity = Vec3::Zero()});
  add_ground(world);
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(0, 0, 0.101));
  world.set_velocity(ball, Vec3(0.2, 0, 0.05), Vec3::Zero());
  run(world, 1);
  ASSERT_EQ(world.contacts().size(), 1u);
  const Contact& contact = world.contacts()[0];
  EXPECT_EQ(contact.state, ContactState::open);
  EXPECT_FALSE(contact.is_touching());
  EXPECT_NEAR(contact.separation_speed, 0.05, 1e-15);
  EXPECT_NEAR(contact.gap + 0.01 * contact.separation_speed, position(world, ball).z() - 0.1,
              1e-15);
  EXPECT_NEAR(contact.slip_velocity.norm(), 0.2, 1e-15);

  World rest;
  add_ground(rest);
  add_ball(rest, 0.1, 1, Vec3(0, 0, 0.1));
  run(rest, 1);
  ASSERT_EQ(rest.contacts().size(), 1u);
  EXPECT_NEAR(rest.contacts()[0].separation_speed, 0, 1e-12);
}

// The report's counts match the contacts.
TEST(ContactStates, TheStepCountsThem) {
  World world;
  add_ground(world);
  add_cube(world, 0.2, 1, Vec3(0, 0, 0.1));
  const BodyId pushed = add_cube(world, 0.2, 1, Vec3(2, 0, 0.1));
  world.set_velocity(pushed, Vec3(1, 0, 0), Vec3::Zero());
  const StepReport report = world.step(0.01);
  EXPECT_EQ(report.contacts, report.sticking + report.sliding + report.open);
  EXPECT_EQ(report.sticking, 4u);
  EXPECT_GE(report.sliding, 2u);
  EXPECT_LT(report.friction_use, 1e-9) << "of the sticking ones alone";
  EXPECT_FALSE(report.not_unique.has_value()) << "nobody asked";
}

// A cylinder and a ball meet in flight. The motion after the impact would have chosen another
// normal, along which they overlap from the start; they are apart then, and that is not a touch.
TEST(ContactStates, NoContactTouchesThatTheStepDoesNotCount) {
  World world;
  world.add_body({.pose = {Quat(-0.6296, -0.1406, 0.7541, -0.1235), Vec3(-0.1693, -0.0318, 0.9250)},
                  .linear_velocity = Vec3(1.4845, 2.0904, -1.0119),
                  .angular_velocity = Vec3(1.2974, -2.9357, -5.4476),
                  .shapes = {{Cylinder{0.0623, 0.1588}}}});
  world.add_body({.pose = {Quat(0.9845, 0.1148, 0.1193, 0.0580), Vec3(0.0397, -0.0086, 1.0090)},
                  .linear_velocity = Vec3(-0.5894, 2.3390, 1.6395),
                  .angular_velocity = Vec3(7.2476, 9.7908, 2.9996),
                  .shapes = {{Sphere{0.1351}}}});
  ASSERT_EQ(world.calc_penetration(), 0);
  const StepReport report = world.step(0.007);
  EXPECT_EQ(report.contacts, 1u);
  ASSERT_EQ(touching(world).size(), 1u);
  EXPECT_GT(touching(world)[0].normal_impulse, 0);
  for (const Contact& contact : world.contacts()) EXPECT_GE(contact.gap, 0);
}

TEST(ContactStates, UniquenessOnlyWhereItIsAskedFor) {
  World world;
  add_ground(world);
  add_cube(world, 0.2, 1, Vec3(0, 0, 0.1));
  run(world, 1);
  for (const Contact& contact : world.contacts()) EXPECT_FALSE(contact.analysis.has_value());
  world.set_analyse_contacts(true);
  const StepReport report = world.step(0.01);
  EXPECT_EQ(report.not_unique, 4u);
  ASSERT_EQ(touching(world).size(), 4u);
  for (const Contact& contact : touching(world)) {
    ASSERT_TRUE(contact.analysis.has_value());
    EXPECT_FALSE(contact.analysis->is_normal_unique);
    EXPECT_FALSE(contact.analysis->is_friction_unique);
  }
}

// Three feet can carry their load in only one way, and so can a ball.
TEST(ContactStates, UniquenessOfAStoolAndABall) {
  World world({.analyse_contacts = true});
  add_ground(world);
  const BodyId stool = add_stool(world);
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(5, 0, 0.1));
  run(world, 3);
  ASSERT_EQ(touching(world).size(), 4u);
  for (const Contact& contact : touching(world)) {
    ASSERT_TRUE(contact.analysis.has_value());
    EXPECT_TRUE(contact.analysis->is_normal_unique);
    const bool is_of_ball = contact.body_a == ball || contact.body_b == ball;
    EXPECT_EQ(contact.analysis->is_friction_unique, is_of_ball);
    EXPECT_TRUE(is_of_ball || contact.body_a == stool || contact.body_b == stool);
  }
}

// Analysing contacts does not change the result.
TEST(ContactStates, AnalysisChangesNoBit) {
  World plain;
  World analysed({.analyse_contacts = true});
  for (World* world : {&plain, &analysed}) {
    add_ground(*world);
    for (int k = 0; k < 3; ++k) add_cube(*world, 0.2, 1, Vec3(0.01 * k, 0, 0.1 + 0.201 * k));
    run(*world, 50);
  }
  EXPECT_TRUE(is_same_state(plain, analysed));
}

// With an impact in the step, the forces after it are analysed.
TEST(ContactStates, ABouncingBallIsUnique) {
  World world({.analyse_contacts = true});
  const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 0.5});
  add_ground(world, rubber);
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(0, 0, 0.1), rubber);
  world.set_velocity(ball, Vec3(0, 0, -2), Vec3::Zero());
  const StepReport report = world.step(0.01);
  ASSERT_EQ(world.contacts().size(), 1u);
  EXPECT_GT(world.contacts()[0].separation_speed, 0.8);
  EXPECT_EQ(report.not_unique, 0u);
}

}  // namespace
}  // namespace stiction
