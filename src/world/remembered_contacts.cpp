#include "remembered_contacts.h"

#include <algorithm>

#include "same_bits.h"

namespace stiction {

bool RememberedContacts::Entry::operator==(const Entry& other) const {
  return key == other.key && has_same_bits(force, other.force) && state == other.state &&
         memory == other.memory && touching == other.touching && loaded == other.loaded;
}

std::size_t RememberedContacts::place_of(const ContactKey& key) const {
  const auto place = std::ranges::lower_bound(entries_, key, {}, &Entry::key);
  return static_cast<std::size_t>(place - entries_.begin());
}

void get_contact_guess(const RememberedContacts::Entry* entry, const Mat3& frame, double h,
                       ContactGuess& guess) {
  // The force of a contact of more than 1e306 kg may be out of range.
  guess.known = entry && entry->force.allFinite();
  if (!guess.known) return;
  guess.impulse = h * (frame.transpose() * entry->force);
  guess.impulse.x() = std::max(0.0, guess.impulse.x());
  guess.state = entry->state;
  guess.memory = entry->memory;
}

}  // namespace stiction
