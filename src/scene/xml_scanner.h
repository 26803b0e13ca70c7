#pragma once

#include <cstddef>
#include <string>

#include "file_errors.h"

namespace stiction {

/// What a file may hold at most, so that none exhausts memory or stack.
struct XmlLimits {
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;
  static constexpr std::size_t kMaxNodes = 8'000'000;  ///< elements and attributes
  static constexpr std::size_t kMaxDepth = 64;         ///< elements within elements
  static constexpr std::size_t kMaxAttributes = 256;   ///< of one element
};

/// What differs between the kinds of files that are XML.
struct XmlDialect {
  const char* root;            ///< name of its root element
  const char* root_example;    ///< the same as messages show it
  bool may_hold_text = false;  ///< text, CDATA sections and processing instructions are left out
};

inline constexpr XmlDialect kSceneDialect{"scene", "<scene version=\"1\">"};
/// Extensions of URDF, such as `<gazebo>`, hold text.
inline constexpr XmlDialect kUrdfDialect{"robot", "<robot name=\"...\">", true};

/// Makes sure that `text` is well-formed XML (W3C, Extensible Markup Language 1.0, fifth edition)
/// in UTF-8 that holds elements and attributes only, before the lenient tinyxml2 sees it.
///
/// Records the first departure from well-formedness and returns false; the text is of no use then.
/// Else records every thing that a file of the dialect may not hold (a document type, a second
/// root, and, unless it may hold text, processing instructions, CDATA sections and text), blanks
/// it, all text and all comments out, line breaks excepted, and returns true. Adds the elements and
/// attributes to `num_nodes`, whose sum over the files of a document may not pass
/// XmlLimits::kMaxNodes. Cost linear in the size.
bool scan_xml(std::string& text, const XmlDialect& dialect, FileErrors& errors,
              std::size_t& num_nodes);

}  // namespace stiction
