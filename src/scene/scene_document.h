#pragma once

#include <tinyxml2.h>

#include <cstddef>
#include <istream>
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

/// All bytes of a stream; empty, with an error at `line` of `errors` that begins with `mention`, if
/// it cannot be read or the document, which has used `use`, grows beyond XmlLimits::kMaxBytes.
std::optional<std::string> read_bytes(std::istream& stream, const std::string& mention, int line,
                                      FileErrors& errors, const DocumentUse& use);

/// The same of a regular file; an error too if there is none.
std::optional<std::string> read_file(const std::string& path, const std::string& mention, int line,
                                     FileErrors& errors, const DocumentUse& use);

/// The elements and attributes of a text in memory; null, with errors recorded, if it is not
/// well-formed. What else a scene file may not hold is recorded and left out.
std::unique_ptr<tinyxml2::XMLDocument> parse_xml(std::string text, FileErrors& errors,
                                                 DocumentUse& use);

}  // namespace stiction
