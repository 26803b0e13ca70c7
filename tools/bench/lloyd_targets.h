#pragma once

#include "lloyd_methods.h"

#include <ostream>
#include <span>

namespace stiction::bench {

/// Prints the gain of warm starts per set and method: how often the basis holds, and the mean
/// times.
void print_warm_starts(std::ostream& out, std::span<const LloydSeries> series);

/// Prints the targets of reduced Lemke, what it reached, and whether that is enough.
void print_lloyd_targets(std::ostream& out, std::span<const LloydSeries> series);

/// Prints each draw of this project's methods that the judge did not accept. Returns their number.
int print_unsolved_draws(std::ostream& out, std::span<const LloydSeries> series);

}  // namespace stiction::bench
