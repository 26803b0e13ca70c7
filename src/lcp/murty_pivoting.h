#pragma once

#include "box_dictionary.h"
#include "cycle_guard.h"
#include "pivot_limit.h"

#include <stiction/lcp/lcp.h>

namespace stiction {

/// Least-index principal pivoting (see `MurtySolver`).
class MurtyPivoting {
 public:
  /// Pivots on the dictionary until the end, adding to `pivots`. Apart from the limit it ends when
  /// no row is infeasible (`complementary`), no variable can make one feasible (`ray`), an earlier
  /// basis returns (`cycle`), or numbers have `diverged`.
  LcpStop run(BoxDictionary& dictionary, const PivotLimit& limit, int& pivots);

 private:
  CycleGuard guard_;
};

}  // namespace stiction
