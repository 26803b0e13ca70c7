#pragma once

#include <nlohmann/json_fwd.hpp>

namespace stiction {

/// True if a value conforms to the documented output of `describe_run_start`: every member of its
/// type, lists of the right lengths, indices in range. Additional members are allowed.
bool is_run_start(const nlohmann::ordered_json& json);

/// The same for `describe_run_end`; checks only the types of its parts.
bool is_run_end(const nlohmann::ordered_json& json);

}  // namespace stiction
