#pragma once

#include <functional>

namespace stiction {

/// What ends a pivoting method: a number of pivots, or somebody who is asked before each of them.
struct PivotLimit {
  int most = 0;
  const std::function<bool()>* may_go_on = nullptr;

  /// Asks, once for each pivot that is to be made.
  bool is_reached(int pivots) const {
    return pivots >= most || (may_go_on && *may_go_on && !(*may_go_on)());
  }
};

}  // namespace stiction
