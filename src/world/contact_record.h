#pragma once

#include <stiction/world/contact.h>

#include <vector>

#include "contact_finder.h"
#include "world_value.h"

namespace stiction {

/// What is known of a contact before anything acts on it: all but impulses and velocities.
Contact make_contact(const FoundContact& found);

/// The contacts at the present poses with gaps up to `margin`, m, found by `finder`.
std::vector<FoundContact> find_present_contacts(const WorldValue& world, ContactFinder& finder,
                                                double margin);

}  // namespace stiction
