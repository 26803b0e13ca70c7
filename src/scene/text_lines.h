#pragma once

#include <cstddef>
#include <string_view>

#include "file_errors.h"

namespace stiction {

/// Iterates over the lines of a text, which end in LF, CR LF or CR; the last one may lack its end.
/// Skips a UTF-8 byte order mark at the beginning.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  /// Moves to the next line, first to line 1; false after the last.
  bool next();
  std::string_view line() const { return line_; }
  int number() const { return number_; }  ///< counted from 1

 private:
  std::string_view rest_;
  std::string_view line_;
  int number_ = 0;
};

/// Returns true if all bytes are text with lines of at most kMaxLineLength. Otherwise records the
/// first error with its line; if it is a byte that no text has, the message ends with `accepted`,
/// the kind of file that was expected.
inline constexpr std::size_t kMaxLineLength = std::size_t{1} << 24;
bool require_text(std::string_view bytes, const char* accepted, FileErrors& errors);

/// Ignores the case of ASCII letters only.
bool equals_ignoring_case(std::string_view a, std::string_view b);

}  // namespace stiction
