#pragma once

#include <cstddef>
#include <string>

#include "file_errors.h"

namespace stiction {

/// Limits on a file, so that none exhausts memory or the stack.
struct XmlLimits {
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;
  static constexpr std::size_t kMaxNodes = 8'000'000;  ///< elements and attributes
  static constexpr std::size_t kMaxDepth = 64;         ///< elements within elements
  static constexpr std::size_t kMaxAttributes = 256;   ///< of one element
};

/// The differences between the kinds of XML files.
struct XmlDialect {
  const char* root;            ///< name of its root element
  const char* root_example;    ///< wording in messages
  bool may_hold_text = false;  ///< text, CDATA sections and processing instructions are ignored
};

inline constexpr XmlDialect kSceneDialect{"scene", "<scene version=\"1\">"};
/// Extensions of URDF, such as `<gazebo>`, hold text.
inline constexpr XmlDialect kUrdfDialect{"robot", "<robot name=\"...\">", true};

/// Checks that `text` is well-formed XML (W3C, Extensible Markup Language 1.0, fifth edition) in
/// UTF-8 that holds elements and attributes only, before the lenient tinyxml2 reads it.
///
/// Records the first violation of well-formedness and returns false; the text is then unusable.
/// Otherwise records everything that the dialect forbids (a document type, a second root and,
/// unless the dialect may hold text, processing instructions, CDATA sections and text), blanks out
/// all of it, all text and all comments, except line breaks, and returns true. Adds the elements
/// and attributes to `num_nodes`, whose sum over the files of a document may not exceed
/// XmlLimits::kMaxNodes. Cost linear in the size.
bool scan_xml(std::string& text, const XmlDialect& dialect, FileErrors& errors,
              std::size_t& num_nodes);

}  // namespace stiction
