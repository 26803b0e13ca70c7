#pragma once

#include <stiction/scene/scene.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "file_errors.h"
#include "scene_content.h"

namespace stiction {

/// A file that another one includes, in the order of the `<include>`s.
struct IncludedScene {
  /// Empty if it could not be read; its content is then unknown.
  std::optional<Scene> scene;
  bool has_option = false, has_contact = false;
};

/// Assembles one scene from a file's elements and the files that it includes: expands replicates,
/// places included parts, looks up names, and records contradictions.
///
/// If `with_bodies` is false (too many of them), everything else is still checked.
Scene assemble_scene(SceneContent content, std::vector<IncludedScene> included, bool with_bodies,
                     FileErrors& errors);

}  // namespace stiction
