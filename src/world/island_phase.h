#pragma once

#include <numeric>
#include <vector>

#include "contact_posing.h"

namespace stiction {

/// An island at another place than where the step found it, or with other contacts: memory for a
/// `StepView` of it alone.
struct IslandPhase {
  /// one per body of the world; set for the island and what it touches
  std::vector<BodyMotion> motions;
  std::vector<FreeMotion> free_motions;            ///< likewise
  std::vector<FoundContact> found;                 ///< contacts within reach, ascending keys
  std::vector<FoundContact> contacts;              ///< all contacts of the island, ascending keys
  std::vector<RememberedContacts::Entry> entries;  ///< one per contact, or none at all
  std::vector<const RememberedContacts::Entry*> remembered;
  std::vector<std::size_t> places;  ///< 0, 1, 2 ...

  StepView view(const StepView& from) {
    remembered.assign(contacts.size(), nullptr);
    for (std::size_t k = 0; k < entries.size(); ++k) remembered[k] = &entries[k];
    StepView view = from;
    view.motions = motions;
    view.free_motions = free_motions;
    view.contacts = contacts;
    view.remembered = remembered;
    view.answered = {};
    return view;
  }

  Island island(const Island& of) {
    places.resize(contacts.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    return {of.bodies, places, of.joints, of.places};
  }
};

}  // namespace stiction
