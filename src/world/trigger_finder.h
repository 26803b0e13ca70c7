#pragma once

#include <utility>
#include <vector>

#include "shape_index.h"
#include "trigger_events.h"
#include "world_value.h"

namespace stiction {

/// Finds the shapes that overlap the triggers of a world. Costs nothing in a world without
/// triggers.
class TriggerFinder {
 public:
  TriggerFinder();

  /// Finds shapes that overlap triggers at the present poses, and those that passed through on the
  /// way from the poses before the last step. It must always be the same world.
  TriggerFindings find(const WorldValue& world);

 private:
  ShapeIndex index_;
  std::vector<std::pair<BroadPhase::ProxyId, BroadPhase::ProxyId>> pairs_;
};

}  // namespace stiction
