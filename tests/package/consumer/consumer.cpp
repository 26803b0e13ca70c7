// Uses the installed library as an external program would: a crate from a scene file and a ball of
// the program's own come to rest on the ground. The only argument is the version as which the
// library was installed.

#include <stiction/contact/fclib.h>
#include <stiction/scene/scene.h>
#include <stiction/version.h>
#include <stiction/world/world.h>

#include <cmath>
#include <iostream>

namespace {

constexpr const char* kScene = R"(
<scene version="1">
  <body name="ground" static="true"> <plane/> </body>
  <body name="crate" xyz="0 0 0.501"> <box size="1 1 1"/> </body>
</scene>
)";

bool rests_at_height(const stiction::World& world, stiction::BodyId body, double expected) {
  const double height = world.state(body).pose.translation.z();
  if (std::abs(height - expected) <= 1e-6) return true;
  std::cerr << world.definition(body).name << " rests at " << height << " m, expected " << expected
            << '\n';
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || stiction::version() != argv[1]) {
    std::cerr << "the library says version " << stiction::version() << '\n';
    return 1;
  }
  // HDF5 is opened here, if the library was built with it; this program does not link it.
  std::cout << (stiction::has_fclib_files() ? "with" : "without") << " FCLIB files\n";
  const stiction::SceneReadResult read = stiction::read_scene_text(kScene, "consumer.xml");
  for (const stiction::SceneError& error : read.errors) std::cerr << error.to_string() << '\n';
  if (!read.scene) return 1;

  stiction::World world = stiction::make_world(*read.scene);
  const stiction::BodyId ball = world.add_body({.name = "ball",
                                                .pose = {.translation = {3, 0, 0.3}},
                                                .shapes = {{.shape = stiction::Sphere{0.25}}}});
  for (int step = 0; step < 200; ++step) {
    if (world.step(0.01).status != stiction::StepStatus::solved) return 1;
  }
  const bool crate_rests = rests_at_height(world, *world.find_body("crate"), 0.5);
  return crate_rests && rests_at_height(world, ball, 0.25) ? 0 : 1;
}
