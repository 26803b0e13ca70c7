#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace stiction::bench {

/// A row of cells; the first row of a table is its head.
using Cells = std::vector<std::string>;

/// Formats text like printf.
[[gnu::format(printf, 1, 2)]] std::string format_text(const char* format, ...);

/// Four significant digits without an exponent; "-" if not finite.
std::string time_text(double us);

/// "3.14x", "31.4x" or "314x"; "-" if not finite.
std::string ratio_text(double ratio);

/// Prints columns as wide as their widest cell, two spaces apart. The first `num_names` columns are
/// names, aligned left; the others are numbers, aligned right.
void print_aligned(std::ostream& out, const std::vector<Cells>& lines, std::size_t num_names);

}  // namespace stiction::bench
