#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/model/fclib_solver.h>

#include <memory>

#include "bounded_friction.h"
#include "fclib_candidates.h"

namespace stiction {

/// Solves an FCLIB problem by the passes of `ConeSplitting`, and by nothing else. A pass that its
/// solver does not solve is taken as far as it came.
///
/// Says why it ended: `residual`; `iteration_limit` where a cap on passes or work ended it;
/// `stagnation` where passes went on without a better answer; else why the solver itself did.
LcpStop pass_fclib(FclibCandidates& candidates, std::unique_ptr<BoundedFriction> friction,
                   FclibStage stage);

}  // namespace stiction
