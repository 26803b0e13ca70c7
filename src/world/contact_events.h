#pragma once

#include <stiction/world/contact.h>

#include <vector>

#include "remembered_contacts.h"

namespace stiction {

/// Lists begin and persist in the order of `now`, then end in the order of `before`; only for
/// contacts that touch.
void make_contact_events(const RememberedContacts& before, const RememberedContacts& now,
                         std::vector<ContactEvent>& events);

}  // namespace stiction
