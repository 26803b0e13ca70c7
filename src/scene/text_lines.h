#pragma once

#include <cstddef>
#include <string_view>

#include "file_errors.h"

namespace stiction {

/// Walks through the lines of a text, which end in LF, CR LF or CR; the last one may lack its end.
/// A UTF-8 byte order mark at the beginning is left out.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  /// Goes to the next line, at first to the first one; false behind the last.
  bool next();
  std::string_view line() const { return line_; }
  int number() const { return number_; }  ///< counted from 1

 private:
  std::string_view rest_;
  std::string_view line_;
  int number_ = 0;
};

/// Whether all bytes are those of a text with lines of at most kMaxLineLength; records the first
/// fault with its line.
inline constexpr std::size_t kMaxLineLength = std::size_t{1} << 24;
bool require_text(std::string_view bytes, FileErrors& errors);

/// Letters of ASCII only.
bool equals_ignoring_case(std::string_view a, std::string_view b);

}  // namespace stiction
