#include "scene_source.h"

#include "messages.h"
#include "output_file.h"

#include <array>
#include <cstdio>
#include <ios>
#include <iostream>
#include <istream>
#include <streambuf>
#include <utility>

namespace stiction::command {
namespace {

/// Standard input. A stream that reads from it goes bad when a read fails, with the reason in
/// errno; std::cin takes a failed read for the end.
class StandardInput : public std::streambuf {
 protected:
  int_type underflow() override {
    const std::size_t size = std::fread(buffer_.data(), 1, buffer_.size(), stdin);
    if (std::ferror(stdin)) throw std::ios_base::failure("standard input cannot be read");
    setg(buffer_.data(), buffer_.data(), buffer_.data() + size);
    return size > 0 ? traits_type::to_int_type(buffer_[0]) : traits_type::eof();
  }

 private:
  std::array<char, 1 << 16> buffer_;
};

SceneReadResult read(const std::string& path) {
  if (path != "-") return read_scene_file(path);
  StandardInput input;
  std::istream stream(&input);
  return read_scene_stream(stream, display_name(path));
}

}  // namespace

std::optional<Scene> load_scene(const std::string& path) { return take_scene(read(path)); }

std::optional<Scene> take_scene(SceneReadResult result) {
  for (const SceneError& error : result.errors) std::cerr << error.to_string() + "\n";
  return std::move(result.scene);
}

void print_warnings_as_errors(const std::string& path, const Simulation& simulation) {
  // Those of the file itself come first and begin with their place.
  std::size_t num_placed = simulation.scene().warnings.size();
  for (const std::string& warning : simulation.warnings()) {
    const std::string place = num_placed > 0 ? "" : display_name(path) + ": ";
    if (num_placed > 0) --num_placed;
    std::cerr << place + warning + " (an error with --strict)\n";
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
