#include "engine_scenes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <utility>

#include "random.h"

namespace stiction::bench {
namespace {

constexpr double kSecond = 1;  ///< unit of the durations below

struct Surface {
  double friction = 0.5;
  double restitution = 0;
};

/// An empty scene with a floor.
EngineScene make_floor(const std::string& name, double timestep, double seconds,
                       const Surface& surface = {}, const WorldOptions& options = {}) {
  EngineScene scene{.name = name, .world = World(options), .timestep = timestep};
  scene.steps = static_cast<int>(std::lround(seconds / timestep));
  scene.world.add_material(
      {.name = "all", .friction = surface.friction, .restitution = surface.restitution});
  scene.world.add_body(
      {.name = "floor", .kind = BodyKind::fixed, .shapes = {{.shape = Plane{}}}, .material = 1});
  return scene;
}

BodyId add(EngineScene& scene, const Shape& shape, double mass, const Vec3& position,
           const Quat& rotation = Quat::Identity()) {
  return scene.world.add_body({.name = "body",
                               .pose = {.rotation = rotation, .translation = position},
                               .shapes = {{.shape = shape}},
                               .mass = mass,
                               .material = 1});
}

Quat about(const Vec3& axis, double angle) { return Quat(Eigen::AngleAxisd(angle, axis)); }

/// Four walls around |x| <= x, |y| <= y, up to z = height.
void add_walls(EngineScene& scene, double x, double y, double height) {
  const auto wall = [&](const Vec3& middle, const Vec3& size) {
    scene.world.add_body({.name = "wall",
                          .kind = BodyKind::fixed,
                          .pose = {.translation = middle},
                          .shapes = {{.shape = Box{size}}},
                          .material = 1});
  };
  for (const double side : {-1.0, 1.0}) {
    wall(Vec3(side * (x + 0.5), 0, 0.5 * height), Vec3(1, 2 * y + 2, height + 1));
    wall(Vec3(0, side * (y + 0.5), 0.5 * height), Vec3(2 * x + 2, 1, height + 1));
  }
}

/// A shape of one of four kinds, about as large as a ball of that radius.
Shape make_mixed_shape(int kind, double radius) {
  switch (kind % 4) {
    case 0:
      return Sphere{radius};
    case 1:
      return Box{2 * radius * Vec3(1, 0.8, 0.6)};
    case 2:
      return Capsule{0.6 * radius, radius};
    default:
      return Cylinder{0.8 * radius, 1.5 * radius};
  }
}

/// The suffix of scenes with several threads.
std::string threads_name(int threads) {
  return threads == 1 ? "" : "-threads-" + std::to_string(threads);
}

/// Ten boxes of 1 kg, the top one heavier by a factor.
EngineScene make_stack(const std::string& name, double top) {
  EngineScene scene = make_floor(name, 0.01, 10 * kSecond);
  for (int k = 0; k < 10; ++k) {
    add(scene, Box{Vec3(1, 1, 1)}, k < 9 ? 1 : top, Vec3(0, 0, 0.5 + k));
  }
  return scene;
}

EngineScene make_pyramid(const std::string& name, double gap) {
  EngineScene scene = make_floor(name, 0.01, 5 * kSecond);
  for (int row = 0; row < 10; ++row) {
    for (int i = 0; i < 10 - row; ++i) {
      add(scene, Box{Vec3(1, 1, 1)}, 1,
          Vec3((i - 0.5 * (9 - row)) * 1.05, 0, 0.5 + row + gap * (row + 1)));
    }
  }
  return scene;
}

/// In every other step ten bricks, each in a row of its own, are pressed down with their own weight
/// and pushed a little along the wall, within friction: 1 % of the load of a wall of 1000.
EngineScene make_nudged_wall(int bricks) {
  EngineScene scene = make_wall(bricks);
  scene.name += "-nudged";
  const std::vector<BodyId> bodies = scene.world.bodies();
  for (int k = 0; k < 10; ++k) {
    const BodyId brick = bodies[bodies.size() - 1 - static_cast<std::size_t>(k * bricks / 11)];
    const double weight = scene.world.mass_properties(brick).mass * 9.81;
    scene.pushes.push_back({.body = brick,
                            .force = weight * Vec3(0.2, 0, -0.97),
                            .acts = [](int step) { return step % 2 == 1; }});
  }
  return scene;
}

/// The bricks of the top row are heavier by a factor.
EngineScene make_heavy_wall(const std::string& name, double top) {
  EngineScene scene = make_wall(50, top);
  scene.name = name;
  return scene;
}

EngineScene make_hit_wall(int bricks) {
  EngineScene scene = make_wall(bricks);
  scene.name += "-hit";
  const BodyId ball = add(scene, Sphere{0.2}, 40, Vec3(0.3, -1, 0.7));
  scene.world.set_velocity(ball, Vec3(0, 8, 0), Vec3::Zero());
  return scene;
}

/// Kapla's 102 planks in 34 layers of three, crosswise.
EngineScene make_kapla(const std::string& name, double seconds, const WorldOptions& options) {
  EngineScene scene = make_floor(name, 0.01, seconds, {}, options);
  const Vec3 size(0.117, 0.0234, 0.0078);
  const double mass = 700 * size.prod();
  for (int layer = 0; layer < 34; ++layer) {
    const Quat turn = about(Vec3::UnitZ(), layer % 2 == 0 ? 0 : 0.5 * std::numbers::pi);
    for (const double side : {-1.0, 0.0, 1.0}) {
      const Vec3 along = turn * Vec3(0, side * 0.5 * (size.x() - size.y()), 0);
      add(scene, Box{size}, mass, along + Vec3(0, 0, (layer + 0.5) * size.z()), turn);
    }
  }
  return scene;
}

/// After the heap of Lacoursiere 2003, figure 8: 40 logs dropped into a bin.
EngineScene make_logs() {
  EngineScene scene = make_floor("logs-40", 0.01, 5 * kSecond);
  add_walls(scene, 2.2, 1.2, 6);
  Random random(3);
  for (int layer = 0; layer < 5; ++layer) {
    for (int i = 0; i < 8; ++i) {
      const double x = -1.9 + 0.53 * i + (layer % 2) * 0.1 + random.uniform(-0.01, 0.01);
      add(scene, Cylinder{0.25, 2}, 1, Vec3(x, 0, 0.3 + 0.55 * layer),
          about(Vec3::UnitX(), 0.5 * std::numbers::pi));
    }
  }
  return scene;
}

/// SimBenchmark's 666: 6 x 6 x 6 balls without friction.
EngineScene make_666(const std::string& name, double restitution) {
  EngineScene scene = make_floor(name, 0.01, 10 * kSecond, {0, restitution});
  Random random(6);
  for (int k = 0; k < 216; ++k) {
    const Vec3 place(k % 6 - 2.5, k / 6 % 6 - 2.5, k / 36);
    add(scene, Sphere{0.1}, 10, 0.21 * place + Vec3(0, 0, 0.15) + random.in_cube(1e-3));
  }
  return scene;
}

/// SimBenchmark's bouncing: 7 x 7 balls dropped from 5 m, e = 1.
EngineScene make_bouncing() {
  EngineScene scene = make_floor("bouncing-49", 0.01, 20 * kSecond, {0.5, 1});
  for (int k = 0; k < 49; ++k) add(scene, Sphere{0.1}, 10, Vec3(k % 7 - 3, k / 7 - 3, 5));
  return scene;
}

/// SimBenchmark's rolling: 25 balls on a box that is pushed at 60 degrees; closed form 0.7385
/// m/s^2.
EngineScene make_rolling() {
  EngineScene scene = make_floor("rolling-25", 1e-3, 4 * kSecond, {0.4, 0});
  const MaterialId grip = scene.world.add_material({.name = "balls", .friction = 1});
  scene.world.set_material_pair(1, grip, {.friction = 0.8});
  const BodyId box = add(scene, Box{Vec3(20, 20, 1)}, 10, Vec3(0, 0, 0.5));
  for (int k = 0; k < 25; ++k) {
    const BodyId ball = add(scene, Sphere{0.5}, 1, Vec3(2 * (k % 5 - 2), 2 * (k / 5 - 2), 1.5));
    scene.world.set_body_material(ball, grip);
  }
  const double angle = std::numbers::pi / 3;
  scene.pushes.push_back({.body = box, .force = 150 * Vec3(std::cos(angle), std::sin(angle), 0)});
  return scene;
}

EngineScene make_balls(const std::string& name, double seconds) {
  EngineScene scene = make_floor(name, 0.01, seconds);
  add_walls(scene, 1.7, 1.7, 6);
  Random random(5);
  for (int k = 0; k < 216; ++k) {
    const Vec3 place(k % 6 - 2.5, k / 6 % 6 - 2.5, k / 36);
    const Vec3 aside(random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02), 0.4);
    add(scene, Sphere{0.25}, 1, 0.55 * place + aside);
  }
  return scene;
}

EngineScene make_tumbling() {
  EngineScene scene = make_floor("tumbling-50", 0.01, 4 * kSecond);
  add_walls(scene, 1.5, 1.5, 6);
  Random random(50);
  for (int k = 0; k < 50; ++k) {
    const Vec3 place(k % 3 - 1, k / 3 % 3 - 1, 1 + k / 9);
    const BodyId box = add(scene, Box{Vec3(0.5, 0.5, 0.5)}, 1, 0.9 * place, random.rotation());
    scene.world.set_velocity(box, random.in_cube(1), random.in_cube(5));
  }
  return scene;
}

/// Cards of 0.1 x 0.5 x 1 m with rounded edges lean in pairs, 30 degrees off the vertical; boards
/// lie from tip to tip and carry the next level.
EngineScene make_card_house(int levels) {
  constexpr double kRadius = 0.05;
  constexpr double kLean = std::numbers::pi / 6;
  constexpr double kPitch = 1.2;
  constexpr double kBoard = 0.04;
  const double rise = 2 * kRadius + std::cos(kLean) + kBoard;
  EngineScene scene =
      make_floor("card-house-" + std::to_string(levels), 0.01, 4 * kSecond, {0.6, 0});
  const RigidTransform lying = {.rotation = about(Vec3::UnitX(), 0.5 * std::numbers::pi)};
  RigidTransform tip = lying;
  tip.translation = Vec3(0, 0, 1);
  const RigidTransform middle = {.translation = Vec3(0, 0, 0.5)};
  for (int level = 0; level < levels; ++level) {
    const int pairs = levels - level;
    for (int pair = 0; pair < pairs; ++pair) {
      const double x = (pair - 0.5 * (pairs - 1)) * kPitch;
      for (const double side : {-1.0, 1.0}) {
        const Vec3 foot(x + side * (0.5 + kRadius), 0, level * rise + kRadius);
        scene.world.add_body(
            {.name = "card",
             .pose = {.rotation = about(Vec3::UnitY(), -side * kLean), .translation = foot},
             .shapes = {{.shape = Capsule{kRadius, 0.5}, .pose = lying},
                        {.shape = Box{Vec3(0.1, 0.5, 1)}, .pose = middle},
                        {.shape = Capsule{kRadius, 0.5}, .pose = tip}},
             .mass = 1,
             .material = 1});
      }
      if (pair + 1 == pairs) continue;
      add(scene, Box{Vec3(kPitch, 0.6, kBoard)}, 0.5,
          Vec3(x + 0.5 * kPitch, 0, (level + 1) * rise - 0.5 * kBoard));
    }
  }
  return scene;
}

EngineScene make_dominoes() {
  EngineScene scene = make_floor("dominoes-30", 0.01, 5 * kSecond);
  const Vec3 size(0.1, 0.25, 0.5);
  for (int k = 0; k < 30; ++k) {
    const BodyId domino = add(scene, Box{size}, 1, Vec3(0.25 * k, 0, 0.25));
    if (k == 0) scene.world.set_velocity(domino, Vec3(0.5, 0, 0), Vec3(0, 2, 0));
  }
  return scene;
}

/// A middle block is pushed out of a tower of 54.
EngineScene make_jenga() {
  EngineScene scene = make_floor("jenga-54", 0.01, 4 * kSecond, {0.4, 0});
  const Vec3 size(0.075, 0.025, 0.015);
  for (int layer = 0; layer < 18; ++layer) {
    const Quat turn = about(Vec3::UnitZ(), layer % 2 == 0 ? 0 : 0.5 * std::numbers::pi);
    for (const double side : {-1.0, 0.0, 1.0}) {
      const Vec3 along = turn * Vec3(0, side * size.y(), 0);
      const BodyId block = add(scene, Box{size}, 600 * size.prod(),
                               along + Vec3(0, 0, (layer + 0.5) * size.z()), turn);
      if (layer == 8 && side == 0) {
        scene.pushes.push_back({.body = block, .force = turn * Vec3(3, 0, 0)});
      }
    }
  }
  return scene;
}

/// A tower of 24 bricks at 60 Hz and an effort for real time; after 0.1 s each brick gets 5 N s
/// upwards and 0.2 N m s about y.
EngineScene make_blasted_jenga() {
  constexpr double kStep = 1.0 / 60;
  EngineScene scene = make_floor("jenga-24-blasted", kStep, 3 * kSecond, {0.6, 0},
                                 {.on_unsolved = OnUnsolved::best, .effort = 60});
  const Vec3 size(0.25, 0.75, 0.15);
  for (int k = 0; k < 24; ++k) {
    const int layer = k / 3;
    const Quat turn = about(Vec3::UnitZ(), layer % 2 == 0 ? 0 : 0.5 * std::numbers::pi);
    const Vec3 along = turn * Vec3((k % 3 - 1) * size.x(), 0, 0);
    const BodyId brick = add(scene, Box{size}, 500 * size.prod(),
                             along + Vec3(0, 0, (layer + 0.5) * size.z()), turn);
    scene.pushes.push_back({.body = brick,
                            .force = Vec3(0, 0, 5 / kStep),
                            .torque = Vec3(0, 0.2 / kStep, 0),
                            .acts = [](int step) { return step == 6; }});
  }
  return scene;
}

struct NamedScene {
  std::string name;
  std::function<EngineScene()> make;
};

std::vector<NamedScene> list_scenes() {
  std::vector<NamedScene> scenes = {
      {"stack-10", [] { return make_stack("stack-10", 1); }},
      {"pyramid-55", [] { return make_pyramid("pyramid-55", 0); }},
      {"pyramid-55-dropped", [] { return make_pyramid("pyramid-55-dropped", 0.02); }},
  };
  for (const int bricks : {50, 100, 200, 500, 1000}) {
    const std::string name = "wall-" + std::to_string(bricks);
    scenes.push_back({name, [=] { return make_wall(bricks); }});
    scenes.push_back({name + "-hit", [=] { return make_hit_wall(bricks); }});
  }
  scenes.push_back({"wall-1000-nudged", [] { return make_nudged_wall(1000); }});
  for (const auto& [ratio, top] : {std::pair("1e6", 1e6), std::pair("1e8", 1e8)}) {
    const std::string stack = std::string("stack-10-") + ratio;
    const std::string wall = std::string("wall-50-") + ratio;
    scenes.push_back({stack, [=, top = top] { return make_stack(stack, top); }});
    scenes.push_back({wall, [=, top = top] { return make_heavy_wall(wall, top); }});
  }
  scenes.insert(scenes.end(),
                {{"kapla-102", [] { return make_kapla("kapla-102", 10, {}); }},
                 {"kapla-102-ten-minutes",
                  [] { return make_kapla("kapla-102-ten-minutes", 600, {.remove_depth = false}); }},
                 {"logs-40", make_logs},
                 {"666", [] { return make_666("666", 0); }},
                 {"666-elastic", [] { return make_666("666-elastic", 1); }},
                 {"bouncing-49", make_bouncing},
                 {"rolling-25", make_rolling},
                 {"balls-216", [] { return make_balls("balls-216", 4); }},
                 {"balls-216-ten-seconds", [] { return make_balls("balls-216-ten-seconds", 10); }},
                 {"boxes-1000", [] { return make_boxes(1000); }},
                 {"boxes-10000", [] { return make_boxes(10'000); }},
                 {"stacks-100", [] { return make_stacks(100); }},
                 {"stacks-100-threads-2", [] { return make_stacks(100, 2); }},
                 {"stacks-100-tumbling", [] { return make_tumbling_stacks(100); }},
                 {"stacks-100-tumbling-threads-2", [] { return make_tumbling_stacks(100, 2); }},
                 {"tumbling-50", make_tumbling}});
  for (const int bodies : {20, 40, 80, 160}) {
    scenes.push_back({"heap-" + std::to_string(bodies), [=] { return make_heap(bodies); }});
  }
  scenes.insert(scenes.end(), {{"card-house-4", [] { return make_card_house(4); }},
                               {"dominoes-30", make_dominoes},
                               {"jenga-54", make_jenga},
                               {"jenga-24-blasted", make_blasted_jenga}});
  return scenes;
}

}  // namespace

EngineScene make_wall(int bricks, double top, const WorldOptions& options) {
  constexpr double kHeight = 0.1;
  constexpr double kPitch = 0.205;  // bricks side by side do not touch
  constexpr double kShift = 0.095;  // of every other row; at half a pitch its last brick would tip
  const int rows = std::max(1, static_cast<int>(std::lround(std::sqrt(0.625 * bricks))));
  const int columns = (bricks + rows - 1) / rows;
  EngineScene scene = make_floor("wall-" + std::to_string(bricks), 0.01, 2 * kSecond, {}, options);
  for (int k = 0; k < bricks; ++k) {
    const int row = k / columns;
    const double x = kPitch * (k % columns - 0.5 * (columns - 1)) + kShift * (row % 2);
    const double mass = k < (rows - 1) * columns ? 4 : 4 * top;
    add(scene, Box{Vec3(0.2, 0.1, kHeight)}, mass, Vec3(x, 0, (row + 0.5) * kHeight));
  }
  return scene;
}

EngineScene make_boxes(int boxes) {
  const int side = static_cast<int>(std::ceil(std::sqrt(boxes)));
  EngineScene scene = make_floor("boxes-" + std::to_string(boxes), 0.01, 1 * kSecond);
  for (int k = 0; k < boxes; ++k) {
    add(scene, Box{Vec3(0.2, 0.2, 0.2)}, 8, Vec3(k % side, k / side, 0.1));
  }
  return scene;
}

EngineScene make_stacks(int stacks, int threads, const WorldOptions& options) {
  WorldOptions threaded = options;
  threaded.threads = threads;
  EngineScene scene = make_floor("stacks-" + std::to_string(stacks) + threads_name(threads), 0.01,
                                 2 * kSecond, {}, threaded);
  for (int k = 0; k < 5 * stacks; ++k) {
    const int stack = k / 5;
    add(scene, Box{Vec3(0.2, 0.2, 0.2)}, 8, Vec3(stack % 10, stack / 10, 0.1 + 0.2 * (k % 5)));
  }
  return scene;
}

EngineScene make_tumbling_stacks(int stacks, int threads) {
  EngineScene scene =
      make_floor("stacks-" + std::to_string(stacks) + "-tumbling" + threads_name(threads), 0.01,
                 1 * kSecond, {}, {.threads = threads});
  Random random(static_cast<std::uint64_t>(stacks));
  for (int k = 0; k < 5 * stacks; ++k) {
    const int stack = k / 5;
    const Vec3 place(3 * (stack % 10), 3 * (stack / 10), 0.3 + 0.4 * (k % 5));
    const BodyId box = add(scene, Box{Vec3(0.2, 0.2, 0.2)}, 8, place, random.rotation());
    scene.world.set_velocity(box, Vec3::Zero(), random.in_cube(5));
  }
  return scene;
}

EngineScene make_heap(int bodies) {
  EngineScene scene = make_floor("heap-" + std::to_string(bodies), 0.01, 3 * kSecond);
  const int side = bodies <= 40 ? 3 : 4;
  const double half = 0.3 * side;
  add_walls(scene, half, half, 8);
  Random random(static_cast<std::uint64_t>(bodies));
  for (int k = 0; k < bodies; ++k) {
    const Vec3 place(k % side - 0.5 * (side - 1), k / side % side - 0.5 * (side - 1),
                     0.7 + k / (side * side));
    const Shape shape = make_mixed_shape(k, random.uniform(0.1, 0.18));
    add(scene, shape, 1, 0.55 * place, random.rotation());
  }
  return scene;
}

/// Links of 0.1 m on ball joints, released from a line that leans by 30 degrees.
EngineScene make_chain(int links) {
  constexpr double kPitch = 0.1;
  EngineScene scene{
      .name = "chain-" + std::to_string(links), .world = World(), .timestep = 0.002, .steps = 500};
  const Quat lean = about(Vec3::UnitY(), std::numbers::pi / 6);
  std::optional<BodyId> last;
  for (int i = 0; i < links; ++i) {
    const auto at = [&](double way) { return Vec3(lean * Vec3(0, 0, -kPitch * (i + way))); };
    const BodyId link = scene.world.add_body({.name = "link",
                                              .pose = {.rotation = lean, .translation = at(0.5)},
                                              .shapes = {{.shape = Capsule{0.02, 0.04}}},
                                              .mass = 1.0});
    JointDefinition joint{.kind = JointKind::spherical, .parent = last, .child = link};
    joint.frame.translation = at(0);
    scene.world.add_joint(joint);
    last = link;
  }
  return scene;
}

EngineScene make_wall_with_balls(int bricks, const WorldOptions& options) {
  EngineScene scene = make_wall(bricks, 1, options);
  scene.name += "-under-balls";
  scene.steps = 400;
  const MaterialId rubber =
      scene.world.add_material({.name = "rubber", .friction = 0.5, .restitution = 1});
  double left = 0, top = 0;
  for (const BodyId body : scene.world.bodies()) {
    const Vec3 place = scene.world.state(body).pose.translation;
    left = std::min(left, place.x());
    top = std::max(top, place.z());
  }
  for (const double side : {-1.0, 1.0}) {
    const BodyId ball =
        add(scene, Sphere{0.05}, 0.5, Vec3(side * (-left - 0.1), 0, top + 0.4 + 0.1 * side));
    scene.world.set_body_material(ball, rubber);
  }
  return scene;
}

EngineScene make_figures(int figures, double restitution, const WorldOptions& options) {
  EngineScene scene = make_floor("figures-" + std::to_string(figures), 0.005, 2 * kSecond,
                                 {0.5, restitution}, options);
  Random random(2);
  for (int k = 0; k < figures; ++k) {
    const RigidTransform X{random.rotation(), Vec3(0, 0, 1.6 + 1.6 * k)};
    const auto part = [&](const Vec3& center, const Vec3& size, double mass) {
      return add(scene, Box{size}, mass, X * center, X.rotation);
    };
    const auto tie = [&](JointKind kind, BodyId parent, BodyId child, const Vec3& at,
                         const Vec3& axis = Vec3::UnitX()) {
      JointDefinition joint{.kind = kind, .parent = parent, .child = child};
      joint.frame.translation = X * at;
      joint.axis = X.rotation * axis;
      scene.world.add_joint(joint);
    };
    const BodyId pelvis = part({0, 0, 0}, {0.2, 0.3, 0.15}, 10);
    const BodyId chest = part({0, 0, 0.3}, {0.2, 0.35, 0.35}, 15);
    tie(JointKind::spherical, pelvis, chest, {0, 0, 0.1});
    tie(JointKind::spherical, chest, part({0, 0, 0.62}, {0.18, 0.18, 0.22}, 4), {0, 0, 0.49});
    for (const double side : {-1.0, 1.0}) {
      const BodyId arm = part({0, side * 0.35, 0.42}, {0.08, 0.3, 0.08}, 2.5);
      const BodyId forearm = part({0, side * 0.65, 0.42}, {0.07, 0.28, 0.07}, 1.5);
      tie(JointKind::spherical, chest, arm, {0, side * 0.2, 0.42});
      tie(JointKind::revolute, arm, forearm, {0, side * 0.505, 0.42}, Vec3::UnitZ());
      const BodyId thigh = part({0, side * 0.1, -0.3}, {0.13, 0.13, 0.4}, 8);
      const BodyId shin = part({0, side * 0.1, -0.72}, {0.1, 0.1, 0.4}, 4);
      tie(JointKind::spherical, pelvis, thigh, {0, side * 0.1, -0.1});
      tie(JointKind::revolute, thigh, shin, {0, side * 0.1, -0.51}, Vec3::UnitY());
    }
  }
  return scene;
}

EngineScene make_bin(int bodies, double restitution, double friction, std::uint64_t seed,
                     const WorldOptions& options) {
  EngineScene scene = make_floor("bin-" + std::to_string(bodies), 0.01, 2 * kSecond,
                                 {friction, restitution}, options);
  const int side = static_cast<int>(std::ceil(std::cbrt(0.5 * bodies)));
  add_walls(scene, 0.25 * side, 0.25 * side, 8);
  Random random(static_cast<std::uint64_t>(bodies), seed);
  for (int k = 0; k < bodies; ++k) {
    const Vec3 place(k % side - 0.5 * (side - 1), k / side % side - 0.5 * (side - 1),
                     0.5 + k / (side * side));
    const double size = random.uniform(0.12, 0.22);
    const Shape shape =
        k % 3 == 0 ? Shape(Sphere{0.6 * size}) : Shape(Box{size * Vec3(1, 1.2, 0.8)});
    const BodyId body =
        add(scene, shape, 1, 0.45 * place + random.in_cube(0.03), random.rotation());
    const Vec3 velocity = random.in_cube(1);
    scene.world.set_velocity(body, velocity, random.in_cube(3));
  }
  return scene;
}

EngineScene make_random_heap(std::uint64_t seed, std::uint64_t index, const WorldOptions& options) {
  Random random(seed, index);
  const int bodies = random.integer(5, 20);
  EngineScene scene = make_floor("heap-" + std::to_string(index), 0.01, 5 * kSecond,
                                 {.friction = random.uniform(0.2, 1)}, options);
  const int side = bodies <= 10 ? 2 : 3;
  add_walls(scene, 0.3 * side, 0.3 * side, 8);
  for (int k = 0; k < bodies; ++k) {
    const Vec3 place(k % side - 0.5 * (side - 1), k / side % side - 0.5 * (side - 1),
                     0.7 + k / (side * side));
    const Shape shape = make_mixed_shape(random.integer(0, 3), random.uniform(0.1, 0.18));
    const double mass = random.log_uniform(0.3, 3);
    const BodyId body = add(scene, shape, mass, 0.55 * place, random.rotation());
    const Vec3 velocity = random.in_cube(1);
    scene.world.set_velocity(body, velocity, random.in_cube(5));
  }
  return scene;
}

std::vector<std::string> engine_scene_names() {
  std::vector<std::string> names;
  for (const NamedScene& scene : list_scenes()) names.push_back(scene.name);
  return names;
}

EngineScene make_engine_scene(const std::string& name) {
  std::string known;
  for (const NamedScene& scene : list_scenes()) {
    if (scene.name == name) return scene.make();
    known += (known.empty() ? "" : ", ") + scene.name;
  }
  throw std::invalid_argument("expected a scene (" + known + "), got '" + name + "'");
}

}  // namespace stiction::bench
