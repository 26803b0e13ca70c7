#pragma once

#include <functional>

namespace stiction {

/// The limit of a pivoting method: a number of pivots, or a function called before each of them.
struct PivotLimit {
  int most = 0;
  const std::function<bool()>* may_go_on = nullptr;

  /// Call once before each pivot.
  bool is_reached(int pivots) const {
    return pivots >= most || (may_go_on && *may_go_on && !(*may_go_on)());
  }
};

}  // namespace stiction
