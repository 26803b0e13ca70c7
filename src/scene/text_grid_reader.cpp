#include "text_grid_reader.h"

#include <algorithm>
#include <string>
#include <vector>

#include "number_text.h"
#include "text_lines.h"

namespace stiction {
namespace {

constexpr const char* kAccepted = "a PNG picture or a text with rows of heights";

/// Appends the numbers of a row; if a word is no number, records the error and returns false.
bool read_row(const std::vector<std::string_view>& words, int line, Elevations& grid,
              FileErrors& errors) {
  for (const std::string_view word : words) {
    const std::optional<double> number = parse_number(word);
    if (!number) {
      errors.add(line, std::string("expected finite numbers") +
                           (grid.rows == 0 ? ", or a PNG picture" : "") + ", got " +
                           in_quotes(word));
      return false;
    }
    grid.values.push_back(*number);
  }
  return true;
}

}  // namespace

std::optional<Elevations> read_text_grid(std::string_view text, FileErrors& errors) {
  if (!require_text(text, kAccepted, errors)) return {};
  const std::size_t errors_before = errors.num_added();
  Elevations grid;
  std::size_t num_columns = 0;
  int first_line = 0;
  TextLines lines(text);
  while (lines.next()) {
    const std::vector<std::string_view> words =
        split_words(lines.line().substr(0, lines.line().find('#')));
    if (words.empty()) continue;
    if (first_line == 0) {
      first_line = lines.number();
      num_columns = words.size();
    }
    if (words.size() != num_columns) {
      errors.add(lines.number(), "expected " + std::to_string(num_columns) +
                                     " numbers, as in line " + std::to_string(first_line) +
                                     ", got " + std::to_string(words.size()));
    } else if (read_row(words, lines.number(), grid, errors)) {
      ++grid.rows;
    } else if (grid.rows == 0) {
      break;  // probably not a grid at all
    }
    if (grid.values.size() > Elevations::kMaxCount) {
      errors.add(lines.number(), "more numbers than " + std::to_string(Elevations::kMaxCount));
      return {};
    }
  }
  if (errors.num_added() != errors_before) return {};
  if (first_line == 0) {
    errors.add(1, "no numbers in this file; expected rows of heights");
    return {};
  }
  grid.columns = static_cast<int>(num_columns);
  return grid;
}

}  // namespace stiction
