// Queries of a world: the answers are those of its shapes one by one, at their present poses.

#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "collision/query_shapes.h"
#include "constants.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

const Ray kDown{Vec3(0, 0, 100), -Vec3::UnitZ()};

/// Bodies of all shapes, some of two; groups 0 to 3; every seventh shape a trigger.
World make_crowd(Random& random, int count) {
  World world;
  add_ground(world);
  const auto field = oracle::random_field(random, 5, 5, Vec3(6, 6, 1));
  world.add_body({.kind = BodyKind::fixed,
                  .pose = {.translation = Vec3(8, 0, 1)},
                  .shapes = {{.shape = field}}});
  world.add_body({.kind = BodyKind::fixed,
                  .pose = oracle::random_pose(random, 4),
                  .shapes = {{.shape = oracle::mesh_of(oracle::random_hull(random, 30, 1))}}});
  for (int i = 0; i < count; ++i) {
    BodyDefinition body;
    body.kind = i % 3 == 0 ? BodyKind::fixed : BodyKind::dynamic;
    body.pose = oracle::random_pose(random, 6);
    body.inertial = MassProperties{1, Vec3::Zero(), Mat3::Identity()};
    for (int k = 0; k <= i % 2; ++k) {
      ShapeDefinition part;
      part.shape = oracle::random_solid(random, (i + k) % oracle::kNumSolids, 0.1, 1);
      part.pose = oracle::random_pose(random, 0.5);
      part.group = static_cast<GroupId>(random.index(4));
      part.trigger = random.index(7) == 0;
      body.shapes.push_back(part);
    }
    world.add_body(body);
  }
  return world;
}

/// A part that passes the filter, and its pose, from the world's public interface.
struct PlacedPart {
  BodyShape name;
  Shape shape;
  RigidTransform X_WS;
};
std::vector<PlacedPart> parts_of(const World& world, const QueryFilter& filter,
                                 const std::function<bool(GroupId)>& collides) {
  std::vector<PlacedPart> parts;
  const auto is_among = [](const auto& values, const auto& value) {
    return std::find(values.begin(), values.end(), value) != values.end();
  };
  for (const BodyId id : world.bodies()) {
    if (is_among(filter.ignored_bodies, id)) continue;
    const BodyDefinition& definition = world.definition(id);
    for (int k = 0; k < static_cast<int>(definition.shapes.size()); ++k) {
      const ShapeDefinition& part = definition.shapes[k];
      const GroupId group = part.group.value_or(definition.group);
      if (part.trigger && !filter.triggers) continue;
      if (is_among(filter.ignored_groups, group)) continue;
      if (filter.group && !collides(group)) continue;
      parts.push_back({{id, k}, part.shape, world.state(id).pose * part.pose});
    }
  }
  return parts;
}

QueryFilter random_filter(Random& random, const World& world) {
  QueryFilter filter;
  const std::vector<BodyId> bodies = world.bodies();
  if (random.index(2)) filter.triggers = true;
  if (random.index(3) == 0) filter.group = 1;
  if (random.index(3) == 0) filter.ignored_groups = {2};
  if (random.index(3) == 0) {
    filter.ignored_bodies = {bodies[random.index(static_cast<int>(bodies.size()))], bodies[0]};
  }
  return filter;
}

class CrowdedWorld : public testing::Test {
 protected:
  CrowdedWorld() : random(71), world(make_crowd(random, 120)) {
    world.set_groups_collide(1, 3, false);
    world.set_groups_collide(1, 1, false);
  }

  std::vector<PlacedPart> parts(const QueryFilter& filter) const {
    return parts_of(world, filter, [](GroupId group) { return group != 3 && group != 1; });
  }

  /// Some bodies move, some are removed, some added, between queries and without a step.
  void disturb() {
    const std::vector<BodyId> bodies = world.bodies();
    for (int i = 0; i < 10; ++i) {
      const BodyId body = bodies[3 + random.index(static_cast<int>(bodies.size()) - 3)];
      world.set_pose(body, oracle::random_pose(random, 6));
    }
    world.remove_body(bodies[10]);
    world.add_body({.pose = oracle::random_pose(random, 6), .shapes = {{.shape = Sphere{0.7}}}});
  }

  Random random;
  World world;
};

TEST_F(CrowdedWorld, IsHitByRaysWhereItsShapesAre) {
  int num_hits = 0;
  for (int i = 0; i < 400; ++i) {
    if (i % 40 == 39) disturb();
    const QueryFilter filter = random_filter(random, world);
    Ray ray{random.in_cube(9), random.direction()};
    if (random.index(3) == 0) ray.max_distance = random.uniform(0, 5);
    std::vector<WorldRayHit> expected;
    for (const PlacedPart& part : parts(filter)) {
      const auto hit = ray_cast(part.shape, part.X_WS, ray);
      if (hit) expected.push_back({*hit, part.name});
    }
    std::stable_sort(expected.begin(), expected.end(),
                     [](const auto& a, const auto& b) { return a.distance < b.distance; });
    const std::vector<WorldRayHit> hits = world.ray_cast_all(ray, filter);
    ASSERT_EQ(hits.size(), expected.size()) << i;
    for (std::size_t k = 0; k < hits.size(); ++k) {
      EXPECT_EQ(hits[k].target, expected[k].target) << i;
      EXPECT_NEAR(hits[k].distance, expected[k].distance, 1e-10) << i;
      EXPECT_LE((hits[k].point - expected[k].point).norm(), 1e-10) << i;
      EXPECT_LE((hits[k].normal - expected[k].normal).norm(), 1e-8) << i;
    }
    const auto first = world.ray_cast(ray, filter);
    ASSERT_EQ(first.has_value(), !expected.empty());
    if (first) {
      EXPECT_EQ(first->target, expected.front().target) << i;
    }
    num_hits += first.has_value();
  }
  EXPECT_GT(num_hits, 200);
}

TEST_F(CrowdedWorld, IsHitByShapesWhereItsShapesAre) {
  int num_hits = 0;
  for (int i = 0; i < 120; ++i) {
    if (i % 40 == 39) disturb();
    const QueryFilter filter = random_filter(random, world);
    const Shape shape = oracle::random_solid(random, i % oracle::kNumSolids, 0.1, 0.3);
    const RigidTransform X = {random.rotation(), Vec3(random.in_cube(9)) + Vec3(0, 0, 10)};
    const Vec3 displacement = random.in_cube(4) - X.translation;
    double least = kInf;
    std::optional<BodyShape> target;
    for (const PlacedPart& part : parts(filter)) {
      const auto hit = cast_shape(shape, X, displacement, part.shape, part.X_WS, kRestingOverlap);
      if (!hit || hit->fraction >= least) continue;
      least = hit->fraction;
      target = part.name;
    }
    const auto first = world.cast_shape(shape, X, displacement, filter);
    ASSERT_EQ(first.has_value(), target.has_value()) << i;
    if (!first) continue;
    EXPECT_EQ(first->target, *target) << i;
    EXPECT_NEAR(first->fraction, least, 1e-9) << i;
    ++num_hits;
  }
  EXPECT_GT(num_hits, 40);
}

TEST_F(CrowdedWorld, KnowsItsNearestPoint) {
  for (int i = 0; i < 400; ++i) {
    if (i % 40 == 39) disturb();
    const QueryFilter filter = random_filter(random, world);
    const Vec3 x = random.in_cube(9);
    const double reach = i % 2 ? kInf : random.uniform(0, 2);
    std::optional<WorldClosestPoint> expected;
    for (const PlacedPart& part : parts(filter)) {
      const auto closest = closest_point(part.shape, part.X_WS, x, reach);
      if (closest && (!expected || closest->distance < expected->distance)) {
        expected = {*closest, part.name};
      }
    }
    const auto nearest = world.closest_point(x, reach, filter);
    ASSERT_EQ(nearest.has_value(), expected.has_value()) << i;
    if (!nearest) continue;
    EXPECT_EQ(nearest->target, expected->target) << i;
    EXPECT_NEAR(nearest->distance, expected->distance, 1e-10) << i;
    EXPECT_LE((nearest->point - expected->point).norm(), 1e-7) << i;
  }
}

TEST_F(CrowdedWorld, KnowsWhatOverlapsAShape) {
  std::size_t num_found = 0;
  for (int i = 0; i < 200; ++i) {
    if (i % 40 == 39) disturb();
    const QueryFilter filter = random_filter(random, world);
    const Shape shape = oracle::random_solid(random, i % oracle::kNumSolids, 0.3, 2);
    const RigidTransform X = oracle::random_pose(random, 7);
    std::vector<BodyShape> expected;
    for (const PlacedPart& part : parts(filter)) {
      if (overlaps(shape, X, part.shape, part.X_WS)) expected.push_back(part.name);
    }
    const std::vector<BodyShape> found = world.overlapping(shape, X, filter);
    EXPECT_EQ(found, expected) << i;
    num_found += found.size();
  }
  EXPECT_GT(num_found, 150u);
}

TEST_F(CrowdedWorld, AnswersSeveralThreadsAlike) {
  std::vector<Ray> rays;
  for (int i = 0; i < 200; ++i) rays.push_back({random.in_cube(9), random.direction()});
  const auto ask = [&](const World& asked) {
    std::vector<double> distances;
    for (const Ray& ray : rays) {
      const auto hit = asked.ray_cast(ray);
      distances.push_back(hit ? hit->distance : kInf);
    }
    return distances;
  };
  const World copy = world;
  std::vector<std::vector<double>> answers(4);
  std::vector<std::thread> threads;
  for (auto& answer : answers) threads.emplace_back([&] { answer = ask(copy); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& answer : answers) EXPECT_EQ(answer, ask(world));
}

TEST(WorldQueries, SeeTheWorldAfterEveryChange) {
  World world;
  const auto height = [&] {
    const auto hit = world.ray_cast(kDown);
    return hit ? 100 - hit->distance : -kInf;
  };
  EXPECT_EQ(height(), -kInf) << "an empty world";
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(0, 0, 3));
  EXPECT_DOUBLE_EQ(height(), 3.5);
  world.set_pose(ball, {.translation = Vec3(0, 0, 5)});
  EXPECT_DOUBLE_EQ(height(), 5.5);
  const World before = world;
  run(world, 10);
  EXPECT_NEAR(height(), position(world, ball).z() + 0.5, 1e-13);
  world = before;
  EXPECT_DOUBLE_EQ(height(), 5.5) << "a restored snapshot";
  world.remove_body(ball);
  EXPECT_EQ(height(), -kInf);
  add_ground(world);
  EXPECT_DOUBLE_EQ(height(), 0);
}

TEST(WorldQueries, DoNotTouchTheWorld) {
  World world;
  add_ground(world);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.6));
  run(world, 5);
  World asked = world;
  asked.ray_cast(kDown);
  asked.closest_point(Vec3(0, 0, 2));
  asked.overlapping(Box{Vec3(1, 1, 1)}, {});
  asked.cast_shape(Sphere{0.1}, {.translation = Vec3(0, 0, 3)}, Vec3(0, 0, -5));
  EXPECT_TRUE(is_same_world(world, asked));
  run(world, 20);
  run(asked, 20);
  EXPECT_TRUE(is_same_world(world, asked));
  EXPECT_TRUE(world.has_body(cube));
}

TEST(WorldQueries, CastABodyAlongTheFloorItRestsOn) {
  World world;
  add_ground(world);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
  const BodyId wall = add_cube(world, 1, 1, Vec3(4, 0, 0.5));
  run(world, 100);
  const auto hit = world.cast_shape(Box{Vec3(1, 1, 1)}, world.state(cube).pose, Vec3(10, 0, 0),
                                    {.ignored_bodies = {cube}});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->target.body, wall);
  EXPECT_NEAR(hit->fraction, 0.3, 1e-8);
  EXPECT_LE((hit->normal + Vec3::UnitX()).norm(), 1e-6);
}

TEST(WorldQueries, SeeUnderAHeightFieldAtAnyDepth) {
  World world;
  const HeightField field{
      std::make_shared<HeightGrid>(2, 2, std::vector<double>{0, 1, 0, 1}, Vec3(4, 4, 1))};
  const BodyId ground = world.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = field}}});
  const auto hit = world.ray_cast({Vec3(0, 0, -50), Vec3::UnitX()});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->target.body, ground);
  EXPECT_EQ(hit->distance, 0);
  EXPECT_FALSE(world.ray_cast({Vec3(3, 0, -50), Vec3::UnitX()})) << "beyond the rim";
}

TEST(WorldQueries, RefuseWhatCannotBeAsked) {
  World world;
  const BodyId gone = add_ball(world, 1, 1, Vec3(0, 0, 3));
  world.remove_body(gone);
  const auto expect_refused = [&](const auto& action, const std::string& message) {
    try {
      action();
      ADD_FAILURE() << "accepted; expected: " << message;
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(std::string(error.what()), message);
    }
  };
  expect_refused(
      [&] {
        world.ray_cast({Vec3(0, kNaN, 0), Vec3::UnitX()});
      },
      "expected a finite origin of the ray, got 0 nan 0");
  expect_refused(
      [&] {
        world.ray_cast({Vec3::Zero(), Vec3(0, 0, kInf)});
      },
      "expected a finite direction of the ray, got 0 0 inf");
  expect_refused(
      [&] {
        world.ray_cast_all({Vec3::Zero(), Vec3::Zero()});
      },
      "expected a direction that is not zero, got 0 0 0");
  expect_refused(
      [&] {
        world.ray_cast({Vec3::Zero(), Vec3::UnitX(), -1});
      },
      "expected a distance >= 0 m, got -1");
  expect_refused([&] { world.closest_point(Vec3::Zero(), kNaN); },
                 "expected a distance >= 0 m, got nan");
  expect_refused([&] { world.ray_cast(kDown, {.ignored_bodies = {gone}}); },
                 "expected a body of this world, got the id 1, which it does not have");
  expect_refused([&] { world.overlapping(Plane{}, {}); },
                 "expected a solid shape for the query, got a plane");
  expect_refused([&] { world.overlapping(Sphere{-1}, {}); },
                 "expected a sphere radius from 1e-70 to 1e+70 m, got -1");
  expect_refused([&] { world.cast_shape(Mesh{}, {}, Vec3::UnitX()); },
                 "expected a solid shape for the query, got a mesh");
  expect_refused([&] { world.cast_shape(Sphere{1}, {}, Vec3(kNaN, 0, 0)); },
                 "expected a finite displacement, got nan 0 0");
  expect_refused(
      [&] { world.cast_shape(Sphere{1}, {.rotation = Quat(0, 0, 0, 0)}, Vec3::UnitX()); },
      "expected a finite quaternion that is not zero, got 0 0 0 0 (w x y z)");
}

}  // namespace
}  // namespace stiction
