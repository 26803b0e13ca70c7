#include <stiction/math/rejected_number.h>

#include <array>
#include <charconv>
#include <stdexcept>

namespace stiction {

std::string format_number(double value) {
  std::array<char, 32> text;  // The longest, such as -2.2250738585072014e-308, takes 24.
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

void reject_number(const std::string& wanted, double value) {
  throw std::invalid_argument("expected " + wanted + ", got " + format_number(value));
}

}  // namespace stiction
