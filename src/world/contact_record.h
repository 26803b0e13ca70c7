#pragma once

#include <stiction/world/contact.h>

#include "contact_finder.h"

namespace stiction {

/// What is known of a contact before anything acts on it: all but impulses and velocities.
Contact make_contact(const FoundContact& found);

}  // namespace stiction
