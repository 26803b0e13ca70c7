#include "scene_source.h"

#include "messages.h"
#include "output_file.h"

#include <iostream>
#include <utility>

namespace stiction::command {
namespace {

SceneReadResult read(const std::string& path) {
  return path == "-" ? read_scene_stream(std::cin, display_name(path)) : read_scene_file(path);
}

}  // namespace

std::optional<Scene> load_scene(const std::string& path) { return take_scene(read(path)); }

std::optional<Scene> take_scene(SceneReadResult result) {
  for (const SceneError& error : result.errors) std::cerr << error.to_string() + "\n";
  return std::move(result.scene);
}

void print_warnings_as_errors(const std::string& path, const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    print_error(display_name(path) + ": " + warning + " (an error with --strict)");
  }
}

void check_is_no_input(const std::string& option, const std::string& file, const std::string& path,
                       const Scene& scene) {
  check_is_another_file(option, file, path, "the scene file itself");
  for (const Scene::File& read : scene.files) {
    check_is_another_file(option, file, read.path, "a file that the scene names");
  }
}

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

}  // namespace stiction::command
