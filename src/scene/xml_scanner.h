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

/// Makes sure that `text` is well-formed XML (W3C, Extensible Markup Language 1.0, fifth edition)
/// in UTF-8 that holds elements and attributes only, before the lenient tinyxml2 sees it.
///
/// Records the first departure from well-formedness and returns false; the text is of no use then.
/// Else records every thing that a scene file may not hold (a document type, processing
/// instructions, CDATA sections, text, a second root), blanks it and all comments out, line breaks
/// excepted, and returns true. Adds the elements and attributes to `num_nodes`, whose sum over the
/// files of a document may not pass XmlLimits::kMaxNodes. Cost linear in the size.
bool scan_xml(std::string& text, FileErrors& errors, std::size_t& num_nodes);

}  // namespace stiction
