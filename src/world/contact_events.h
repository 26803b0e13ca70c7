#pragma once

#include <stiction/world/contact.h>

#include <vector>

#include "remembered_contacts.h"

namespace stiction {

/// Begin and persist in the order of `now`, then the ends in the order of `before`; contacts that
/// touch only.
void make_contact_events(const RememberedContacts& before, const RememberedContacts& now,
                         std::vector<ContactEvent>& events);

}  // namespace stiction
