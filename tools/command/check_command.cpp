#include "command_error.h"
#include "exit_status.h"
#include "messages.h"
#include "number_format.h"
#include "scene_run.h"
#include "scene_source.h"
#include "subcommands.h"

#include <command_line/command_line.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

namespace stiction::command {
namespace {

int check_scene(const std::string& path, bool is_strict) {
  const std::string name = display_name(path);
  const std::optional<Scene> scene = load_scene(path);
  if (!scene) return kBadInput;
  try {
    const Simulation simulation = make_simulation(*scene, 1, false);
    const std::vector<std::string> warnings = simulation.warnings();
    if (is_strict && !warnings.empty()) {
      print_warnings_as_errors(path, simulation);
      return kBadInput;
    }
    const std::size_t num_joints = scene->joints.size();
    std::cout << name << ": ok: " << count_of(scene->bodies.size(), "body", "bodies") << ", "
              << (num_joints > 0 ? count_of(num_joints, "joint", "joints") + ", " : "")
              << count_of(simulation.num_steps(), "step", "steps") << ", "
              << count_of(scene->expectations.size(), "expectation", "expectations") << '\n';
    for (const std::string& warning : warnings) {
      std::cout << name << ": warning: " << warning << '\n';
    }
  } catch (const CommandError& error) {
    print_error(name + ": " + error.what());
    return kBadInput;
  }
  for (const std::string& note : scene->notes) std::cout << name << ": note: " << note << '\n';
  return kFine;
}

int check(const std::vector<std::string>& paths, bool is_strict) {
  int status = kFine;
  for (const std::string& path : paths) status = std::max(status, check_scene(path, is_strict));
  return status;
}

}  // namespace

void add_check_command(CommandLine& program) {
  auto paths = std::make_shared<std::vector<std::string>>();
  auto is_strict = std::make_shared<bool>(false);
  CommandLine line = program.command("check", "Read and validate scenes without running them");
  line.option("SCENE", *paths, "Scene files; - is standard input").required();
  line.flag("--strict", *is_strict, "Treat warnings about the scene as errors");
  line.footer("Exit status: 0 all scenes are valid; 2 one is not.");
  line.action([paths, is_strict] { return check(*paths, *is_strict); });
}

}  // namespace stiction::command
