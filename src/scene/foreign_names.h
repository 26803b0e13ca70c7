#pragma once

#include <string>
#include <string_view>

namespace stiction {

/// The scene name for a name of another format (MJCF, URDF, SDF), or where it belongs: "; in a
/// scene ...". Empty for names that are none of theirs. Looks up the element if `attribute` is
/// empty, else that attribute of it.
std::string hint_for_foreign_name(std::string_view element, std::string_view attribute = {});

}  // namespace stiction
