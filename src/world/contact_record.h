#pragma once

#include <stiction/world/contact.h>

#include <vector>

#include "contact_finder.h"

namespace stiction {

/// Adds what is known of a contact before anything acts on it: all but impulses and velocities.
Contact& add_contact(const FoundContact& found, std::vector<Contact>& contacts);

}  // namespace stiction
