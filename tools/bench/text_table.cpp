#include "text_table.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace stiction::bench {

std::string format_text(const char* format, ...) {
  std::va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(nullptr, 0, format, values);
  va_end(values);
  std::string text(static_cast<std::size_t>(length), '\0');
  va_start(values, format);
  std::vsnprintf(text.data(), text.size() + 1, format, values);
  va_end(values);
  return text;
}

std::string time_text(double us) {
  if (!std::isfinite(us)) return "-";
  return format_text(us < 10 ? "%.3f" : us < 100 ? "%.2f" : us < 1000 ? "%.1f" : "%.0f", us);
}

std::string ratio_text(double ratio) {
  if (!std::isfinite(ratio)) return "-";
  return format_text(ratio < 10 ? "%.2fx" : ratio < 100 ? "%.1fx" : "%.0fx", ratio);
}

void print_aligned(std::ostream& out, const std::vector<Cells>& lines, std::size_t num_names) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const Cells& cells : lines) {
    for (std::size_t k = 0; k < cells.size(); ++k) widths[k] = std::max(widths[k], cells[k].size());
  }
  for (const Cells& cells : lines) {
    std::string line;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const std::string padding(widths[k] - cells[k].size(), ' ');
      line += "  " + (k < num_names ? cells[k] + padding : padding + cells[k]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

}  // namespace stiction::bench
