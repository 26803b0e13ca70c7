#include "newton_options.h"

#include <stdexcept>

namespace stiction {

void require_option(bool holds, const char* expected, double given) {
  if (holds) return;
  throw std::invalid_argument(std::string("expected ") + expected + ", got " +
                              std::to_string(given));
}

}  // namespace stiction
