#pragma once

#include <nlohmann/json_fwd.hpp>

namespace stiction {

/// Whether a value is what `describe_run_start` writes, as far as it is documented: every member of
/// its type, lists of their lengths, indices within them. Others may stand beside them.
bool is_run_start(const nlohmann::ordered_json& json);

/// The same of `describe_run_end`, of whose parts only their kind is looked at.
bool is_run_end(const nlohmann::ordered_json& json);

}  // namespace stiction
