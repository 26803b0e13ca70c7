// docs/queries.md shows the code compiled here, which must do what the page claims.

#include <stiction/world/world.h>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace stiction {
namespace {

/// A floor, a ball on it, and `me`.
World make_world_of_guide(BodyId& me) {
  World world;
  world.add_body({.name = "floor", .kind = BodyKind::fixed, .shapes = {{Plane{}}}});
  world.add_body({.name = "ball", .pose = {.translation = {0, 0, 0.5}}, .shapes = {{Sphere{0.5}}}});
  me = world.add_body(
      {.name = "me", .pose = {.translation = {-2, 0, 1}}, .shapes = {{Sphere{0.1}}}});
  return world;
}

TEST(QueriesGuide, TheQueriesFindWhatIsThere) {
  BodyId me;
  const World world = make_world_of_guide(me);
  const RigidTransform pose{.translation = {-2, 0, 1}};
  const Vec3 p(0, 0, 0.25);
  // clang-format off
const stiction::Ray ray{.origin = {0, 0, 10}, .direction = {0, 0, -1}, .max_distance = 50};
if (const auto hit = world.ray_cast(ray)) {
  // hit->target.body, hit->target.shape, hit->distance, hit->point, hit->normal, hit->face
}
std::vector<stiction::BodyId> on_the_ray;  // every shape on it, nearest first
for (const auto& hit : world.ray_cast_all(ray)) on_the_ray.push_back(hit.target.body);

// Where does a capsule that moves straight on first touch something? Not itself, and not group 3.
const auto stop = world.cast_shape(stiction::Capsule{0.3, 1.2}, pose, {2, 0, 0},
                                   {.ignored_groups = {3}, .ignored_bodies = {me}});
// stop->fraction of the way, stop->point, stop->normal

const auto nearest = world.closest_point(p, 0.5);                     // signed: negative inside
const auto found = world.overlapping(stiction::Sphere{2}, pose);      // bodies and shapes
  // clang-format on
  ASSERT_TRUE(world.ray_cast(ray));
  EXPECT_NEAR(world.ray_cast(ray)->distance, 9, 1e-9);
  ASSERT_EQ(on_the_ray.size(), 2u);
  EXPECT_EQ(world.definition(on_the_ray[0]).name, "ball");
  ASSERT_TRUE(stop);
  EXPECT_GT(stop->fraction, 0);
  EXPECT_LT(stop->fraction, 1);
  ASSERT_TRUE(nearest);
  EXPECT_NEAR(nearest->distance, -0.25, 1e-9);
  EXPECT_EQ(found.size(), 3u);
}

TEST(QueriesGuide, TheTriggerSeesTheBall) {
  BodyId me;
  World world = make_world_of_guide(me);
  std::vector<BodyId> goals;
  const auto count_goal = [&](BodyId body) { goals.push_back(body); };
  // clang-format off
world.add_body({.name = "goal", .kind = stiction::BodyKind::fixed,
                .shapes = {{.shape = stiction::Box{{1, 4, 2}}, .trigger = true}}});
world.step(0.01);
for (const stiction::TriggerEvent& event : world.trigger_events()) {
  // kind is begin, persist or end; trigger and other name bodies and shapes
  if (event.kind == stiction::ContactEventKind::begin) count_goal(event.other.body);
}
  // clang-format on
  ASSERT_EQ(goals.size(), 1u);
  EXPECT_EQ(world.definition(goals[0]).name, "ball");
}

TEST(QueriesGuide, ShowsThisCode) {
  const auto read = [](const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(std::string(STICTION_SOURCE_DIR) + "/" + name).rdbuf();
    return text.str();
  };
  const std::string guide = read("docs/queries.md");
  const std::string code = read("tests/world/queries_guide_test.cpp");
  const std::string open = "\n```cpp\n";
  int count = 0;
  for (std::size_t at = guide.find(open); at != std::string::npos; at = guide.find(open, at + 1)) {
    const std::size_t begin = at + open.size();
    const std::string block = guide.substr(begin, guide.find("```", begin) - begin);
    EXPECT_NE(code.find(block), std::string::npos) << block;
    ++count;
  }
  EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace stiction
