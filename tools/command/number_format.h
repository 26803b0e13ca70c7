#pragma once

#include <cstddef>
#include <string>

namespace stiction::command {

/// A number for people, to `digits` significant digits: "0.0123", "1.5e-16".
std::string format_number(double value, int digits = 4);

/// A time for people, from microseconds: "75.2 us", "2.61 ms", "1.4 s".
std::string format_time(double microseconds);

/// A number for programs: the shortest text that reads back bit for bit; `null` if it is not
/// finite.
std::string format_json_number(double value);

/// "1 step", "2 steps".
std::string count_of(std::size_t count, const std::string& singular, const std::string& plural);

}  // namespace stiction::command
