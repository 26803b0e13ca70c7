#pragma once

#include <stiction/world/trigger.h>

#include <compare>
#include <vector>

namespace stiction {

struct TriggerPair {
  BodyShape trigger;
  BodyShape other;
  auto operator<=>(const TriggerPair&) const = default;
};

/// What a step did to the triggers.
struct TriggerFindings {
  std::vector<TriggerPair> overlapping;  ///< at its end, ascending
  std::vector<TriggerPair> passed;  ///< in between only, neither before nor at its end; ascending
};

/// Begin and persist in ascending order, then the ends; `before`: what overlapped at the start.
std::vector<TriggerEvent> make_trigger_events(const std::vector<TriggerPair>& before,
                                              const TriggerFindings& found);

}  // namespace stiction
