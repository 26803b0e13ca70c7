// A pivoting body comes down: contacts that land together are hit at their time, and together.

#include <stiction/geometry/convex_polyhedron.h>

#include <cmath>
#include <memory>
#include <vector>

#include "random_numbers.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// A hexagonal bar that rolls from edge to edge down a slope. Its angular momentum about the edge
/// that hits leaves it 11/17 of its spin (McGeer, "Passive dynamic walking", 1990: the rimless
/// wheel, here with a hexagon's inertia of 5/12 m R^2 about its axis). Returns its deviation from
/// the expected spin, as a share of that.
double calc_loss_of_rolling_bar(double h) {
  constexpr double kRadius = 0.1, kSlope = 0.15, kStartSpin = 6, kHalf = kPi / 6;
  World world({.gravity = kGravity * Vec3(std::sin(kSlope), 0, -std::cos(kSlope))});
  const MaterialId rubber = world.add_material({.name = "rubber", .friction = 1});
  add_ground(world, rubber);
  std::vector<Vec3> points;
  for (int k = 0; k < 6; ++k) {
    for (const double y : {-0.3, 0.3}) {
      points.emplace_back(kRadius * std::cos(2 * k * kHalf), y, kRadius * std::sin(2 * k * kHalf));
    }
  }
  const Vec3 center(0, 0, kRadius * std::cos(kHalf));
  const BodyId bar = world.add_body({.name = "bar",
                                     .pose = {.translation = center},
                                     .shapes = {{Hull{std::make_shared<ConvexPolyhedron>(points)}}},
                                     .mass = 1,
                                     .material = rubber});
  const Vec3 spin(0, kStartSpin, 0);
  world.set_velocity(bar, spin.cross(center - Vec3(kRadius * std::sin(kHalf), 0, 0)), spin);
  const double start = world.energy().total();
  for (double time = 0; time < 0.25 - 0.5 * h; time += h) {
    EXPECT_EQ(world.step(h).status, StepStatus::solved);
  }
  const double inertia = 17.0 / 12 * kRadius * kRadius;  // about an edge
  const double fall = kRadius * (std::cos(kSlope - kHalf) - std::cos(kSlope + kHalf));
  const double energy = 0.5 * inertia * kStartSpin * kStartSpin + kGravity * fall;
  const double loss = energy * (1 - std::pow(11.0 / 17, 2));
  return (start - world.energy().total()) / loss;
}

TEST(Landing, OfABarThatRollsOnTheNextEdgeTakesWhatItShould) {
  EXPECT_NEAR(calc_loss_of_rolling_bar(0.01), 1, 1e-3);
  EXPECT_NEAR(calc_loss_of_rolling_bar(0.005), 1, 3e-4);
  EXPECT_NEAR(calc_loss_of_rolling_bar(0.0025), 1, 1e-4);
}

/// A box above the ground, turned about y.
struct TossedBox {
  double width = 1, height = 1;  ///< m
  double friction = 0.5;
  double lift = 1;         ///< of its centre, m
  double pitch = 0;        ///< rad
  double vx = 0, vz = 0;   ///< m/s
  double pitch_speed = 0;  ///< rad/s
};

/// Its place after sliding for 0.6 s.
double slide(const TossedBox& toss, double h) {
  World world;
  const MaterialId wood = world.add_material({.name = "wood", .friction = toss.friction});
  add_ground(world, wood);
  const BodyId box =
      world.add_body({.name = "box",
                      .pose = {from_roll_pitch_yaw(Vec3(0, toss.pitch, 0)), Vec3(0, 0, toss.lift)},
                      .linear_velocity = Vec3(toss.vx, 0, toss.vz),
                      .angular_velocity = Vec3(0, toss.pitch_speed, 0),
                      .shapes = {{Box{Vec3(toss.width, 0.3, toss.height)}}},
                      .mass = 1,
                      .material = wood});
  run(world, static_cast<int>(std::lround(0.6 / h)), h);
  return world.state(box).pose.translation.x();
}

// The expected values are from an event-driven Runge-Kutta integration of the plane problem (steps
// of 50 us), in which an impact takes the one combination of modes of both edges (parting,
// sticking, slipping) that Coulomb's law allows. If the edges were hit one after the other, the
// first box would go 44 % further.
TEST(Landing, OfABoxThatSlidesOnAnEdgeHitsBothEdgesAtOnce) {
  struct Case {
    TossedBox toss;
    double expected;  ///< m
  };
  const Case cases[] = {
      {{0.49858588480332994, 0.74381482609012228, 0.14651323945047448, 0.40588597762734779,
        -1.2220464259138317, 0.26590691604621131, -0.28088024180528104, -1.3715791036693918},
       0.040418},
      {{0.90358673156941793, 0.99855018156721509, 0.20322181107198017, 0.70187369752958206,
        -0.50346712620864309, -0.20605457730295318, -0.83537523702750427, 2.9235296425156312},
       -0.023127},
      {{0.79572170615712179, 0.46024578998319282, 0.35895922794126173, 0.3762564370960752,
        0.36548479183127691, 0.22882697130036855, -0.39203903088236158, -2.1109996795549231},
       0.027785},
  };
  for (const auto& [toss, expected] : cases) {
    for (const double h : {0.01, 0.005, 0.001}) {
      EXPECT_NEAR(slide(toss, h), expected, 5e-6) << toss.width << ' ' << h;
    }
  }
}

/// A box that stands on a corner and tips over, on ground whose top is at z = 0.
BodyState tip_over(const Shape& ground, const RigidTransform& pose, const Quat& tilt,
                   double friction, double restitution, double h) {
  const Vec3 size(0.4, 0.3, 0.2);
  World world;
  const MaterialId rubber =
      world.add_material({.name = "rubber", .friction = friction, .restitution = restitution});
  world.add_body({.name = "ground",
                  .kind = BodyKind::fixed,
                  .pose = pose,
                  .shapes = {{ground}},
                  .material = rubber});
  const double height = 0.5 * (tilt.toRotationMatrix().cwiseAbs() * size).z();
  const BodyId box = world.add_body({.name = "box",
                                     .pose = {tilt, Vec3(0, 0, height)},
                                     .shapes = {{Box{size}}},
                                     .mass = 1,
                                     .material = rubber});
  run(world, static_cast<int>(std::lround(0.3 / h)), h);
  return world.state(box);
}

// Each of its corners lands as on a plane, however far the ground extends.
TEST(Landing, OnABoxIsThatOnAPlane) {
  Random random(7);
  for (int k = 0; k < 40; ++k) {
    const Quat tilt = exp_rotation(Vec3(random.uniform(0.05, 0.4), 0, 0)) *
                      exp_rotation(Vec3(0, random.uniform(0.05, 0.4), 0));
    const double friction = k % 3 == 0 ? 0 : 0.5;
    const double restitution = k % 2 == 0 ? 0.5 : 1;
    const double h = k % 4 < 2 ? 0.01 : 0.002;
    const BodyState on_plane = tip_over(Plane{}, {}, tilt, friction, restitution, h);
    const BodyState on_box = tip_over(Box{Vec3(3, 3, 1)}, {Quat::Identity(), Vec3(0, 0, -0.5)},
                                      tilt, friction, restitution, h);
    EXPECT_LE((on_box.linear_velocity - on_plane.linear_velocity).norm(), 1e-6) << k;
    EXPECT_LE((on_box.angular_velocity - on_plane.angular_velocity).norm(), 1e-5) << k;
  }
}

/// A box of 1 kg thrown on a plane, whole or as two boxes side by side.
World throw_box(Random& random, bool is_whole) {
  const Vec3 size = random.direction().cwiseAbs() * 0.3 + Vec3::Constant(0.1);
  World world;
  const MaterialId wood = world.add_material({.name = "wood", .friction = 0.5});
  add_ground(world, wood);
  const Vec3 quarter(size.x() / 4, 0, 0);
  const Box half{Vec3(size.x() / 2, size.y(), size.z())};
  std::vector<ShapeDefinition> shapes = {{.shape = Box{size}}};
  if (!is_whole) {
    shapes = {{.shape = half, .pose = {.translation = quarter}},
              {.shape = half, .pose = {.translation = -quarter}}};
  }
  world.add_body({.name = "box",
                  .pose = {random.rotation(), Vec3(0, 0, 0.5)},
                  .linear_velocity = random.direction(),
                  .angular_velocity = 4 * random.direction(),
                  .shapes = std::move(shapes),
                  .inertial = calc_mass_properties(Box{size}, 1),
                  .material = wood});
  return world;
}

// Where the halves meet, their corners lie on the edge of the whole and come down with it.
TEST(Landing, OfTwoHalvesIsThatOfTheWhole) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random for_whole(seed), for_halves(seed);
    World whole = throw_box(for_whole, true);
    World halves = throw_box(for_halves, false);
    const BodyId box = whole.bodies().back();
    for (int k = 0; k < 60; ++k) {
      run(whole, 1, 0.02);
      run(halves, 1, 0.02);
    }
    const BodyState a = whole.state(box), b = halves.state(box);
    EXPECT_LE((a.linear_velocity - b.linear_velocity).norm(), 5e-3) << seed;
    EXPECT_LE((a.angular_velocity - b.angular_velocity).norm(), 2e-2) << seed;
  }
}

/// A box without friction and restitution on planes with these normals.
World put_smooth_box(const std::vector<Vec3>& normals, const Vec3& size, const RigidTransform& pose,
                     const Vec3& v, const Vec3& w, const Vec3& gravity) {
  World world({.gravity = gravity});
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  for (const Vec3& normal : normals) {
    world.add_body({.kind = BodyKind::fixed, .shapes = {{Plane{normal}}}, .material = ice});
  }
  world.add_body({.name = "box",
                  .pose = pose,
                  .linear_velocity = v,
                  .angular_velocity = w,
                  .shapes = {{Box{size}}},
                  .material = ice});
  return world;
}

/// How much the spin after a step differs from that after the same step in `parts`, rad/s.
double calc_change_by_parts(const World& start, double h, int parts) {
  World whole = start, in_parts = start;
  run(whole, 1, h);
  run(in_parts, parts, h / parts);
  const BodyId box = start.bodies().back();
  return (whole.state(box).angular_velocity - in_parts.state(box).angular_velocity).norm();
}

// A corner is loaded and the one beside it is 29 um up as the other edge comes down, in the middle
// of the step. Then the box lies flat. When the path bent the loaded edge off the plane, its
// corners were hit one after the other, and the box rocked over at 2.7 rad/s.
TEST(Landing, OfAnEdgeIsOneHitWhereverInTheStepItComes) {
  const Quat turned(0.70616028946595311, -0.70714440714884341, 0.0013739226540974187,
                    0.035812642404784108);
  const World start = put_smooth_box(
      {Vec3::UnitZ()}, {0.11384701981767799, 0.1224470390837709, 0.26495408628243228},
      {turned, Vec3(0.18846337214427955, 0.021055672157144944, 0.06414699511991033)},
      {0.40098589817931862, 0.044799302462010505, -0.64354460166754868},
      {0.57543401561607854, -12.00733829072739, 0.29313053103373526}, Vec3(0, 0, -9.81));
  EXPECT_LE(calc_change_by_parts(start, 0.007, 4), 1e-4);
  EXPECT_LE(calc_change_by_parts(start, 0.01, 4), 1e-4);
}

// A corner of a box in a groove comes down on one side and is pushed off again by another corner,
// both within the step. A step that looked for corners only at its end missed the first one.
TEST(Landing, OfACornerThatIsOffAgainByTheEndOfTheStepCounts) {
  const Quat turned(0.93663946566542911, -0.041551618177579422, -0.089340784745683535,
                    0.33615204679702571);
  const Vec3 left(0.21408401398705804, 0, 0.97681525118887713);
  const World start =
      put_smooth_box({left, Vec3(-left.x(), 0, left.z())},
                     {0.15181096000803088, 0.10320224304405722, 0.11693935363979158},
                     {turned, Vec3(0.06892600107529874, 0.39094578744948433, 0.077072729236230583)},
                     {0.89461099636126251, 1.6572863527716142, -0.072146610322548627},
                     {1.9337824691224781, -1.7456800356672091, 1.2207282113467},
                     Vec3(5.1406578476040536, 9.6096128388612954, -18.420815165142876));
  EXPECT_LE(calc_change_by_parts(start, 0.0027374810020747513, 4), 1e-3);
}

// Housner, "The behavior of inverted pendulum structures during earthquakes", 1963: a block
// that rocks from one edge to the other keeps 1 - 3/2 sin^2(alpha) of its spin, where alpha is the
// angle of its diagonal; however slowly it comes down.
TEST(Landing, OfARockingBlockKeepsHousnersShare) {
  constexpr double kWidth = 0.3, kHeight = 1.3;
  const double alpha = std::atan2(kWidth, kHeight);
  const double radius = 0.5 * std::hypot(kWidth, kHeight);
  const double share = std::pow(1 - 1.5 * std::pow(std::sin(alpha), 2), 2);  // of its energy
  for (const double tilt : {0.0035, 0.007, 0.01367, 0.0225, 0.04}) {
    for (const double h : {0.01, 0.005, 0.0025}) {
      World world;
      const MaterialId rough = world.add_material({.name = "rough", .friction = 2});
      add_ground(world, rough);
      const Vec3 to_center = radius * Vec3(-std::sin(alpha - tilt), 0, std::cos(alpha - tilt));
      world.add_body({.name = "block",
                      .pose = {exp_rotation(Vec3(0, tilt, 0)), to_center},
                      .shapes = {{Box{Vec3(kWidth, 0.5, kHeight)}}},
                      .mass = 1,
                      .material = rough});
      const double upright = kGravity * kHeight / 2;
      const double expected = share * (world.energy().total() - upright);
      // Upright after arcosh(alpha / (alpha - tilt)) / p, p = sqrt(3 g / (4 R)).
      const double landing =
          std::acosh(alpha / (alpha - tilt)) / std::sqrt(0.75 * kGravity / radius);
      run(world, static_cast<int>(std::ceil(1.3 * landing / h)), h);
      EXPECT_NEAR(world.energy().total() - upright, expected, 2e-3 * expected + 1e-6)
          << tilt << ' ' << h;
    }
  }
}

// The upper box is on its way to a touch. Solved for the rest of the step, the lower box pushes it;
// solved for the leg up to the touch, it does not.
TEST(Landing, OfTwoBoxesKeepsTheirMomentumAlongThePlane) {
  for (const double h : {0.036, 0.018, 0.014, 0.009}) {
    World world;
    const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
    add_ground(world, ice);
    world.add_body(
        {.name = "lower",
         .pose = {Quat(-0.60129481670121687, 0.49792393201113055, -0.39295550374218219,
                       0.48590356390702993),
                  Vec3(0.085929866051177889, 0.051437494363390554, 0.077791375405303342)},
         .linear_velocity = Vec3(0.84514167284848196, 0.34852396991486262, -2.128859014226204),
         .angular_velocity = Vec3(5.4301053431220421, 15.281903618258429, -1.5511409427919389),
         .shapes = {{Box{Vec3(0.17811402765024772, 0.11100746747157253, 0.22863234243913705)}}},
         .mass = 4.5205157323491267,
         .material = ice});
    world.add_body(
        {.name = "upper",
         .pose = {Quat(-0.90330289843460743, -0.057738707263326201, 0.41156825387934681,
                       -0.1064034198787932),
                  Vec3(0.051841409515705726, 0.072182440721237223, 0.31052265363721282)},
         .linear_velocity = Vec3(0.13954881977650704, 0.14543100846143625, -3.8572550616992358),
         .angular_velocity = Vec3(3.945149134389546, 0.79078577881115886, 0.85157673835165237),
         .shapes = {{Box{Vec3(0.22383341497470044, 0.13439326561698794, 0.23798988188064182)}}},
         .mass = 7.1591410847838244,
         .material = ice});
    const auto momentum_along = [&] {
      Vec3 sum = Vec3::Zero();
      for (const BodyId body : world.bodies()) {
        if (world.definition(body).kind != BodyKind::dynamic) continue;
        sum += world.mass_properties(body).mass * world.state(body).linear_velocity;
      }
      return Vec3(sum.x(), sum.y(), 0);
    };
    const Vec3 before = momentum_along();
    run(world, 1, h);
    EXPECT_LE((momentum_along() - before).norm(), 1e-12) << h;
  }
}

}  // namespace
}  // namespace stiction
