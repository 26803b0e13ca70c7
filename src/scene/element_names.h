#pragma once

#include <tinyxml2.h>

#include <string>
#include <string_view>
#include <vector>

#include "file_errors.h"

namespace stiction {

/// Records that `child` is not accepted in its parent, and why: it belongs elsewhere, or is no
/// element of scene files at all (suggesting the nearest name among `accepted`).
void reject_child(const tinyxml2::XMLElement& child, const std::vector<std::string>& accepted,
                  FileErrors& errors);

/// Records all children of an element that may not have any.
void reject_children(const tinyxml2::XMLElement& element, FileErrors& errors);

/// The names of the elements accepted in `parent`.
std::vector<std::string> names_accepted_in(std::string_view parent);

}  // namespace stiction
