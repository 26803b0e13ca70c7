#pragma once

#include <stiction/scene/scene.h>

#include <optional>
#include <string>

#include "asset_store.h"
#include "file_errors.h"
#include "scene_content.h"
#include "scene_document.h"

namespace stiction {

/// The bodies and joints of a robot in URDF, in the frame of its root, with the motors and the
/// positions that `element`, which names the file, gives to its joints.
///
/// Read with tinyxml2 as scenes are, not with liburdfdom: that one's messages have no lines, it
/// stops at the first error, prints, and passes over what it does not know.
///
/// Nothing if the file has errors, which are recorded in `errors`, those inside of the surfaces
/// that it names in `assets`. What is wrong with the motors and positions is recorded in
/// `scene_errors`.
std::optional<Scene> read_urdf(std::string text, const UrdfElement& element, AssetStore& assets,
                               DocumentUse& use, FileErrors& errors, FileErrors& scene_errors);

}  // namespace stiction
