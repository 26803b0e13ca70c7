#pragma once

#include <algorithm>
#include <vector>

namespace stiction::bench {

/// The largest `residual` of the runs.
template <class Run>
double worst_residual(const std::vector<Run>& runs) {
  double worst = 0;
  for (const Run& run : runs) worst = std::max(worst, run.residual);
  return worst;
}

}  // namespace stiction::bench
