#pragma once

#include <stiction/model/fclib_solver.h>

#include "fclib_candidates.h"

namespace stiction {

/// The pyramid of a problem (Lloyd 2004, eq. 8), a facet of each contact against its free slip, by
/// `options.solver`, one of Lemke's and Lloyd's. Exact for plane problems, which have two
/// directions.
void solve_fclib_pyramid(FclibCandidates& candidates, const FclibSolverOptions& options);

}  // namespace stiction
