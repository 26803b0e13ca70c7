#pragma once

#include <string>

namespace stiction::command {

/// "stiction: MESSAGE" on standard error, in one piece.
void print_error(const std::string& message);

}  // namespace stiction::command
