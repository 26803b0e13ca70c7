#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::command {

/// The value of an option as a positive, finite number, read whole and in the C locale. Throws
/// CommandError, which names the option, the `unit` and the value given.
double parse_positive_number(std::string_view option, const std::string& text,
                             std::string_view unit);

/// The value of --duration: >= 0, finite; s. Throws CommandError as above.
double parse_duration(const std::string& text);

/// The value of an option as a whole number in [least, most]. Throws CommandError as above.
std::size_t parse_count(std::string_view option, const std::string& text, std::size_t least,
                        std::size_t most);

/// The value of --directions: even, 4 to 64. Throws CommandError as above.
int parse_direction_count(const std::string& text);

/// The value of --effort: positive, finite. Throws CommandError as above.
double parse_effort(const std::string& text);

/// "a, b, c".
std::string join(const std::vector<std::string>& names);

/// Throws CommandError unless `name` is among `supported`. The message states whether the name is
/// known but does not apply, or else which known name may have been meant.
void check_name(std::string_view option, const std::string& name,
                const std::vector<std::string>& supported, const std::vector<std::string>& known);

}  // namespace stiction::command
