#pragma once

#include <stdexcept>

namespace stiction::command {

/// Bad input or usage, or a file that cannot be read or written: ends the scene or the command with
/// `kBadInput`. `what()` states the error and the accepted values.
class CommandError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace stiction::command
