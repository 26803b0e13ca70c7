#pragma once

#include <stiction/scene/scene.h>
#include <tinyxml2.h>

#include <cstddef>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "file_errors.h"
#include "xml_scanner.h"

namespace stiction {

/// The resources used by one document, including all files that it names.
struct DocumentUse {
  static constexpr std::size_t kMaxFiles = 10'000;  ///< included files, meshes, pictures

  std::size_t bytes = 0;
  std::size_t nodes = 0;
  std::size_t files = 0;
  std::vector<Scene::File> files_read;

  /// Counts a file that was read, other than a package's manifest.
  void add_file(const std::string& path, const std::string& content);
};

/// "more than 10000 files...".
std::string too_many_files();

/// The content of a file, or the reason why it is unknown.
struct FileBytes {
  std::optional<std::string> bytes;
  std::string fault;
};

/// All bytes of a stream; none if it cannot be read or if the document, which has used `use`,
/// exceeds XmlLimits::kMaxBytes.
FileBytes read_bytes(std::istream& stream, const DocumentUse& use);

/// The same for a regular file; it is a fault, too, if there is none.
FileBytes read_file(const std::string& path, const DocumentUse& use);

/// Parses a text in memory; null, with errors recorded, if it is not well-formed. Other content
/// that the dialect forbids is recorded and left out.
std::unique_ptr<tinyxml2::XMLDocument> parse_xml(std::string text, const XmlDialect& dialect,
                                                 FileErrors& errors, DocumentUse& use);

}  // namespace stiction
