#include "number_format.h"

#include <array>
#include <charconv>
#include <cmath>

namespace stiction::command {

std::string format_number(double value, int digits) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::general, digits)
                       .ptr;
  return std::string(text.data(), end);
}

std::string format_json_number(double value) {
  if (!std::isfinite(value)) return "null";
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return std::string(text.data(), end);
}

}  // namespace stiction::command
