// Contacts of a body between two rough sides lie in each other's friction cones, so that any forces
// between the two would balance.

#include <stiction/geometry/support_shape.h>

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

// No impulse is more than twice the momentum of a body that had all of the energy.
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

}  // namespace
}  // namespace stiction
