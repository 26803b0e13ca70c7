#include "number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace stiction {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

/// std::from_chars does not accept a leading plus.
std::string_view without_plus(std::string_view word) {
  const bool has_plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
  return has_plus ? word.substr(1) : word;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t begin = text.find_first_not_of(kBlanks);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::optional<double> parse_number(std::string_view word) {
  const std::string_view digits = without_plus(word);
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, std::chars_format::general);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return value;
}

std::optional<std::int64_t> parse_integer(std::string_view word) {
  const std::string_view digits = without_plus(word);
  std::int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end) return {};
  return value;
}

std::string round_number(double value, int digits) {
  char text[32];
  const auto [end, error] =
      std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
  return std::string(text, error == std::errc() ? end : text);
}

}  // namespace stiction
