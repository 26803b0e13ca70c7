#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stiction {

/// True if XML 1.0 allows the code point (production 2, Char).
bool is_xml_character(std::uint32_t code_point);

/// The position of the first byte that is not part of well-formed UTF-8 (RFC 3629: no overlong
/// forms, no surrogates) or not a character of XML; the size of the text if there is none.
std::size_t find_bad_character(std::string_view text);

bool is_xml_blank(char c);
/// Names as tinyxml2 defines them: ASCII letters, '_', ':' and everything beyond ASCII.
bool is_name_start(char c);
bool is_name_character(char c);

/// True if `reference`, the text between '&' and ';', is a predefined entity or a reference to a
/// character that XML allows.
bool is_known_reference(std::string_view reference);

}  // namespace stiction
