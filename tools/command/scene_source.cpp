#include "scene_source.h"

#include <iostream>
#include <iterator>
#include <utility>

namespace stiction::command {
namespace {

SceneReadResult read(const std::string& path) {
  if (path != "-") return read_scene_file(path);
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  return read_scene_text(text, display_name(path));
}

}  // namespace

std::optional<Scene> load_scene(const std::string& path) {
  SceneReadResult result = read(path);
  for (const SceneError& error : result.errors) std::cerr << error.to_string() + "\n";
  return std::move(result.scene);
}

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

}  // namespace stiction::command
