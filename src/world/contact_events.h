#pragma once

#include <stiction/world/contact.h>

#include <vector>

#include "contact_memory.h"

namespace stiction {

/// Begin and persist in the order of `now`, then the ends in the order of `before`; contacts that
/// touch only.
void make_contact_events(const ContactMemory& before, const ContactMemory& now,
                         std::vector<ContactEvent>& events);

}  // namespace stiction
