#include "command_error.h"
#include "exit_status.h"
#include "messages.h"
#include "scene_description.h"
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

int describe_scene(const std::string& path) {
  const std::optional<Scene> scene = load_scene(path);
  if (!scene) return kBadInput;
  try {
    print_description(std::cout, display_name(path), make_simulation(*scene, 1, false));
  } catch (const CommandError& error) {
    print_error(display_name(path) + ": " + error.what());
    return kBadInput;
  }
  return kFine;
}

}  // namespace

void add_info_command(CommandLine& program) {
  auto paths = std::make_shared<std::vector<std::string>>();
  CommandLine line =
      program.command("info", "Print the bodies, masses, inertias, friction and joints of scenes");
  line.option("SCENE", *paths, "Scene files; - is standard input").required();
  line.footer("Exit status: 0 fine; 2 a scene has errors.");
  line.action([paths] {
    int status = kFine;
    for (const std::string& path : *paths) status = std::max(status, describe_scene(path));
    return status;
  });
}

}  // namespace stiction::command
