#include "number_format.h"

#include <stiction/math/rejected_number.h>

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

std::string format_time(double microseconds) {
  constexpr int kDigits = 3;
  constexpr double kRounded = 999.5;  // From here on three digits would be 1e+03.
  if (microseconds < kRounded) return format_number(microseconds, kDigits) + " us";
  const double milliseconds = 1e-3 * microseconds;
  if (milliseconds < kRounded) return format_number(milliseconds, kDigits) + " ms";
  const double seconds = 1e-3 * milliseconds;
  if (seconds < kRounded) return format_number(seconds, kDigits) + " s";
  return std::to_string(std::llround(seconds)) + " s";
}

std::string format_json_number(double value) {
  return std::isfinite(value) ? stiction::format_number(value) : "null";
}

std::string count_of(std::size_t count, const std::string& singular, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

}  // namespace stiction::command
