// An island that is not solved for the whole step is led through it in halves, quarters, eighths.

#include <stiction/geometry/support_shape.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "world/simple_worlds.h"
#include "world/wrapped_model.h"

namespace stiction {
namespace {

constexpr double kStep = 0.01;

/// Solves no problem with more than `few` contacts for more than `most` seconds; spends `efforts`
/// times the effort of a solve on such problems.
WorldOptions short_sighted(double most, std::size_t few = 0, double efforts = 0) {
  return with_wrapped_model(
      [=](const ContactProblem& problem, const auto&, ContactSolution& solution) {
        if (problem.time_step <= most || problem.contacts.size() <= few) return;
        solution.status = ContactStatus::unsolved;
        solution.statistics.effort = efforts * kDefaultEffort;
        solution.statistics.factorisations = static_cast<int>(efforts * kDefaultEffort);
      });
}

/// Three slabs on top of each other that slide over the ground, the upper ones over the lower, and
/// are too flat to tip.
World make_sliding_stack(const WorldOptions& options) {
  World world(options);
  add_ground(world);
  for (int k = 0; k < 3; ++k) {
    const BodyId slab = world.add_body({.name = "slab",
                                        .pose = {.translation = Vec3(0, 0, 0.05 + 0.1 * k)},
                                        .shapes = {{.shape = Box{Vec3(1, 1, 0.1)}}},
                                        .mass = 1});
    world.set_velocity(slab, Vec3(1.0 + k, 0.5, 0), Vec3::Zero());
  }
  return world;
}

struct Motion {
  Vec3 place, velocity;
};

std::vector<Motion> motions_of(const World& world) {
  std::vector<Motion> motions;
  for (const BodyId body : world.bodies()) {
    const BodyState state = world.state(body);
    motions.push_back({state.pose.translation, state.linear_velocity});
  }
  return motions;
}

void expect_near(const World& a, const World& b, double tolerance) {
  const std::vector<Motion> of_a = motions_of(a), of_b = motions_of(b);
  for (std::size_t k = 0; k < of_a.size(); ++k) {
    EXPECT_LE((of_a[k].place - of_b[k].place).norm(), tolerance) << k;
    EXPECT_LE((of_a[k].velocity - of_b[k].velocity).norm(), tolerance) << k;
  }
}

Vec3 ground_impulse(const World& world) {
  Vec3 sum = Vec3::Zero();
  const BodyId ground = world.bodies().front();
  for (const Contact& contact : world.contacts()) {
    if (contact.body_a != ground && contact.body_b != ground) continue;
    const double sign = contact.body_a == ground ? 1 : -1;
    sum += sign * (contact.normal_impulse * contact.normal + contact.friction_impulse);
  }
  return sum;
}

// Only one step: the corners of a slab can share its load in several ways, which affects its turn.
TEST(StepInPieces, MovesAndPushesAsStepsOfThatLength) {
  for (const int pieces : {2, 4, 8}) {
    SCOPED_TRACE(pieces);
    World in_pieces = make_sliding_stack(short_sighted(1.01 * kStep / pieces));
    World short_steps = make_sliding_stack({});
    const StepReport report = in_pieces.step(kStep);
    ASSERT_EQ(report.status, StepStatus::solved);
    EXPECT_LE(report.residual, 1e-8);
    EXPECT_EQ(report.unsolved, 0);
    EXPECT_EQ(report.in_pieces, 1);
    EXPECT_EQ(report.at_once, 0);
    EXPECT_TRUE(report.unsolved_islands.empty());
    Vec3 impulse = Vec3::Zero();
    for (int j = 0; j < pieces; ++j) {
      ASSERT_EQ(short_steps.step(kStep / pieces).status, StepStatus::solved);
      impulse += ground_impulse(short_steps);
    }
    EXPECT_LE((ground_impulse(in_pieces) - impulse).norm(), 1e-9);
    // A gap of 1e-12 m, the round-off of a contact, is 0.8e-9 m/s over an eighth of the step, and
    // there are eight of these.
    expect_near(in_pieces, short_steps, 2e-8);
  }
}

TEST(StepInPieces, AreNotTriedWithoutLeave) {
  WorldOptions options = short_sighted(0.51 * kStep);
  options.try_pieces = false;
  const StepReport report = make_sliding_stack(options).step(kStep);
  EXPECT_EQ(report.status, StepStatus::unsolved);
  EXPECT_EQ(report.in_pieces, 0);
}

// The problem of the whole step is reported.
TEST(StepInPieces, WhereEighthsAreNotSolvedEitherTheStepFailsAsAWhole) {
  World world = make_sliding_stack(short_sighted(0));
  const World before = world;
  const StepReport report = world.step(kStep);
  EXPECT_EQ(report.status, StepStatus::unsolved);
  EXPECT_TRUE(is_same_state(world, before));
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(report.problems[0].contact_problem.time_step, kStep);
  EXPECT_EQ(report.unsolved_islands.size(), 1u);
}

TEST(StepInPieces, AreTriedWhereTheWholeTookAllOfItsEffortButNotThreeTimesThat) {
  const auto status_after = [](double efforts) {
    return make_sliding_stack(short_sighted(0.51 * kStep, 0, efforts)).step(kStep).status;
  };
  EXPECT_EQ(status_after(1), StepStatus::solved);
  EXPECT_EQ(status_after(3), StepStatus::unsolved);
}

// The third ball's contact is posed only in the second round.
TEST(StepInPieces, AreTriedOnceAStepHoweverOftenItIsPosed) {
  struct Asked {
    double time_step;
    std::size_t contacts;
  };
  std::vector<Asked> asked;
  WorldOptions options = with_wrapped_model(
      [&](const ContactProblem& problem, const auto&, ContactSolution& solution) {
        asked.push_back({problem.time_step, problem.contacts.size()});
        solution.status = ContactStatus::unsolved;
      });
  options.gravity = Vec3::Zero();
  World world(options);
  add_driven_row(world);
  for (int step = 0; step < 2; ++step) {
    asked.clear();
    const StepReport report = world.step(kStep);
    EXPECT_EQ(report.status, StepStatus::unsolved);
    EXPECT_EQ(report.resolved, 1);
    const auto again = std::ranges::find(asked, 2u, &Asked::contacts);
    ASSERT_NE(again, asked.end());
    // Second-order motion is solved for half of the time.
    const auto is_eighth = [](const Asked& problem) {
      return 0 < problem.time_step && problem.time_step <= kStep / 8;
    };
    EXPECT_GT(std::count_if(asked.begin(), again, is_eighth), 0);
    EXPECT_EQ(std::count_if(again, asked.end(), is_eighth), 0);
  }
}

TEST(StepInPieces, FirstOrderKeepsToTheStep) {
  WorldOptions options = short_sighted(0.5 * kStep);
  options.integrator = Integrator::first_order;
  World world = make_sliding_stack(options);
  EXPECT_EQ(world.step(kStep).status, StepStatus::unsolved);
}

TEST(StepInPieces, OtherIslandsGoOnWithTheWholeStep) {
  const auto add_spinning = [](World& world) {
    const BodyId ball = add_ball(world, 0.5, 1, Vec3(5, 0, 0.5));
    world.set_velocity(ball, Vec3(1, 0, 0), Vec3(0, -3, 2));
    return ball;
  };
  World world = make_sliding_stack(short_sighted(0.51 * kStep, 1));
  const BodyId ball = add_spinning(world);
  World alone;
  add_ground(alone);
  const BodyId same = add_spinning(alone);
  run(world, 3, kStep);
  run(alone, 3, kStep);
  EXPECT_TRUE(is_same_state(world.state(ball), alone.state(same)));
}

// A box slides to rest within the first half of the step. In the row of balls that fly after it,
// near enough to be considered with it, two meet before that half is over; the box is still solved
// for again as that half ends.
TEST(StepInPieces, EndTogetherWhateverIsMetWithinThem) {
  World world(short_sighted(0.51 * kStep));
  const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 1});
  add_ground(world);
  const BodyId box = add_cube(world, 0.2, 1, Vec3(0, 0, 0.1));
  const double speed = 0.4 * 0.5 * kGravity * kStep;
  world.set_velocity(box, Vec3(speed, 0, 0), Vec3::Zero());
  double place = -0.05;
  for (int k = 1; k < 9; ++k) {
    const bool meets = k == 8;  // and is too light to drive the other one on
    place -= 0.1 + 2 * kStep * (meets ? 0.3 : 1.01);
    const BodyId ball = add_ball(world, 0.05, meets ? 1e-3 : 1, Vec3(place, 0, 0.1), rubber);
    world.set_velocity(ball, Vec3(2 * k, 0, 0), Vec3::Zero());
  }
  const StepReport report = world.step(kStep);
  ASSERT_EQ(report.status, StepStatus::solved);
  EXPECT_EQ(report.islands, 1u);
  EXPECT_LE(world.state(box).linear_velocity.norm(), 1e-9);
  EXPECT_NEAR(position(world, box).x(), 0, speed * kStep / 2);
}

// A ball hits a row of 24 that touch and are at rest, in the seventh eighth: like one body of 24
// times its mass, they send it back at 23/25 of its speed.
TEST(StepInPieces, HaveReboundsUpToTheLast) {
  WorldOptions options = short_sighted(1.01 * kStep / 8);
  options.gravity = Vec3::Zero();
  World world(options);
  const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 1});
  constexpr int kRow = 24;
  for (int k = 0; k < kRow; ++k) add_ball(world, 0.1, 1, Vec3(0.2 * k, 0, 0));
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(-0.2 - 0.8 * kStep, 0, 0), rubber);
  world.set_velocity(ball, Vec3(1, 0, 0), Vec3::Zero());
  const StepReport report = world.step(kStep);
  ASSERT_EQ(report.status, StepStatus::solved);
  EXPECT_EQ(report.islands, 1u);
  EXPECT_NEAR(world.state(ball).linear_velocity.x(), -23.0 / 25, 1e-9);
}

// An egg below a turning bar, pinched between that and the ground: there is an answer for the rows
// of the start of the step, and none on the way through it.
TEST(StepInPieces, WhatNoPiecesSolveIsSolvedAtOnce) {
  const auto make = [](const WorldOptions& options) {
    World world(options);
    const MaterialId rough = world.add_material({.name = "rough", .friction = 0.65029668234286864});
    const MaterialId rougher =
        world.add_material({.name = "rougher", .friction = 1.3935457556292894});
    add_ground(world, rougher);
    world.add_body({.name = "bar",
                    .kind = BodyKind::kinematic,
                    .pose = {Quat(0.35166819739925903, 0.064234353047969844, -0.024195653429400926,
                                  0.93360483995188726),
                             Vec3(0, 0, 0.3)},
                    .angular_velocity = Vec3(0, 0, 3.7829860597843106),
                    .shapes = {{Box{Vec3(3, 0.6, 0.1)}}},
                    .material = rough});
    world.add_body(
        {.name = "egg",
         .pose = {Quat(0.16605433864209443, -0.29889247696899474, -0.77972497375433869,
                       0.52451711996203865),
                  Vec3(0.53588870762291951, 0.052722385037642358, 0.11438882293034175)},
         .linear_velocity = Vec3(-0.36910088877304775, -0.47918533700112903, 0.12942181293778571),
         .angular_velocity = Vec3(4.1904635965804706, -3.2250287336486045, 0.010178788778488573),
         .shapes = {{.shape = make_ellipsoid(
                         Vec3(0.11090740738151285, 0.10899812827224384, 0.14002023647982315)),
                     .density = 1000}},
         .material = rougher});
    return world;
  };
  World world = make({});
  World first_order = make({.integrator = Integrator::first_order});
  const StepReport report = world.step(kStep);
  EXPECT_EQ(report.status, StepStatus::solved);
  EXPECT_LE(report.residual, 1e-8);
  EXPECT_EQ(report.unsolved, 0);
  EXPECT_EQ(report.in_pieces, 0);
  EXPECT_EQ(report.at_once, 1);
  EXPECT_EQ(make({.try_at_once = false}).step(kStep).status, StepStatus::unsolved);
  EXPECT_EQ(first_order.step(kStep).status, StepStatus::solved);
  expect_near(world, first_order, 1e-9);
}

/// A chain of twelve links, drawn tight round two wheels that a chassis drives.
World make_tracked_vehicle(Integrator integrator) {
  constexpr int kStraight = 3, kRound = 3;
  constexpr double kLink = 0.12, kThickness = 0.03, kTurn = kPi / kRound;
  World world({.integrator = integrator});
  const MaterialId steel = world.add_material({.name = "steel", .friction = 0.7});
  add_ground(world, steel);
  const double radius = 0.5 * kLink / std::sin(0.5 * kTurn);
  const double base = kStraight * kLink;
  const double height = radius + 0.5 * kThickness + 1e-4;
  std::vector<Vec3> pins;
  for (const int side : {1, -1}) {
    const Vec3 axle(side > 0 ? base : 0, 0, height);
    const Vec3 start(side > 0 ? 0 : base, 0, height);
    for (int k = 0; k < kStraight; ++k) pins.push_back(start + side * Vec3(k * kLink, 0, -radius));
    for (int k = 0; k < kRound; ++k) {
      const double angle = k * kTurn;
      pins.push_back(axle + side * radius * Vec3(std::sin(angle), 0, -std::cos(angle)));
    }
  }
  const auto hinge = [&](BodyId parent, BodyId child, const Vec3& place) {
    return JointDefinition{.name = "hinge",
                           .kind = JointKind::revolute,
                           .parent = parent,
                           .child = child,
                           .frame = {.translation = place},
                           .axis = Vec3::UnitY()};
  };
  std::vector<BodyId> links;
  for (std::size_t k = 0; k < pins.size(); ++k) {
    const Vec3& end = pins[(k + 1) % pins.size()];
    const Vec3 along = end - pins[k];
    links.push_back(
        world.add_body({.name = "link",
                        .pose = {exp_rotation(Vec3(0, -std::atan2(along.z(), along.x()), 0)),
                                 0.5 * (pins[k] + end)},
                        .shapes = {{Box{Vec3(0.8 * kLink, 0.2, kThickness)}}},
                        .mass = 0.3,
                        .material = steel}));
  }
  for (std::size_t k = 0; k < pins.size(); ++k) {
    const std::size_t next = (k + 1) % pins.size();
    world.add_joint(hinge(links[k], links[next], pins[next]));
  }
  const BodyId chassis = world.add_body(
      {.name = "chassis",
       .pose = {.translation = Vec3(0.5 * base, 0, height)},
       .inertial = MassProperties{10, Vec3::Zero(), Mat3(Vec3(0.3, 0.5, 0.5).asDiagonal())}});
  for (const double x : {0.0, base}) {
    const Vec3 axle(x, 0, height);
    const double rim = radius * std::cos(0.5 * kTurn) - 0.5 * kThickness;
    const BodyId wheel = world.add_body({.name = "wheel",
                                         .pose = {exp_rotation(Vec3(0.5 * kPi, 0, 0)), axle},
                                         .shapes = {{Cylinder{rim, 0.2}}},
                                         .mass = 3,
                                         .material = steel});
    JointDefinition drive = hinge(chassis, wheel, axle);
    drive.motor = JointMotor{.target = 3, .max_effort = 20};
    world.add_joint(drive);
  }
  return world;
}

// Links that part from a wheel are pressed back by the chain at once: without their contacts no leg
// of a piece came further than 1e-8 s, and steps took 18 times the factorisations of first order.
// They now take 2.2 times as many.
TEST(StepInPieces, GetOnWhereJointsPressBackWhatParts) {
  const auto count_factorisations = [](Integrator integrator) {
    World world = make_tracked_vehicle(integrator);
    int count = 0;
    for (int k = 0; k < 12; ++k) {
      const StepReport report = world.step(kStep);
      EXPECT_EQ(report.status, StepStatus::solved) << k;
      EXPECT_LE(report.residual, 1e-8) << k;
      count += report.factorisations;
    }
    return count;
  };
  EXPECT_LE(count_factorisations(Integrator::automatic),
            8 * count_factorisations(Integrator::first_order));
}

// A pair that turns by 3 rad per step: joints are held as at the start of the whole step and of its
// halves. After the first half it is clear that quarters are needed.
TEST(StepInPieces, EndWithTheFirstOfNoUse) {
  int whole = 0, halves = 0;
  World world(with_wrapped_model([&](const ContactProblem& problem, const auto&, auto&) {
    whole += problem.time_step == kStep;
    halves += problem.time_step == 0.5 * kStep;
  }));
  const BodyId a = add_cube(world, 0.2, 1, Vec3(0, 0, 0));
  const BodyId b = add_cube(world, 0.3, 2, Vec3(0.5, 0, 0));
  world.set_velocity(a, Vec3::Zero(), Vec3(0, 300, 20));
  world.add_joint({.name = "ball",
                   .kind = JointKind::spherical,
                   .parent = a,
                   .child = b,
                   .frame = {.translation = Vec3(0.2, 0.05, 0)}});
  EXPECT_EQ(world.step(kStep).in_pieces, 1);
  EXPECT_GT(halves, 0);
  EXPECT_LE(halves, whole);
}

// A light ball flies back from the ground against a heavy one that is at rest a tiny distance above
// it. The step is solved in one piece, as when nothing else is solved and with the first-order
// integrator: both impacts are at the start of the step, and the second one belongs to the forces.
TEST(StepInPieces, AtOnceReboundsDriveNothingThatIsInTheWay) {
  const auto make = [](WorldOptions options) {
    options.gravity = Vec3::Zero();
    World world(options);
    const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 1});
    const MaterialId lead = world.add_material({.name = "lead", .restitution = 0});
    add_ground(world, rubber);
    const BodyId light = add_ball(world, 0.1, 0.01, Vec3(0, 0, 0.101), rubber);
    world.set_velocity(light, Vec3(0, 0, -4), Vec3::Zero());
    add_ball(world, 0.1, 10, Vec3(0, 0, 0.302), lead);
    return world;
  };
  WorldOptions whole =
      with_wrapped_model([](const ContactProblem& problem, const auto&, ContactSolution& solution) {
        const bool is_piece = 0 < problem.time_step && problem.time_step < kStep;
        if (is_piece) solution.status = ContactStatus::unsolved;
      });
  for (const bool is_first_order : {false, true}) {
    SCOPED_TRACE(is_first_order);
    World world = is_first_order ? make({.integrator = Integrator::first_order}) : make(whole);
    const double before = world.energy().kinetic;
    const StepReport report = world.step(kStep);
    ASSERT_EQ(report.status, StepStatus::solved);
    EXPECT_EQ(report.at_once, is_first_order ? 0 : 1);
    EXPECT_LE(world.energy().kinetic, before * (1 + 1e-12));
    EXPECT_GT(world.state(world.bodies().back()).linear_velocity.z(), 0) << "hit";
  }
}

}  // namespace
}  // namespace stiction
