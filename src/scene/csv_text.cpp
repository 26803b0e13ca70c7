#include "csv_text.h"

#include <array>
#include <charconv>

namespace stiction {

void append_csv_number(std::string& text, double value) {
  std::array<char, 32> digits;  // The longest, such as -2.2250738585072014e-308, takes 24.
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

void append_csv_vector(std::string& text, const Vec3& v) {
  for (const double value : v) {
    text += ',';
    append_csv_number(text, value);
  }
}

void append_csv_name(std::string& text, std::string_view name) {
  if (name.find_first_of(",\"\r\n") == std::string_view::npos) {
    text += name;
    return;
  }
  text += '"';
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

}  // namespace stiction
