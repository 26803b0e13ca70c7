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

/// The results of a step for the triggers.
struct TriggerFindings {
  std::vector<TriggerPair> overlapping;  ///< at the end of the step, ascending
  std::vector<TriggerPair> passed;  ///< only in between, neither before nor at the end; ascending
};

/// Begin and persist in ascending order, then the ends; `before`: the pairs that overlapped at the
/// start.
std::vector<TriggerEvent> make_trigger_events(const std::vector<TriggerPair>& before,
                                              const TriggerFindings& found);

}  // namespace stiction
