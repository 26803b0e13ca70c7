#pragma once

#include "packed_columns.h"
#include "page_recorder.h"

namespace stiction::command {

/// The motions and contacts of a run as columns, as finely as the sizes and weights of its bodies
/// ask for. `tools/viewer/run_data.js` reads them.
PackedColumns pack_page_numbers(const PageRecorder& recorder, const World& world);

}  // namespace stiction::command
