#include "xml_characters.h"

#include <charconv>
#include <system_error>

namespace stiction {
namespace {

constexpr std::uint32_t kMaxCodePoint = 0x10ffff;

/// Length of the well-formed UTF-8 sequence at the start of `text`, whose code point is stored in
/// `code_point`; 0 if there is none.
std::size_t decode_utf8(std::string_view text, std::uint32_t& code_point) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    code_point = lead;
    return 1;
  }
  const std::size_t length = lead >= 0xf0 ? 4 : (lead >= 0xe0 ? 3 : 2);
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  code_point = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
    code_point = (code_point << 6) | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  return code_point >= kSmallest[length] ? length : 0;
}

}  // namespace

bool is_xml_character(std::uint32_t code_point) {
  if (code_point < 0x20) return code_point == 0x9 || code_point == 0xa || code_point == 0xd;
  if (code_point <= 0xd7ff) return true;
  if (code_point < 0xe000) return false;  // surrogates
  return code_point <= kMaxCodePoint && code_point != 0xfffe && code_point != 0xffff;
}

std::size_t find_bad_character(std::string_view text) {
  std::size_t position = 0;
  while (position < text.size()) {
    std::uint32_t code_point = 0;
    const std::size_t length = decode_utf8(text.substr(position), code_point);
    if (length == 0 || !is_xml_character(code_point)) return position;
    position += length;
  }
  return position;
}

bool is_xml_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_name_start(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_name_character(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

bool is_known_reference(std::string_view reference) {
  if (reference.empty() || reference[0] != '#') {
    for (const std::string_view name : {"lt", "gt", "amp", "quot", "apos"}) {
      if (reference == name) return true;
    }
    return false;
  }
  const bool is_hexadecimal = reference.size() > 1 && reference[1] == 'x';
  const std::string_view digits = reference.substr(is_hexadecimal ? 2 : 1);
  const char* const end = digits.data() + digits.size();
  std::uint32_t code_point = 0;
  const auto [stop, error] =
      std::from_chars(digits.data(), end, code_point, is_hexadecimal ? 16 : 10);
  return error == std::errc() && stop == end && is_xml_character(code_point);
}

}  // namespace stiction
