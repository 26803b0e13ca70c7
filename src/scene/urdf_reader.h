#pragma once

#include <stiction/scene/scene.h>

#include <optional>
#include <string>

#include "asset_store.h"
#include "file_errors.h"
#include "scene_content.h"
#include "scene_document.h"

namespace stiction {

/// The bodies and joints of a robot in URDF, in the frame of its root, with the motors and
/// positions that `element`, which names the file, gives to its joints.
///
/// Uses tinyxml2, as scenes do, rather than liburdfdom: its messages have no lines, it stops at the
/// first error, prints, and ignores what it does not know.
///
/// Nothing if the file has errors, which are recorded in `errors`; those inside the surfaces that
/// it names are recorded in `assets`. Errors in the motors and positions are recorded in
/// `scene_errors`.
std::optional<Scene> read_urdf(std::string text, const UrdfElement& element, AssetStore& assets,
                               DocumentUse& use, FileErrors& errors, FileErrors& scene_errors);

}  // namespace stiction
