#include "contact_events.h"

namespace stiction {
namespace {

bool is_touching(const RememberedContacts::Entry* entry) { return entry && entry->touching; }

ContactEvent make_event(ContactEventKind kind, const ContactKey& key) {
  return {kind, key.body_a, key.body_b, key.shape_a, key.shape_b, key.feature};
}

}  // namespace

void make_contact_events(const RememberedContacts& before, const RememberedContacts& now,
                         std::vector<ContactEvent>& events) {
  events.clear();
  std::size_t next = 0;
  for (const RememberedContacts::Entry& entry : now.entries()) {
    if (!entry.touching) continue;
    const bool is_old = is_touching(before.find_next(entry.key, next));
    events.push_back(
        make_event(is_old ? ContactEventKind::persist : ContactEventKind::begin, entry.key));
  }
  next = 0;
  for (const RememberedContacts::Entry& entry : before.entries()) {
    if (!entry.touching || is_touching(now.find_next(entry.key, next))) continue;
    events.push_back(make_event(ContactEventKind::end, entry.key));
  }
}

}  // namespace stiction
