#pragma once

#include <stdexcept>
#include <string>

namespace stiction {

/// The message of the exception that `action` throws; "accepted" if it throws none.
template <class Error = std::invalid_argument, class Action>
std::string complaint(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace stiction
