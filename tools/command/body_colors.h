#pragma once

#include <string>
#include <string_view>

namespace stiction::command {

/// The colour of a body that moves, as "#rrggbb". Copies (crate-0, crate-1, ...) have one colour.
std::string color_of_body(std::string_view name);

}  // namespace stiction::command
