#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// The words of a text between blanks (space, tab, line feed, carriage return).
std::vector<std::string_view> split_words(std::string_view text);

/// A decimal number of the C locale, read whole: an optional sign, digits with an optional point,
/// an optional exponent. Empty for anything else: hexadecimal, infinite, NaN, digits followed by
/// something, and numbers beyond the range of a double.
std::optional<double> parse_number(std::string_view word);

/// Decimal digits with an optional sign, read whole.
std::optional<std::int64_t> parse_integer(std::string_view word);

/// With so many digits at most (up to 17), for reading.
std::string round_number(double value, int digits = 3);

}  // namespace stiction
