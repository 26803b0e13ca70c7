#pragma once

#include "packed_columns.h"
#include "page_recorder.h"

#include <nlohmann/json_fwd.hpp>

#include <span>

namespace stiction::command {

/// The motions and contacts of a run as columns, as precise as the sizes and weights of its bodies
/// require; for ghosts only the poses, in columns named "0.x" and so on. `start` is the JSON of
/// `describe_run_start`. `tools/viewer/run_data.js` reads them.
PackedColumns pack_page_numbers(const PageRecorder& recorder, std::span<const PageGhost> ghosts,
                                const nlohmann::ordered_json& start);

}  // namespace stiction::command
