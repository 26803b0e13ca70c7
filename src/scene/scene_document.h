#pragma once

#include <tinyxml2.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "file_errors.h"

namespace stiction {

/// What one document, its included files taken together, has used of its limits.
struct DocumentUse {
  std::size_t bytes = 0;
  std::size_t nodes = 0;
  std::size_t files = 0;
};

/// The bytes of a regular file; empty, with an error at `line` of `errors`, if there is none that
/// can be read or the document grows beyond XmlLimits::kMaxBytes. `path` is what is opened, named
/// as in `mention`.
std::optional<std::string> read_bytes(const std::string& path, const std::string& mention, int line,
                                      FileErrors& errors, DocumentUse& use);

/// The elements and attributes of a text in memory; null, with errors recorded, if it is not
/// well-formed. What else a scene file may not hold is recorded and left out.
std::unique_ptr<tinyxml2::XMLDocument> parse_xml(std::string text, FileErrors& errors,
                                                 DocumentUse& use);

}  // namespace stiction
