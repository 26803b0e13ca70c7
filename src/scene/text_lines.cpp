#include "text_lines.h"

#include <algorithm>
#include <string>

namespace stiction {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool is_text_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0x20 && byte != 0x7f) || byte == '\t';
}

std::string hexadecimal(char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'0', 'x', kDigits[byte / 16], kDigits[byte % 16]};
}

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

TextLines::TextLines(std::string_view text) : rest_(text) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

bool TextLines::next() {
  if (rest_.empty()) return false;
  const std::size_t length = std::min(rest_.find_first_of("\r\n"), rest_.size());
  line_ = rest_.substr(0, length);
  rest_.remove_prefix(length);
  rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : std::min<std::size_t>(rest_.size(), 1));
  ++number_;
  return true;
}

bool require_text(std::string_view bytes, const char* accepted, FileErrors& errors) {
  TextLines lines(bytes);
  while (lines.next()) {
    const std::string_view line = lines.line();
    const auto fault = std::find_if_not(line.begin(), line.end(), is_text_byte);
    if (fault != line.end()) {
      errors.add(lines.number(),
                 "not a text: byte " + hexadecimal(*fault) + " in it; expected " + accepted);
      return false;
    }
    if (line.size() > kMaxLineLength) {
      errors.add(lines.number(), "a line of " + std::to_string(line.size()) +
                                     " bytes; accepted are at most " +
                                     std::to_string(kMaxLineLength));
      return false;
    }
  }
  return true;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

}  // namespace stiction
