#pragma once

#include <stiction/scene/scene.h>

#include <optional>
#include <string>
#include <vector>

namespace stiction::command {

/// Reads a scene from a file, or from standard input for "-". If there is something wrong with it,
/// says everything on standard error, one error a line, as `FILE:LINE: ...`.
std::optional<Scene> load_scene(const std::string& path);

/// The scene, or nothing with its errors on standard error.
std::optional<Scene> take_scene(SceneReadResult result);

/// Says them on standard error, as errors of the scene: with --strict.
void print_warnings_as_errors(const std::string& path, const std::vector<std::string>& warnings);

/// Throws CommandError if the `file` that `option` names is one that the scene was read from;
/// `path` is that of the scene.
void check_is_no_input(const std::string& option, const std::string& file, const std::string& path,
                       const Scene& scene);

/// How messages name the scene: its path, or "<stdin>".
std::string display_name(const std::string& path);

}  // namespace stiction::command
