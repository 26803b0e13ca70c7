// stiction-walk: the quadruped of scenes/robots trots over the ground of a scene.

#include <command_line/command_line.h>
#include <stiction/scene/scene.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "walk_run.h"

namespace stiction::walk {
namespace {

constexpr int kWalked = 0;
constexpr int kBadInput = 2;
constexpr int kFell = 3;

constexpr const char* kWalkFooter =
    "Writes a line of CSV for each law. fell: whether anything but feet and shanks touched\n"
    "the ground; least_height: the least height of the trunk above the ground, m; most_lean:\n"
    "its largest tilt, rad.\n"
    "\n"
    "Exit status: 0 fine; 2 bad input or usage; 3 the robot fell, or a step was not solved.";

int walk_under(const std::vector<std::string>& models, const std::string& file, int duration,
               int threads) {
  const SceneReadResult read = read_scene_file(file);
  for (const SceneError& error : read.errors) std::cerr << error.to_string() << '\n';
  if (!read.scene) return kBadInput;
  Scene scene = *read.scene;
  scene.duration = duration;
  int status = kWalked;
  std::puts(
      "scene,model,steps,solved,fell,distance,drift,least_height,most_lean,residual,contacts_mean,"
      "contacts_max,seconds,state_hash");
  for (const std::string& model : models) {
    scene.contact.model = model;
    WalkResult walk;
    try {
      walk = run_walk(scene, {}, threads);
    } catch (const std::invalid_argument& error) {  // Not a robot, or an unknown law.
      std::cerr << file << ": " << error.what() << '\n';
      return kBadInput;
    }
    std::printf("%s,%s,%zu,%d,%d,%.4f,%.4f,%.4f,%.4f,%.2e,%.3f,%zu,%.3f,%016llx\n",
                scene.name.c_str(), model.c_str(), walk.steps, walk.solved, walk.fell, walk.way.x(),
                walk.way.y(), walk.least_height, walk.most_lean, walk.residual, walk.contacts_mean,
                walk.contacts_max, walk.seconds, static_cast<unsigned long long>(walk.state_hash));
    std::fflush(stdout);
    if (walk.fell || !walk.solved) status = kFell;
  }
  return status;
}

}  // namespace
}  // namespace stiction::walk

int main(int argc, char** argv) {
  using namespace stiction;
  std::string file;
  std::vector<std::string> models = {"coulomb", "no-slip", "viscous"};
  int duration = 10;
  int threads = 1;
  CommandLine line("stiction-walk", "Let the quadruped of scenes/robots trot");
  line.footer(walk::kWalkFooter);
  line.option("SCENE", file, "Scene file with the robot and a body \"ground\"").required();
  line.option("--models", models, "Walk under these contact laws")
      .separated_by(',')
      .value_name("M,M,...")
      .show_default();
  line.option("--duration", duration, "Walk for S seconds")
      .value_name("S")
      .range(1, 1000)
      .show_default();
  line.option("--threads", threads, "Use N threads; the result is the same")
      .range(1, 1000)
      .show_default();
  line.action([&] { return walk::walk_under(models, file, duration, threads); });
  return line.run(argc, argv, walk::kBadInput);
}
