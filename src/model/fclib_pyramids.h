#pragma once

#include <stiction/model/fclib_solver.h>

#include "fclib_candidates.h"

namespace stiction {

/// Pyramids by `options.solver`, one of Lemke's and Lloyd's: their facets are turned, by Newton's
/// method on their angles or, where that is not defined, to the slip or friction that came out,
/// until they agree with the answer. True if that is good enough. Plane problems have two
/// directions and are solved by their first pyramid, or not at all.
bool turn_fclib_pyramids(FclibCandidates& candidates, const FclibSolverOptions& options);

}  // namespace stiction
