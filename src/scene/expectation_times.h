#pragma once

#include "file_errors.h"
#include "scene_content.h"

namespace stiction {

/// Adds an error if the run does not contain the times that the expectation names.
void require_within_run(const ExpectElement& expect, double duration, double timestep,
                        FileErrors& errors);

}  // namespace stiction
