// The effect of the contact models on bodies: closed forms of what each law does and does not do.

#include <stiction/geometry/height_grid.h>

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "world/on_slope.h"

namespace stiction {
namespace {

World make_model_world(const std::string& model, const Vec3& gravity = Vec3(0, 0, -kGravity),
                       int threads = 1) {
  return World({.gravity = gravity, .contact = {.model = model}, .threads = threads});
}

BodyId add_plate(World& world, MaterialId material = 0) {
  return world.add_body({.name = "plate",
                         .pose = {.translation = Vec3(0, 0, 0.05)},
                         .shapes = {{.shape = Box{Vec3(2, 1, 0.1)}}},
                         .mass = 3,
                         .material = material});
}

// A ball falls straight onto the ground: friction does nothing, and restitution is the same under
// every law.
TEST(Models, BounceAlike) {
  std::vector<BodyState> ends;
  for (const std::string& model : ContactModelCatalogue().names()) {
    World world = make_model_world(model);
    const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 0.8});
    add_ground(world, rubber);
    const BodyId ball = add_ball(world, 0.1, 1, Vec3(0, 0, 1.1), rubber);
    run(world, 100);
    ends.push_back(world.state(ball));
    EXPECT_NEAR(ends.back().pose.translation.z(), ends.front().pose.translation.z(), 1e-9) << model;
    EXPECT_LE((ends.back().linear_velocity - ends.front().linear_velocity).norm(), 1e-8) << model;
  }
  EXPECT_GT(ends.front().pose.translation.z(), 0.3);
}

// A bounce at 45 degrees: without friction the tangential velocity stays; viscous forces are finite
// and have no effect in an instant; without slip the ball rolls, v = 5/7 v_0.
TEST(Models, TreatASlantingBounceByTheirLaws) {
  for (const auto& [model, left] : {std::pair<std::string, double>{"frictionless", 1.0},
                                    {"viscous", 1.0},
                                    {"no-slip", 5.0 / 7}}) {
    World world = make_model_world(model, Vec3::Zero());
    const MaterialId rubber =
        world.add_material({.name = "rubber", .restitution = 0.5, .viscosity = 10});
    add_ground(world, rubber);
    const BodyId ball = add_ball(world, 0.1, 1, Vec3(0, 0, 0.1), rubber);  // about to hit
    world.set_velocity(ball, Vec3(3, 0, -3), Vec3::Zero());
    run(world, 20);
    const BodyState state = world.state(ball);
    EXPECT_NEAR(state.linear_velocity.z(), 1.5, 1e-9) << model;
    EXPECT_NEAR(state.linear_velocity.x(), 3 * left, 1e-9) << model;
  }
}

TEST(Models, SlideDownASlopeByTheirLaws) {
  const double angle = 80 * kDegree;
  for (const std::string model : {"frictionless", "no-slip", "viscous"}) {
    World world = make_model_world(model, gravity_on_slope(angle));
    const MaterialId oil = world.add_material({.name = "oil", .viscosity = 4});
    add_ground(world, oil);
    const BodyId plate = add_plate(world, oil);
    run(world, 200);
    const Vec3 v = world.state(plate).linear_velocity;
    if (model == "frictionless") {
      EXPECT_NEAR(v.x(), 2 * kGravity * std::sin(angle), 1e-9);
    } else if (model == "no-slip") {
      EXPECT_LE(position(world, plate).x(), 1e-8);
    } else {
      const double end = 3 * kGravity * std::sin(angle) / (4 * 4);
      EXPECT_NEAR(v.x(), end * (1 - std::pow(1 + 4 * 4 * 0.005 / 3, -400)), 1e-9);
    }
    EXPECT_LE(std::abs(v.y()) + std::abs(v.z()), 1e-9) << model;
  }
}

// A held plate is not glued: pulled off the slope it leaves at once.
TEST(Models, NoSlipLetsGo) {
  World world = make_model_world("no-slip", gravity_on_slope(80 * kDegree));
  add_ground(world);
  const BodyId plate = add_plate(world);
  run(world, 50);
  EXPECT_LE(position(world, plate).x(), 1e-8);
  for (int k = 0; k < 50; ++k) {
    world.apply_force(plate, Vec3(0, 0, 6 * kGravity * std::cos(80 * kDegree)));
    run(world, 1);
    for (const Contact& contact : world.contacts()) EXPECT_EQ(contact.normal_impulse, 0);
  }
  EXPECT_NEAR(world.state(plate).linear_velocity.x(), 0.5 * kGravity * std::sin(80 * kDegree),
              1e-9);
  EXPECT_GT(position(world, plate).z(), 0.2);
}

// A ball rolls down a slope without slip: a = 5/7 g sin, and the point of contact stands still.
TEST(Models, NoSlipRolls) {
  World world = make_model_world("no-slip", gravity_on_slope(30 * kDegree));
  add_ground(world);
  const BodyId ball = add_ball(world, 0.2, 2, Vec3(0, 0, 0.2));
  run(world, 100);
  EXPECT_NEAR(world.state(ball).linear_velocity.x(), 5.0 / 7 * kGravity * std::sin(30 * kDegree),
              1e-9);
  EXPECT_NEAR(world.state(ball).angular_velocity.y() * 0.2, world.state(ball).linear_velocity.x(),
              1e-9);
}

// Over a ball, where every step along the tangent opens a gap, it still rolls, at the speed that
// energy gives a rolling ball (h = 1e-3; first order in the step).
TEST(Models, NoSlipRollsOverACurvedSurface) {
  World world = make_model_world("no-slip");
  world.add_body({.name = "dome", .kind = BodyKind::fixed, .shapes = {{.shape = Sphere{1.0}}}});
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(0, 0, 1.1));
  world.set_velocity(ball, Vec3(0.3, 0, 0), Vec3(0, 3, 0));
  run(world, 400, 1e-3);
  const BodyState state = world.state(ball);
  const double drop = 1.1 - state.pose.translation.z();
  const double speed = std::sqrt(0.3 * 0.3 + 10.0 / 7 * kGravity * drop);
  EXPECT_GT(drop, 0.005);
  EXPECT_NEAR(state.linear_velocity.norm(), speed, 0.01 * speed);
}

TEST(Models, ViscousIsStableAtAnyViscosityAndStep) {
  for (const double viscosity : {1e-6, 1.0, 1e6, 1e12}) {
    for (const double h : {1e-4, 1e-2, 1.0}) {
      World world = make_model_world("viscous", gravity_on_slope(30 * kDegree));
      const MaterialId oil = world.add_material({.name = "oil", .viscosity = viscosity});
      add_ground(world, oil);
      const BodyId plate = add_plate(world, oil);
      double fastest = 0;
      const double round_off = 1e-10 * kGravity * h;
      for (int k = 0; k < 50; ++k) {
        run(world, 1, h);
        const double speed = world.state(plate).linear_velocity.x();
        EXPECT_GE(speed, fastest - round_off);  // rises towards its end, and does not oscillate
        fastest = std::max(fastest, speed);
      }
      EXPECT_LE(fastest, 3 * kGravity * std::sin(30 * kDegree) / (4 * viscosity) + round_off);
    }
  }
}

// Boxes tumble over rough ground. A corner that left it in the last step, and has carried no load
// since, is not damped, unless it touches the ground again within the step. An impulse of 1e-18 N s
// used to count as a load, so that one such corner in 80 was damped.
TEST(Models, ViscousDoesNotDragWhatHasLeft) {
  int num_left = 0, num_dragged = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> part(-1, 1);
    const auto draw = [&](double middle, double most) { return middle + most * part(generator); };
    World world = make_model_world("viscous");
    const MaterialId oil = world.add_material({.name = "oil", .viscosity = draw(10, 9)});
    std::vector<double> heights(49);
    for (double& height : heights) height = draw(0.25, 0.25);
    const auto grid = std::make_shared<const HeightGrid>(7, 7, heights, Vec3(6, 6, 1));
    world.add_body({.name = "ground",
                    .kind = BodyKind::fixed,
                    .shapes = {{HeightField{grid}}},
                    .material = oil});
    const auto draw_vector = [&](double most) {
      const double x = draw(0, most), y = draw(0, most);
      return Vec3(x, y, draw(0, most));
    };
    const Vec3 size = Vec3(0.3, 0.3, 0.3) + draw_vector(0.2);
    world.add_body({.name = "box",
                    .pose = {exp_rotation(draw_vector(2)), Vec3(0, 0, 1.5)},
                    .linear_velocity = draw_vector(3),
                    .angular_velocity = draw_vector(6),
                    .shapes = {{Box{size}}},
                    .mass = draw(2, 1.5),
                    .material = oil});
    const double h = draw(0.0065, 0.0035);
    std::map<FeatureId, Contact> before;
    for (int k = 0; k * h < 1.2; ++k) {
      ASSERT_EQ(world.step(h).status, StepStatus::solved) << seed << " " << k;
      for (const Contact& contact : world.contacts()) {
        const auto bears_or_stays = [](const Contact& c) {
          return c.normal_impulse > 1e-12 || c.separation_speed <= 1e-3;
        };
        const auto last = before.find(contact.feature);
        if (last == before.end() || bears_or_stays(last->second) || bears_or_stays(contact))
          continue;
        ++num_left;
        num_dragged += contact.gap > 1e-6 && !contact.friction_impulse.isZero(0);
      }
      before.clear();
      for (const Contact& contact : world.contacts()) before[contact.feature] = contact;
    }
  }
  EXPECT_GT(num_left, 2000);
  EXPECT_LE(num_dragged, num_left / 1000);
}

// Viscosity is given per pair of materials; unnamed pairs have the mean.
TEST(Models, ViscosityIsThatOfThePair) {
  World world = make_model_world("viscous", gravity_on_slope(30 * kDegree));
  const MaterialId ice = world.add_material({.name = "ice", .viscosity = 2});
  const MaterialId oil = world.add_material({.name = "oil", .viscosity = 4});
  const MaterialId tar = world.add_material({.name = "tar", .viscosity = 4});
  world.set_material_pair(ice, tar, {.viscosity = 50});
  add_ground(world, ice);
  for (const auto& [material, viscosity] : {std::pair(oil, 3.0), std::pair(tar, 50.0)}) {
    World copy = world;
    const BodyId plate = add_plate(copy, material);
    run(copy, 2000);
    EXPECT_NEAR(copy.state(plate).linear_velocity.x(),
                3 * kGravity * std::sin(30 * kDegree) / (4 * viscosity), 1e-6);
  }
}

/// Boxes on boxes with balls among them, some touching, some falling.
World make_model_heap(const std::string& model, int threads) {
  World world = make_model_world(model, Vec3(0, 0, -kGravity), threads);
  const MaterialId m = world.add_material({.name = "m", .friction = 0.4, .viscosity = 3});
  add_ground(world, m);
  for (int i = 0; i < 9; ++i) {
    const Vec3 at(0.3 * (i % 3), 0.4 * (i / 3 % 2), 0.25 + 0.51 * (i / 3));
    if (i % 4 == 3) {
      add_ball(world, 0.2, 1 + i, at, m);
    } else {
      add_cube(world, 0.5, 1 + i, at, m);
    }
  }
  return world;
}

TEST(Models, HaveTheSameBitsWhateverTheThreadsAndAfterARestore) {
  for (const std::string& model : ContactModelCatalogue().names()) {
    World one = make_model_heap(model, 1);
    World two = make_model_heap(model, 2);
    run(one, 30);
    World saved = one;
    run(one, 30);
    run(two, 60);
    run(saved, 30);
    EXPECT_TRUE(is_same_state(one, two)) << model;
    EXPECT_TRUE(is_same_state(one, saved)) << model;
  }
}

/// Nine boxes and balls of random sizes, laid loosely on each other.
World make_random_heap(const std::string& model, int seed) {
  std::mt19937_64 engine(seed);
  const auto draw = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
  World world = make_model_world(model);
  const MaterialId m = world.add_material({.name = "m", .friction = 0.4, .viscosity = 3});
  add_ground(world, m);
  for (int i = 0; i < 9; ++i) {
    const double x = 0.3 * (i % 3) + 0.1 * draw();
    const double y = 0.4 * (i / 3 % 2) + 0.1 * draw();
    const Vec3 at(x, y, 0.25 + 0.51 * (i / 3));
    if (draw() < 0.3) {
      add_ball(world, 0.2, 1 + i, at, m);
    } else {
      add_cube(world, 0.3 + 0.2 * draw(), 1 + i, at, m);
    }
  }
  return world;
}

TEST(Models, SolveEveryStepOfRandomHeaps) {
  for (const std::string model : {"coulomb", "no-slip", "viscous", "frictionless"}) {
    for (const int seed : {1, 3, 8}) {
      SCOPED_TRACE(model + ", seed " + std::to_string(seed));
      World world = make_random_heap(model, seed);
      run(world, 120);
    }
  }
}

TEST(Models, GainNoEnergyInAHeap) {
  for (const std::string& model : ContactModelCatalogue().names()) {
    World world = make_model_heap(model, 1);
    double least = world.energy().total();
    for (int k = 0; k < 150; ++k) {
      run(world, 1);
      const double energy = world.energy().total();
      EXPECT_LE(energy, least + 0.05) << model << ", step " << k;  // bodies turn over their edges
      least = std::min(least, energy);
    }
  }
}

}  // namespace
}  // namespace stiction
