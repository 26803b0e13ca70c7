#include "messages.h"

#include <iostream>

namespace stiction::command {

void print_error(const std::string& message) { std::cerr << "stiction: " + message + "\n"; }

}  // namespace stiction::command
