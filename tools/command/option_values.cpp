#include "option_values.h"

#include "command_error.h"

#include <stiction/scene/names.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace stiction::command {
namespace {

template <typename Number>
bool read_whole(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

[[noreturn]] void reject(std::string_view option, const std::string& wanted,
                         const std::string& given) {
  throw CommandError(std::string(option) + ": expected " + wanted + ", got \"" + given + "\"");
}

}  // namespace

double parse_positive_number(std::string_view option, const std::string& text,
                             std::string_view unit) {
  double value = 0;
  if (read_whole(text, value) && std::isfinite(value) && value > 0) return value;
  reject(option, "a positive finite number" + std::string(unit), text);
}

double parse_duration(const std::string& text) {
  double value = 0;
  if (read_whole(text, value) && std::isfinite(value) && value >= 0) return value;
  reject("--duration", "a finite number of seconds >= 0", text);
}

std::size_t parse_count(std::string_view option, const std::string& text, std::size_t least,
                        std::size_t most) {
  std::size_t value = 0;
  if (read_whole(text, value) && value >= least && value <= most) return value;
  reject(option, "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
         text);
}

int parse_direction_count(const std::string& text) {
  constexpr std::size_t kMostDirections = 64;
  const std::size_t directions = parse_count("--directions", text, 4, kMostDirections);
  if (directions % 2 == 0) return static_cast<int>(directions);
  reject("--directions", "an even number from 4 to " + std::to_string(kMostDirections), text);
}

double parse_effort(const std::string& text) {
  return parse_positive_number("--effort", text, " of units per solve");
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void check_name(std::string_view option, const std::string& name,
                const std::vector<std::string>& supported, const std::vector<std::string>& known) {
  if (std::ranges::find(supported, name) != supported.end()) return;
  const std::string start = std::string(option) + ": \"" + name + "\" ";
  if (std::ranges::find(known, name) != known.end()) {
    throw CommandError(start + "does not apply here; supported here: " + join(supported));
  }
  const std::string nearest = find_nearest_name(name, known);
  const std::string hint = nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?";
  throw CommandError(start + "is unknown" + hint + "; supported here: " + join(supported));
}

}  // namespace stiction::command
