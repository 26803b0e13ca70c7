#include "remembered_contacts.h"

#include <algorithm>

namespace stiction {

const RememberedContacts::Entry* RememberedContacts::find(const ContactKey& key) const {
  const auto found = std::lower_bound(
      entries_.begin(), entries_.end(), key,
      [](const Entry& entry, const ContactKey& wanted) { return entry.key < wanted; });
  return found != entries_.end() && found->key == key ? &*found : nullptr;
}

const RememberedContacts::Entry* RememberedContacts::find(const ContactKey& key,
                                                          std::size_t& hint) const {
  if (hint >= entries_.size() || entries_[hint].key != key) {
    const Entry* found = find(key);
    if (found) hint = static_cast<std::size_t>(found - entries_.data()) + 1;
    return found;
  }
  return &entries_[hint++];
}

ContactGuess make_contact_guess(const RememberedContacts::Entry* entry, const Mat3& frame,
                                double h) {
  ContactGuess guess;
  if (!entry) return guess;
  guess.known = true;
  guess.impulse = h * (frame.transpose() * entry->force);
  guess.impulse.x() = std::max(0.0, guess.impulse.x());
  guess.state = entry->state;
  guess.memory = entry->memory;
  return guess;
}

}  // namespace stiction
