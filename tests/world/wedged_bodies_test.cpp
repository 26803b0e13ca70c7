// The contacts of a body between two rough sides lie in each other's friction cones, so that any
// forces between the two would balance. An arm between a head and a trunk, tied together by joints,
// has almost no room to move.

#include <stiction/geometry/support_shape.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

constexpr double kMass = 10;

struct Wedge {
  const char* name;
  std::vector<Vec3> normals;  ///< of the sides, which pass through the origin
  double friction;
  BodyDefinition body;
};

std::vector<Wedge> make_wedges() {
  const BodyDefinition capsule{
      .name = "capsule",
      .pose = {Quat(-0.5148115, -0.1833911, -1.7302836, 0.1830737).normalized(),
               Vec3(0, -0.25, 0.3)},
      .linear_velocity = Vec3(-0.4730383, 0.4025976, 0),
      .angular_velocity = Vec3(-2.2039924, 0.2205567, -0.1703413),
      .shapes = {{Capsule{0.08, 0.2}}},
      .mass = kMass};
  const BodyDefinition egg{
      .name = "egg",
      .pose = {Quat(-0.604694, -1.0562542, -1.6872192, -0.9391207).normalized(),
               Vec3(0, -0.03, 0.6)},
      .linear_velocity = Vec3(0.5797196, 0.2533975, 0),
      .angular_velocity = Vec3(-2.0874877, -0.7245149, 2.7624031),
      .shapes = {{make_ellipsoid(Vec3(0.0687, 0.0672, 0.0887))}},
      .mass = kMass};
  const double sine = std::sin(kPi / 3), cosine = std::cos(kPi / 3);
  return {{"corner", {Vec3::UnitZ(), -Vec3::UnitY()}, 1.5, capsule},
          {"groove", {Vec3(0, sine, cosine), Vec3(0, -sine, cosine)}, 0.65, egg}};
}

// No impulse exceeds twice the momentum of a body with all of the energy.
TEST(WedgedBodies, PressNoMoreThanTheirMotionDoes) {
  for (const Wedge& wedge : make_wedges()) {
    for (const double h : {0.001, 0.005, 0.01}) {
      SCOPED_TRACE(std::string(wedge.name) + ", h = " + std::to_string(h));
      World world;
      const MaterialId rough = world.add_material({.name = "rough", .friction = wedge.friction});
      for (const Vec3& normal : wedge.normals) {
        world.add_body({.name = "side",
                        .kind = BodyKind::fixed,
                        .shapes = {{Plane{.normal = normal}}},
                        .material = rough});
      }
      BodyDefinition body = wedge.body;
      body.material = rough;
      world.add_body(body);
      const double energy = world.energy().total();
      const double most = 2 * std::sqrt(2 * kMass * energy);
      for (int k = 0; k < 3 / h; ++k) {
        const StepReport report = world.step(h);
        ASSERT_EQ(report.status, StepStatus::solved);
        ASSERT_EQ(report.off_cone, 0) << k;
        for (const Contact& contact : world.contacts())
          ASSERT_LE(contact.normal_impulse, most) << k;
      }
      EXPECT_LE(world.energy().total(), energy * (1 + 1e-3));
    }
  }
}

BodyId add_limb(World& world, const Shape& shape, double mass, const Vec3& center,
                const Quat& rotation, const Vec3& v, const Vec3& w) {
  return world.add_body({.name = "limb",
                         .pose = {rotation.normalized(), center},
                         .linear_velocity = v,
                         .angular_velocity = w,
                         .shapes = {{.shape = shape}},
                         .mass = mass});
}

/// Trunk, head, upper arm and forearm of a figure that turns without gravity. The upper arm touches
/// the head, the forearm the trunk.
World make_caught_arm(double elbow_friction, double elbow_damping) {
  World world({.gravity = Vec3::Zero()});
  world.set_material(0, {.name = "smooth", .friction = 0});
  const BodyId trunk = add_limb(world, Box{Vec3(0.4, 0.2, 0.5)}, 96.72, Vec3::Zero(),
                                Quat(-0.51514965, 0.51815231, -0.48066856, 0.48486777),
                                Vec3::Zero(), Vec3(0.25374425, -1.26111635, -1.61603301));
  const BodyId head = add_limb(
      world, Box{Vec3(0.18, 0.2, 0.25)}, 14.51,
      Vec3(0.268828104822, -0.121948355433, -0.005648015526),
      Quat(0.474562230471, 0.529253815061, -0.490858915720, 0.503724739824),
      Vec3(-0.17596158, -0.42956626, 0.13456460), Vec3(1.55309903, -2.01883180, -1.65198205));
  const Quat along_x = exp_rotation(Vec3(0, kPi / 2, 0));
  const auto add_arm = [&](double radius, double length, double mass, const Vec3& center,
                           const Quat& rotation, const Vec3& v, const Vec3& w) {
    return add_limb(world, Capsule{radius, length}, mass, center, rotation.normalized() * along_x,
                    v, w);
  };
  const BodyId arm = add_arm(
      0.045, 0.21, 9.672, Vec3(0.025910987276, -0.233248565006, 0.001682900213),
      Quat(-0.032818342630, -0.033696596647, 0.708870032767, 0.703768976587),
      Vec3(-0.37686072, -0.04879016, 0.04781479), Vec3(0.23439215, -0.87723381, -1.60570041));
  const BodyId forearm = add_arm(
      0.04, 0.17, 7.254, Vec3(-0.272485883830, -0.261347129763, 0.010608493595),
      Quat(-0.055930334079, -0.010389561108, 0.709594615730, 0.702309999984),
      Vec3(-0.43020893, 0.43165159, -0.02163065), Vec3(0.00211115, 0.52690870, -1.62372037));
  const auto make_joint = [](JointKind kind, BodyId parent, BodyId child, const Vec3& at,
                             const Vec3& axis, const Vec3& axis2) {
    JointDefinition joint{.kind = kind, .parent = parent, .child = child};
    joint.frame.translation = at;
    joint.axis = axis;
    joint.axis2 = axis2;
    return joint;
  };
  const Vec3 across(0.067721957, -0.997677976, 0.007238230);
  world.add_joint(make_joint(JointKind::universal, trunk, head,
                             Vec3(0.259402830427, 0.017609949447, 0.000247481084), across,
                             Vec3(-0.997675380, -0.067696429, 0.007812183)));
  world.add_joint(make_joint(JointKind::universal, trunk, arm,
                             Vec3(0.195162625088, -0.217274431102, 0.001836125844), across,
                             Vec3(-0.001579952, 0.007147534, 0.999973208)));
  JointDefinition elbow = make_joint(JointKind::revolute, arm, forearm,
                                     Vec3(-0.133381011367, -0.248283137479, 0.001538682702),
                                     Vec3(-0.093957118, 0.995549742, -0.007264368), Vec3::UnitX());
  elbow.friction = elbow_friction;
  elbow.damping = elbow_damping;
  world.add_joint(elbow);
  return world;
}

// There are no forces, no motors and no restitution. Where contacts and joints cannot both be met,
// no kinetic energy may be created.
TEST(WedgedBodies, AnArmThatIsCaughtMakesNoEnergy) {
  struct Elbow {
    double friction, damping;
  };
  for (const auto& [friction, damping] : {Elbow{0.396051, 0.137735}, Elbow{0, 0}}) {
    for (const double h : {0.01, 0.005}) {
      World world = make_caught_arm(friction, damping);
      const double start = world.energy().total();
      double created = 0;
      for (double before = start; world.time() < 0.6;) {
        const StepReport report = world.step(h);
        ASSERT_EQ(report.status, StepStatus::solved) << h << " " << world.time();
        const double energy = world.energy().total();
        created += std::max(0.0, energy - before);
        before = energy;
      }
      EXPECT_LE(created, 1e-3 * start) << h << " " << friction;
    }
  }
}

}  // namespace
}  // namespace stiction
