#pragma once

#include <ostream>
#include <vector>

#include "erleben_curves.h"
#include "erleben_tables.h"
#include "print_and_here.h"

namespace stiction::bench {

/// Figures 2 to 6, tables 1 and 2 and the zero eigenvalues.
std::vector<PrintAndHere> make_erleben_findings(const std::vector<CurveSet>& curves,
                                                const std::vector<EndSeries>& ends);

/// Prints which of these claims do not hold, and returns their number:
/// - table 1 on the fluid problems: Fischer-Newton, minimum map, PGS and PSOR always end by the
///   absolute criterion;
/// - table 1 on the contact problems as printed: so does Fischer-Newton with the library's search;
/// - with the library's options the four solve all fluid problems to 1e-8, and Lemke's method all
///   contact problems from real Jacobians.
int print_broken_claims(std::ostream& out, const std::vector<EndSeries>& ends);

}  // namespace stiction::bench
