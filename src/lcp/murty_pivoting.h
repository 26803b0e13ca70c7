#pragma once

#include "box_dictionary.h"
#include "cycle_guard.h"

#include <stiction/lcp/lcp.h>

namespace stiction {

enum class MurtyEnd {
  complementary,  ///< no row is infeasible
  ray,            ///< an infeasible row that no variable can make feasible
  pivot_limit,
  cycle,     ///< an earlier basis came back
  diverged,  ///< numbers beyond the range of double
};

LcpStop stop_of(MurtyEnd end);

/// Least-index principal pivoting (see `MurtySolver`).
class MurtyPivoting {
 public:
  /// Pivots on the dictionary until the end. `pivots` counts on, up to `pivot_limit`.
  MurtyEnd run(BoxDictionary& dictionary, int pivot_limit, int& pivots);

 private:
  CycleGuard guard_;
};

}  // namespace stiction
