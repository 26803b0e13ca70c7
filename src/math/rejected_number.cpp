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

std::string format_vector(const Vec3& v) {
  return format_number(v.x()) + ' ' + format_number(v.y()) + ' ' + format_number(v.z());
}

void reject_number(const std::string& wanted, double value) {
  throw std::invalid_argument("expected " + wanted + ", got " + format_number(value));
}

void require_size(const char* name, std::ptrdiff_t size, std::ptrdiff_t expected, const char* why) {
  if (size == expected) return;
  const char* const entries = expected == 1 ? " entry in " : " entries in ";
  throw std::invalid_argument("expected " + std::to_string(expected) + entries + name + ", " + why +
                              ", got " + std::to_string(size));
}

}  // namespace stiction
