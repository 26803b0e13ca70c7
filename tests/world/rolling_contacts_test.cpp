// Rolling bodies are put back on the bodies they roll on.

#include "../../src/world/rolling_contacts.h"

#include <numbers>

#include "../../src/world/pair_contacts.h"
#include "heap_counter.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

constexpr double kRadius = 0.1;
constexpr double kBelow = 1;
constexpr double kStep = 0.01;

/// A ball after a step along a tangent of the balls on which it rolls, from where it touched them.
struct RollingBall {
  WorldValue world;
  std::vector<FoundContact> contacts;
  RememberedContacts memory;
  RollingContactTools tools;

  RollingBall(const std::vector<Vec3>& below, const Vec3& start, const Vec3& velocity,
              const Shape& shape = Sphere{kRadius}) {
    const Quat along_y = exp_rotation(Vec3(std::numbers::pi / 2, 0, 0));
    world.bodies.push_back(make_body_record({.name = "ball",
                                             .pose = {.rotation = along_y, .translation = start},
                                             .shapes = {{.shape = shape}}}));
    for (const Vec3& place : below) {
      world.bodies.push_back(make_body_record({.name = "below",
                                               .kind = BodyKind::fixed,
                                               .pose = {.translation = place},
                                               .shapes = {{.shape = Sphere{kBelow}}}}));
    }
    for (std::uint32_t i = 0; i < world.bodies.size(); ++i) world.bodies[i].id = BodyId{i + 1};
    for (std::size_t k = 1; k <= below.size(); ++k) {
      append_pair_contacts(world, pose_shape(world, world.bodies[0], 0, 0),
                           pose_shape(world, world.bodies[k], k, 0), {.margin = 1e-9},
                           tools.manifolds, contacts);
    }
    memory.resize(contacts.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      memory[k].key = contacts[k].key;
      memory[k].state = ContactState::sticking;
      memory[k].loaded = true;
    }
    BodyRecord& ball = world.bodies[0];
    ball.previous_center = start;
    ball.previous_rotation = ball.rotation;
    ball.center = start + kStep * velocity;
    ball.velocity.head<3>() = velocity;
  }

  double gap(std::size_t k) const {
    return (world.bodies[0].center - world.bodies[k + 1].center).norm() - kRadius - kBelow;
  }
  void close() { restore_rolling_contacts(world, contacts, memory, kStep, tools); }
  bool stays() {
    const Vec3 before = world.bodies[0].center;
    close();
    return world.bodies[0].center == before;
  }
};

RollingBall make_ball_on_top(double speed) {
  return {{Vec3::Zero()}, Vec3(0, 0, kRadius + kBelow), Vec3(speed, 0, 0)};
}

// The ball is held from both sides and opens both contacts: no displacement closes both.
TEST(RollingContacts, OfWhatIsHeldFromTwoSidesAreLeft) {
  RollingBall scene({Vec3(-1.1, 0, 0), Vec3(1.1, 0, 0)}, Vec3::Zero(), Vec3(0, 0, -0.1));
  EXPECT_GT(scene.gap(0), 1e-7);
  EXPECT_GT(scene.gap(1), 1e-7);
  EXPECT_TRUE(scene.stays());
}

// A capsule that glides over two balls and tips is turned back onto both, together with its spin:
// otherwise a thin one's spin about its axis would become one across it.
TEST(RollingContacts, LeaveTheSpinAsItIsInTheBody) {
  const double height = kRadius + kBelow;
  RollingBall scene({Vec3(0, -1.2, -height), Vec3(0, 1.2, -height)}, Vec3::Zero(), Vec3(0, 0.5, 0),
                    Capsule{kRadius, 4});
  BodyRecord& body = scene.world.bodies[0];
  body.rotation = exp_rotation(Vec3(2e-6, 0, 0)) * body.rotation;
  const Vec3 spin(0, 1000, 0);
  body.velocity.tail<3>() = spin;
  const Vec3 in_body = body.rotation.conjugate() * spin;
  ASSERT_FALSE(scene.stays());
  const Vec3 after = body.velocity.tail<3>();
  EXPECT_LE((body.rotation.conjugate() * after - in_body).norm(), 1e-9);
  EXPECT_GT((after - spin).norm(), 1e-4) << "it was turned";
}

// The displacement is along the normal, s^2 / (2 (R + r)): the ball neither moves sideways nor
// turns.
TEST(RollingContacts, AreClosedAlongTheNormal) {
  for (const double speed : {0.01, 0.1, 0.3}) {
    RollingBall scene = make_ball_on_top(speed);
    const double way = kStep * speed;
    const double gap = scene.gap(0);
    EXPECT_NEAR(gap, way * way / (2 * (kRadius + kBelow)), 1e-10);
    const Vec3 opened = scene.world.bodies[0].center;
    const Vec6 velocity = scene.world.bodies[0].velocity;
    scene.close();
    EXPECT_NEAR(scene.gap(0), 0, 1e-10) << speed;
    EXPECT_NEAR(scene.world.bodies[0].center.x(), way, 2 * gap * way) << speed;
    EXPECT_EQ(scene.world.bodies[0].velocity, velocity);
    EXPECT_TRUE(scene.stays()) << speed;
    scene.world.bodies[0].center = opened;
    EXPECT_EQ(allocations_of([&] { scene.close(); }), 0) << speed;
    EXPECT_NEAR(scene.gap(0), 0, 1e-10) << speed;
  }
}

// Along the groove between two balls, askew: both gaps are closed at once.
TEST(RollingContacts, OfTwoSupportsAreClosedAtOnce) {
  const Vec3 a(-0.8, 0, 0), b(0.8, 0, 0);
  const double height = std::sqrt(std::pow(kRadius + kBelow, 2) - 0.64);
  RollingBall scene({a, b}, Vec3(0, 0, height), Vec3(0, 0.15, 0));
  EXPECT_GT(scene.gap(0), 5e-7);
  scene.close();
  EXPECT_NEAR(scene.gap(0), 0, 1e-10);
  EXPECT_NEAR(scene.gap(1), 0, 1e-10);
}

// A body that overlaps after the step is put back too, upwards, and the body below stays: pushing
// both apart by their masses would move the heap below.
TEST(RollingContacts, LoseTheirDepth) {
  RollingBall scene = make_ball_on_top(0.1);
  scene.world.bodies[1] =
      make_body_record({.name = "below", .shapes = {{.shape = Sphere{kBelow}}}});
  scene.world.bodies[1].id = BodyId{2};
  scene.world.bodies[0].center.z() -= 1e-6;
  const double depth = -scene.gap(0);
  EXPECT_NEAR(depth, 1e-6 - 1e-6 / (2 * (kRadius + kBelow)), 1e-9);
  const double height = scene.world.bodies[0].center.z();
  const Vec3 below = scene.world.bodies[1].center;
  ASSERT_FALSE(scene.stays());
  EXPECT_NEAR(scene.gap(0), 0, 1e-10);
  EXPECT_NEAR(scene.world.bodies[0].center.z(), height + depth, 1e-9);
  EXPECT_EQ(scene.world.bodies[1].center, below);

  RollingBall deep = make_ball_on_top(0.1);  // A twentieth of the path is 50 um.
  deep.world.bodies[0].center.z() -= 6e-5;
  EXPECT_TRUE(deep.stays()) << "it has not come of rolling";

  RollingBall placed = make_ball_on_top(0.1);
  placed.world.bodies[0].center.z() -= 1e-6;
  placed.world.placed_depths[{BodyId{1}, BodyId{2}}] = 2e-6;
  EXPECT_TRUE(placed.stays()) << "placed so, and to be left";
}

TEST(RollingContacts, OfWhatDoesNotRollOnAreLeft) {
  RollingBall open = make_ball_on_top(0.1);
  open.memory[0].state = ContactState::open;
  EXPECT_TRUE(open.stays());

  RollingBall hit = make_ball_on_top(0.1);
  hit.memory[0].loaded = false;
  EXPECT_TRUE(hit.stays());

  RollingBall bounced = make_ball_on_top(0.1);
  bounced.world.bodies[0].velocity.z() = 1e-3;
  EXPECT_TRUE(bounced.stays());

  RollingBall fast = make_ball_on_top(1);  // 45 um
  EXPECT_TRUE(fast.stays());

  RollingBall upwards = make_ball_on_top(0.1);
  upwards.world.options.gravity = Vec3(0, 0, kGravity);
  EXPECT_TRUE(upwards.stays()) << "energy is not put in";

  RollingBall tied = make_ball_on_top(0.1);
  JointRecord joint;
  joint.child = 0;
  tied.world.joints.push_back(joint);
  EXPECT_TRUE(tied.stays());

  RollingBall slow = make_ball_on_top(1e-5);
  EXPECT_TRUE(slow.stays());

  EXPECT_FALSE(make_ball_on_top(0.1).stays()) << "none of the reasons";
}

}  // namespace
}  // namespace stiction
