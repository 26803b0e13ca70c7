#pragma once

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "lacoursiere_table.h"
#include "print_and_here.h"

namespace stiction::bench {

/// On the random problems of the paper's size: our fastest solver that solved all, the fastest of
/// another library, and the ratio of their median times. Names are empty where none ran.
struct PeerRatio {
  std::string ours;
  std::string peer;
  double ratio = 0;
};
PeerRatio calc_peer_ratio(std::span<const BoxSet> sets);

/// Figures 1, 2, 3, 5 and 6.
std::vector<PrintAndHere> make_lacoursiere_findings(std::span<const BoxSet> sets,
                                                    const std::vector<SweepSeries>& sweeps);

/// Prints the methods that did not solve all problems of a class for which they are guaranteed,
/// except iterative methods that their limit ended; returns their number.
int print_broken_guarantees(std::ostream& out, std::span<const BoxSet> sets);

}  // namespace stiction::bench
