// Islands share nothing: distant events do not change a bit of a heap.

#include <functional>
#include <random>
#include <string>
#include <utility>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// A distant part of the world, and whether it is added before the heap's bodies.
struct FarPart {
  std::string name;
  std::function<void(World&)> add;
};

constexpr double kFar = 60;  ///< m, along x

/// Boxes that are thrown onto their own patch of ground, tumble, and come to overlap in their
/// steps.
void add_far_boxes(World& world) {
  world.add_body({.name = "patch",
                  .kind = BodyKind::fixed,
                  .pose = {.translation = Vec3(kFar, 0, 0.75)},
                  .shapes = {{.shape = Box{Vec3(40, 40, 0.5)}}}});
  for (int k = 0; k < 4; ++k) {
    const BodyId box = add_cube(world, 0.5, 1, Vec3(kFar - 15, 2 * k, 2 + 0.7 * k));
    world.set_velocity(box, Vec3(3, 0.4 - 0.1 * k, 1), Vec3(2, 9 + 3 * k, -4));
  }
}

/// A row of balls that a fast one drives into each other: within one step each meeting is only
/// found after the one before was found.
void add_far_row(World& world) {
  for (int k = 0; k < 8; ++k) {
    const BodyId ball = add_ball(world, 0.2, k == 0 ? 100 : 1, Vec3(kFar, 28 * k, 20));
    if (k == 0) world.set_velocity(ball, Vec3(0, 3000, 0), Vec3::Zero());
  }
}

/// Cubes placed into each other and into the ground, which are pushed out at a bounded speed.
void add_far_overlap(World& world) {
  add_cube(world, 1, 1, Vec3(kFar, 0, 0.3));
  add_cube(world, 1, 1, Vec3(kFar + 0.4, 0.1, 0.9));
}

/// A body that flies past nothing.
void add_far_flyer(World& world) {
  const BodyId ball = add_ball(world, 0.2, 3, Vec3(kFar, 0, 50));
  world.set_velocity(ball, Vec3(20, 0, 300), Vec3(5, 60, 7));
}

struct Heap {
  World world;
  std::vector<BodyId> bodies;
};

/// Boxes and balls with spin, thrown between two walls; the far part comes first or last.
Heap make_tumbling_heap(const std::string& model, unsigned seed,
                        const std::function<void(World&)>& add_first,
                        const std::function<void(World&)>& add_last) {
  Heap heap{World({.contact = {.model = model}, .on_unsolved = OnUnsolved::best}), {}};
  World& world = heap.world;
  const MaterialId m = world.add_material(
      {.name = "m", .friction = 0.4, .restitution = seed % 2 == 0 ? 0.3 : 0.0, .viscosity = 3});
  if (add_first) add_first(world);
  add_ground(world, m);
  for (const double side : {-1.0, 1.0}) {
    world.add_body({.name = "wall",
                    .kind = BodyKind::fixed,
                    .pose = {.translation = Vec3(1.4 * side, 0, 1)},
                    .shapes = {{.shape = Box{Vec3(0.2, 4, 4)}}},
                    .material = m});
  }
  std::mt19937_64 engine(seed);
  const auto draw = [&] { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; };
  const auto draw_vector = [&] {
    const double x = draw();
    const double y = draw();
    return Vec3(x, y, draw());
  };
  for (int k = 0; k < 12; ++k) {
    const Vec3 at =
        Vec3(0.7 * (k % 3 - 1), 0.7 * (k / 3 % 2), 0.6 + 0.6 * (k / 6)) + 0.05 * draw_vector();
    const BodyId body = k % 4 == 3 ? add_ball(world, 0.25, 1, at, m)
                                   : add_cube(world, 0.4 + 0.1 * (k % 2), 1 + k % 3, at, m);
    world.set_velocity(body, 2 * draw_vector(), 6 * draw_vector());
    heap.bodies.push_back(body);
  }
  if (add_last) add_last(world);
  return heap;
}

using Course = std::vector<std::vector<BodyState>>;

/// The states of the heap's bodies after each step; `join` is called half-way.
Course calc_course(Heap heap, const std::function<void(World&)>& join = {}) {
  constexpr int kSteps = 120;
  Course course;
  for (int k = 0; k < kSteps; ++k) {
    if (join && k == kSteps / 2) join(heap.world);
    heap.world.step(0.01);
    std::vector<BodyState>& states = course.emplace_back();
    for (const BodyId body : heap.bodies) states.push_back(heap.world.state(body));
  }
  return course;
}

int count_differing_steps(const Course& a, const Course& b) {
  int differing = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    differing += !std::ranges::equal(a[k], b[k], [](const BodyState& one, const BodyState& other) {
      return is_same_state(one, other);
    });
  }
  return differing;
}

TEST(Independence, WhatIsFarAwayChangesNoBitOfATumblingHeap) {
  const std::vector<FarPart> parts = {{"boxes on a patch", add_far_boxes},
                                      {"a row", add_far_row},
                                      {"overlap", add_far_overlap},
                                      {"a flyer", add_far_flyer}};
  for (const std::string model : {"coulomb", "frictionless", "viscous", "no-slip"}) {
    for (const unsigned seed : {1u, 2u, 3u}) {
      const Heap heap = make_tumbling_heap(model, seed, {}, {});
      const Course alone = calc_course(heap);
      for (const FarPart& part : parts) {
        SCOPED_TRACE(model + ", seed " + std::to_string(seed) + ", " + part.name);
        const Heap last = make_tumbling_heap(model, seed, {}, part.add);
        EXPECT_EQ(count_differing_steps(alone, calc_course(last)), 0);
        const Heap first = make_tumbling_heap(model, seed, part.add, {});
        EXPECT_EQ(count_differing_steps(alone, calc_course(first)), 0) << "added first";
        EXPECT_EQ(count_differing_steps(alone, calc_course(heap, part.add)), 0) << "half way";
      }
    }
  }
}

/// Heavy balls, each of which drives a light cube before it, faster than expected when its contacts
/// were searched. With restitution each pair is led through its impacts, without it the pair's rows
/// are those half-way.
Heap make_struck_cubes(double restitution, const std::function<void(World&)>& add_far,
                       int threads) {
  Heap heap{World({.threads = threads}), {}};
  World& world = heap.world;
  const MaterialId m =
      world.add_material({.name = "m", .friction = 0.3, .restitution = restitution});
  add_ground(world, m);
  for (int k = 0; k < 40; ++k) {
    const Vec3 at(0, 5 * k, 0.5);
    const BodyId ball = add_ball(world, 0.3, 50, at, m);
    const BodyId cube = add_cube(world, 0.4, 1, at + Vec3(0.51, 0.1, 0.01 * k - 0.2), m);
    world.set_velocity(ball, Vec3(3, 0, 0), Vec3::Zero());
    world.set_velocity(cube, Vec3::Zero(), Vec3(0.3 * k - 6, 2, 0));
    heap.bodies.insert(heap.bodies.end(), {ball, cube});
  }
  if (add_far) add_far(world);
  return heap;
}

TEST(Independence, WhatIsFarAwayChangesNoBitOfBodiesThatAreStruck) {
  for (const double restitution : {0.0, 0.6}) {
    SCOPED_TRACE(restitution);
    const Course alone = calc_course(make_struck_cubes(restitution, {}, 1));
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(threads);
      const Heap again = make_struck_cubes(restitution, {}, threads);
      EXPECT_EQ(count_differing_steps(alone, calc_course(again)), 0);
      const Heap beside_row = make_struck_cubes(restitution, add_far_row, threads);
      EXPECT_EQ(count_differing_steps(alone, calc_course(beside_row)), 0);
    }
  }
}

/// A capsule that one joint holds at an outdated place, and another one at its present place: the
/// joints contradict each other by hundredths of a metre or not at all, depending on their kinds.
Heap make_contradiction(unsigned kinds, const std::function<void(World&)>& add_far) {
  Heap heap{World({.on_unsolved = OnUnsolved::best}), {}};
  World& world = heap.world;
  const BodyId held = world.add_body({.name = "held", .shapes = {{.shape = Capsule{0.1, 0.3}}}});
  const auto hold = [&](unsigned kind, const Vec3& at) {
    JointDefinition joint{.kind = static_cast<JointKind>(kind), .child = held};
    joint.frame = {Quat(Eigen::AngleAxisd(0.4 + at.x(), Vec3::UnitX())), at};
    joint.axis = Vec3(0, 1, 0);
    joint.axis2 = Vec3(1, 0, 0);
    world.add_joint(joint);
  };
  hold(kinds % 7, Vec3(0.1, -0.2, 0.15));
  world.set_pose(held, {Quat(1, 0.02, 0.03, 0.01).normalized(), Vec3(0.01, 0.02, -0.01)});
  hold(kinds / 7, Vec3(-0.2, 0.1, 0.05));
  heap.bodies.push_back(held);
  if (add_far) add_far(world);
  return heap;
}

// Each group's overlap and errors are removed in as many passes as that group needs.
TEST(Independence, WhatIsFarAwayChangesNoBitWhereJointsContradictEachOther) {
  for (unsigned kinds = 0; kinds < 49; kinds += 2) {
    SCOPED_TRACE(kinds);
    const auto start = [&](const std::function<void(World&)>& add_far) {
      return make_contradiction(kinds, add_far);
    };
    const Course alone = calc_course(start({}));
    EXPECT_EQ(count_differing_steps(alone, calc_course(start(add_far_boxes))), 0);
    EXPECT_EQ(count_differing_steps(alone, calc_course(start(add_far_overlap))), 0);
  }
}

/// A ball that hits a beam, and then the ground: the latter is only found after the step has been
/// solved.
void add_far_beam(World& world) {
  world.add_body({.name = "beam",
                  .pose = {.translation = Vec3(999.40989640941212, -0.29884701736298946, 0.5)},
                  .shapes = {{Box{Vec3(2, 0.2, 0.2)}}}});
  const BodyId ball =
      add_ball(world, 0.5, 500, Vec3(1000.0356273610045, -0.5024141895866332, 0.79237200347073133));
  world.set_velocity(ball, Vec3(9.6218820323564245, 18.899919214673311, -28.645096791875005),
                     Vec3::Zero());
}

/// Two balls on two joints that turn so far that their first step is made in pieces.
World make_whirling_pair(const std::function<void(World&)>& add_far) {
  World world;
  add_ground(world);
  const BodyId a = world.add_body(
      {.name = "a", .pose = {.translation = Vec3(0.2, -0.6, 1.7)}, .shapes = {{Sphere{0.3}}}});
  const BodyId b = world.add_body({.name = "b",
                                   .pose = {.translation = Vec3(-0.8, -0.5, 1.7)},
                                   .angular_velocity = Vec3(13.3, 18.6, 17.4),
                                   .shapes = {{Sphere{0.3}}}});
  JointDefinition cross{.name = "cross", .kind = JointKind::universal, .parent = a, .child = b};
  cross.frame = {
      Quat(-0.16380970693514832, 0.77851946706207786, -0.44678756948853154, -0.40921227629401569),
      Vec3(-0.6, -0.7, 2)};
  cross.axis = Vec3(0.1826637481537261, 0.32195572709172882, -0.18807125650086598);
  cross.axis2 = cross.axis.cross(Vec3(0.1, 0.2, 1));
  world.add_joint(cross);
  JointDefinition slide{.name = "slide", .kind = JointKind::planar, .parent = b, .child = a};
  slide.frame = {
      Quat(0.62927144424214909, 0.38878645123818062, 0.37199169924794628, -0.56078937265754858),
      Vec3(0.2, -0.8, 1.6)};
  slide.axis = Vec3(-0.74013982079373486, 0.18068220303654181, -0.9013562317359185);
  world.add_joint(slide);
  add_far(world);
  return world;
}

// A beam that is hit meets another ball only then, and the step is solved again; parts that are
// made in pieces are made in pieces again, too.
TEST(Independence, WhatIsSolvedAgainFarAwayChangesNoBitOfWhatIsMadeInPieces) {
  World alone = make_whirling_pair([](World&) {});
  World beside = make_whirling_pair(add_far_beam);
  for (int k = 0; k < 20; ++k) {
    alone.step(0.01);
    const StepReport report = beside.step(0.01);
    if (k == 0) {
      EXPECT_GT(report.resolved, 0);
    }
    for (const char* name : {"a", "b"}) {
      const BodyState expected = alone.state(*alone.find_body(name));
      const BodyState state = beside.state(*beside.find_body(name));
      ASSERT_EQ(state.linear_velocity, expected.linear_velocity) << name << " at " << k;
      ASSERT_EQ(state.pose.rotation.coeffs(), expected.pose.rotation.coeffs()) << name;
    }
  }
}

/// Factorisations of a world's first step.
int count_factorisations(World world) { return world.step(0.01).factorisations; }

TEST(Independence, WhatIsMissedFarAwayIsSolvedForAlone) {
  World beam;
  add_ground(beam);
  add_far_beam(beam);
  const int alone = count_factorisations(make_whirling_pair([](World&) {}));
  ASSERT_GT(alone, 0);
  EXPECT_EQ(count_factorisations(make_whirling_pair(add_far_beam)),
            alone + count_factorisations(std::move(beam)));
}

}  // namespace
}  // namespace stiction
