#include "contact_events.h"

namespace stiction {
namespace {

ContactEvent make_event(ContactEventKind kind, const ContactKey& key) {
  return {kind, key.body_a, key.body_b, key.shape_a, key.shape_b, key.feature};
}

}  // namespace

void make_contact_events(const RememberedContacts& before, const RememberedContacts& now,
                         std::vector<ContactEvent>& events) {
  events.clear();
  std::vector<ContactEvent> ends;
  auto old = before.entries().begin();
  const auto end_before = [&](const ContactKey* key) {
    for (; old != before.entries().end() && (!key || old->key < *key); ++old) {
      if (old->touching) ends.push_back(make_event(ContactEventKind::end, old->key));
    }
  };
  for (const RememberedContacts::Entry& entry : now.entries()) {
    if (!entry.touching) continue;
    end_before(&entry.key);
    const bool is_known = old != before.entries().end() && old->key == entry.key;
    const bool persists = is_known && old->touching;
    events.push_back(
        make_event(persists ? ContactEventKind::persist : ContactEventKind::begin, entry.key));
    if (is_known) ++old;
  }
  end_before(nullptr);
  events.insert(events.end(), ends.begin(), ends.end());
}

}  // namespace stiction
