#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/model/fclib_solver.h>

#include "fclib_candidates.h"

namespace stiction {

/// Solves an FCLIB problem by passes of a solver of the toolbox, and by nothing else: those of
/// `ConeSplitting`, which any solver takes; or, where they come to no answer and the solver is one
/// for more than symmetric matrices, pyramids whose facets are turned until they agree. A pass that
/// the solver does not solve is taken as far as it came.
///
/// Says why it ended: `residual`; `iteration_limit` where a cap on passes or work ended it;
/// `stagnation` where passes went on without a better answer; else why the solver itself did.
LcpStop pass_fclib(FclibCandidates& candidates, const FclibSolverOptions& options);

/// Solves an FCLIB problem by staggering, and by nothing else. Why it ended is said as above.
LcpStop stagger_fclib(FclibCandidates& candidates);

}  // namespace stiction
