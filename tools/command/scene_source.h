#pragma once

#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <optional>
#include <string>
#include <vector>

namespace stiction::command {

/// Reads a scene from a file, or from standard input for "-". Prints all errors on standard error,
/// one per line, as `FILE:LINE: ...`.
std::optional<Scene> load_scene(const std::string& path);

/// The scene, or nothing after its errors were printed on standard error.
std::optional<Scene> take_scene(SceneReadResult result);

/// Prints the warnings on standard error as errors of the scene, for --strict.
void print_warnings_as_errors(const std::string& path, const Simulation& simulation);

/// Throws CommandError if the scene, whose path is `path`, was read from the `file` that `option`
/// names.
void check_is_no_input(const std::string& option, const std::string& file, const std::string& path,
                       const Scene& scene);

/// How messages name the scene: its path, or "<stdin>".
std::string display_name(const std::string& path);

}  // namespace stiction::command
