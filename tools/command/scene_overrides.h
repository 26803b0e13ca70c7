#pragma once

#include <stiction/scene/scene.h>

#include <optional>
#include <string>

namespace stiction::command {

/// Settings of the command line that override the scene file. Each value has been checked already.
struct SceneOverrides {
  std::optional<double> duration;  ///< s
  std::optional<double> timestep;  ///< s
  std::optional<std::string> model;
  std::optional<std::string> solver;
  std::optional<int> directions;
  std::optional<OnUnsolved> on_unsolved;
  std::optional<double> effort;
};

/// The scene with the overrides applied. Throws CommandError if the two do not go together.
Scene apply_overrides(const SceneOverrides& overrides, Scene scene);

}  // namespace stiction::command
