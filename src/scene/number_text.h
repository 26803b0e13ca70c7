#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// The words of a text separated by blanks (space, tab, line feed, carriage return).
std::vector<std::string_view> split_words(std::string_view text);

/// Parses a whole word as a decimal number of the C locale: an optional sign, digits with an
/// optional point, an optional exponent. Empty for anything else: hexadecimal, infinite, NaN,
/// trailing characters, and numbers beyond the range of a double.
std::optional<double> parse_number(std::string_view word);

/// Parses a whole word as decimal digits with an optional sign.
std::optional<std::int64_t> parse_integer(std::string_view word);

/// The number with at most this many digits (up to 17), for people to read.
std::string round_number(double value, int digits = 3);

}  // namespace stiction
