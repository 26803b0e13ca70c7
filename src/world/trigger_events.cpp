#include "trigger_events.h"

#include <algorithm>
#include <iterator>

namespace stiction {
namespace {

using Pairs = std::vector<TriggerPair>;

Pairs united(const Pairs& a, const Pairs& b) {
  Pairs sum;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(sum));
  return sum;
}

Pairs without(const Pairs& a, const Pairs& b) {
  Pairs rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

std::vector<TriggerEvent> make_trigger_events(const std::vector<TriggerPair>& before,
                                              const TriggerFindings& found) {
  std::vector<TriggerEvent> events;
  for (const TriggerPair& pair : united(found.overlapping, found.passed)) {
    const bool is_old = std::binary_search(before.begin(), before.end(), pair);
    events.push_back(
        {is_old ? ContactEventKind::persist : ContactEventKind::begin, pair.trigger, pair.other});
  }
  for (const TriggerPair& pair : united(without(before, found.overlapping), found.passed)) {
    events.push_back({ContactEventKind::end, pair.trigger, pair.other});
  }
  return events;
}

}  // namespace stiction
