#pragma once

#include <string>
#include <string_view>

namespace stiction {

/// What a name of another format (MJCF, URDF, SDF) is called in a scene, or where it goes:
/// "; in a scene ...". Nothing for a name that is none of theirs. An empty `attribute` asks for the
/// element, else for that attribute of it.
std::string hint_for_foreign_name(std::string_view element, std::string_view attribute = {});

}  // namespace stiction
