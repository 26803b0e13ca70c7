#include "option_values.h"

#include "command_error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace stiction::command {
namespace {

template <typename Number>
bool read_whole(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

/// Levenshtein's distance: the fewest characters to insert, delete or replace.
std::size_t calc_edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

const std::string& find_nearest(std::string_view name, const std::vector<std::string>& known) {
  return *std::ranges::min_element(
      known, {}, [&](const std::string& candidate) { return calc_edit_distance(name, candidate); });
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

double parse_positive_number(std::string_view option, const std::string& text,
                             std::string_view unit) {
  double value = 0;
  if (read_whole(text, value) && std::isfinite(value) && value > 0) return value;
  throw CommandError(std::string(option) + ": expected a positive number" + std::string(unit) +
                     ", got \"" + text + "\"");
}

std::size_t parse_count(std::string_view option, const std::string& text, std::size_t least,
                        std::size_t most) {
  std::size_t value = 0;
  if (read_whole(text, value) && value >= least && value <= most) return value;
  throw CommandError(std::string(option) + ": expected a whole number from " +
                     std::to_string(least) + " to " + std::to_string(most) + ", got \"" + text +
                     "\"");
}

void check_name(std::string_view option, const std::string& name,
                const std::vector<std::string>& supported, const std::vector<std::string>& known) {
  if (std::ranges::find(supported, name) != supported.end()) return;
  const std::string start = std::string(option) + ": \"" + name + "\" ";
  if (std::ranges::find(known, name) != known.end()) {
    throw CommandError(start + "is not supported yet; supported here: " + join(supported));
  }
  throw CommandError(start + "is unknown, the nearest name is \"" + find_nearest(name, known) +
                     "\"; supported here: " + join(supported));
}

const std::vector<std::string>& known_model_names() {
  static const std::vector<std::string> names = {"coulomb", "no-slip", "viscous", "box-friction",
                                                 "frictionless"};
  return names;
}

const std::vector<std::string>& known_solver_names() {
  static const std::vector<std::string> names = {"lemke",
                                                 "dantzig",
                                                 "keller",
                                                 "murty",
                                                 "block-pivot",
                                                 "ppm",
                                                 "jacobi",
                                                 "pgs",
                                                 "psor",
                                                 "staggered",
                                                 "min-map-newton",
                                                 "fischer-newton",
                                                 "smoothing-newton",
                                                 "structural-lemke",
                                                 "reduced-lemke"};
  return names;
}

}  // namespace stiction::command
