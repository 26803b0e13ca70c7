#pragma once

#include <utility>
#include <vector>

#include "shape_index.h"
#include "trigger_events.h"
#include "world_value.h"

namespace stiction {

/// Finds what overlaps the triggers of a world. Costs nothing in a world without triggers.
class TriggerFinder {
 public:
  TriggerFinder();

  /// What overlaps at the present poses, and what passed through on the way from the poses before
  /// the last step. Always of the same world.
  TriggerFindings find(const WorldValue& world);

 private:
  ShapeIndex index_;
  std::vector<std::pair<BroadPhase::ProxyId, BroadPhase::ProxyId>> pairs_;
};

}  // namespace stiction
