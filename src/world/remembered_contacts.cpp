#include "remembered_contacts.h"

#include <algorithm>

namespace stiction {

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
