// Gaps that rolling opens at loaded contacts.

#include "../../src/world/contact_posing.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

// A contact that touches keeps its gap up to the bound; a wider gap, and that of a contact that
// does not touch yet, must be closed within the step.
TEST(KeptGaps, AreThoseOfContactsThatTouch) {
  WorldValue world;
  world.bodies.push_back(make_body_record({.name = "cube",
                                           .pose = {.translation = Vec3(0, 0, 0.5)},
                                           .shapes = {{.shape = Box{Vec3(1, 1, 1)}}}}));
  world.bodies.push_back(make_body_record(
      {.name = "ground", .kind = BodyKind::fixed, .shapes = {{.shape = Plane{}}}}));
  std::vector<FoundContact> contacts(5);
  const double gaps[] = {-1e-7, 0.5 * kTouchingGap, 0.5 * kKeptGap, 0.5 * kKeptGap, 2 * kKeptGap};
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    contacts[k].body_b = 1;
    contacts[k].gap = gaps[k];
    contacts[k].touching = k != 3;
  }
  const std::vector<FreeMotion> free(2);
  const StepView view{world, world.bodies, free, contacts, {}, 0.01};
  const std::vector<std::size_t> bodies = {0}, all = {0, 1, 2, 3, 4};
  const std::vector<int> places = {0, -1};
  ContactProblem problem;
  make_contact_problem(view, Island{bodies, all, {}, places}, problem);
  for (const std::size_t k : {0, 1, 2}) {
    EXPECT_EQ(problem.contacts[k].offset.x(), 0) << k;
    EXPECT_FALSE(problem.contacts[k].closing) << k;
  }
  for (const std::size_t k : {3, 4}) {
    EXPECT_DOUBLE_EQ(problem.contacts[k].offset.x(), gaps[k] / 0.01) << k;
    EXPECT_EQ(problem.contacts[k].closing, k == 4) << k;
  }
}

// The bound of a bead of 1 mm is smaller: it is relative to the radius.
TEST(KeptGaps, AreSmallBesideTheBody) {
  WorldValue world;
  for (const double radius : {1e-3, 0.1}) {
    world.bodies.push_back(
        make_body_record({.name = "ball", .shapes = {{.shape = Sphere{radius}}}}));
  }
  FoundContact contact;
  contact.body_b = 1;
  contact.touching = true;
  for (const double gap : {0.9e-3 * kKeptShare, 1.1e-3 * kKeptShare, 0.9 * kKeptGap}) {
    contact.gap = gap;
    EXPECT_EQ(calc_kept_gap(world, contact), gap < 1e-3 * kKeptShare ? gap : 0) << gap;
  }
  contact.body_a = 1;
  EXPECT_EQ(calc_kept_gap(world, contact), 0.9 * kKeptGap);
}

// A ball rolls over another along tangents: a path of s opens s^2 / (2 (R + r)). The contact is
// loaded all the time, and the gap grows up to the bound, is closed, and grows again.
TEST(KeptGaps, OfABallThatRollsOverAnotherStayBelowTheBound) {
  const double R = 1, r = 0.1, h = 0.01;
  for (const auto& [speed, steps] : {std::pair(8e-3, 80), {12e-3, 60}, {20e-3, 60}}) {
    World world({.integrator = Integrator::first_order});
    const MaterialId rubber = world.add_material({.name = "rubber", .friction = 1});
    world.add_body({.name = "below",
                    .kind = BodyKind::fixed,
                    .shapes = {{.shape = Sphere{R}}},
                    .material = rubber});
    const BodyId ball = add_ball(world, r, 1, Vec3(0, 0, R + r), rubber);
    world.set_velocity(ball, Vec3(speed, 0, 0), Vec3(0, speed / r, 0));
    int num_closed = 0;
    double before = 0, widest = 0;
    for (int k = 0; k < steps; ++k) {
      ASSERT_EQ(world.step(h).status, StepStatus::solved) << speed << ' ' << k;
      ASSERT_EQ(world.contacts().size(), 1u) << speed << ' ' << k;
      const Contact contact = world.contacts()[0];
      EXPECT_NEAR(contact.normal_impulse, kGravity * h, 1e-4) << speed << ' ' << k;
      const double way = h * world.state(ball).linear_velocity.norm();
      EXPECT_LE(contact.gap, kKeptGap + 0.5 * way * way / (R + r)) << speed << ' ' << k;
      EXPECT_GE(contact.gap, -1e-12) << speed << ' ' << k;
      num_closed += contact.gap < 0.5 * before;
      before = contact.gap;
      widest = std::max(widest, contact.gap);
    }
    EXPECT_GT(widest, 0.5 * kKeptGap) << speed;
    EXPECT_GE(num_closed, 1) << speed;
  }
}

}  // namespace
}  // namespace stiction
