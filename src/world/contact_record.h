#pragma once

#include <stiction/world/contact.h>

#include <cstddef>

#include "contact_finder.h"

namespace stiction {

/// Fills in all that is known of a contact before anything acts on it, and sets impulses and
/// velocities to zero.
void fill_contact(const FoundContact& found, Contact& contact);

/// The report's counts of touching contacts.
struct ContactCounts {
  std::size_t open = 0;
  std::size_t sticking = 0;
  std::size_t sliding = 0;
  double friction_use = 0;  ///< the largest of sticking contacts
  std::size_t unanalysed = 0;
  std::size_t not_unique = 0;  ///< of those that were analysed

  void add(const Contact& contact);
  void add(const ContactCounts& other);
};

}  // namespace stiction
