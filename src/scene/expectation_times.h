#pragma once

#include "file_errors.h"
#include "scene_content.h"

namespace stiction {

/// Adds an error unless the run has the times that the expectation speaks of.
void require_within_run(const ExpectElement& expect, double duration, double timestep,
                        FileErrors& errors);

}  // namespace stiction
