#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "contact_posing.h"

namespace stiction {

struct IslandTools;

/// The contacts of a pair of shapes on bodies in flight, one behind the other.
struct FlightPair {
  std::size_t first = 0;  ///< of the view's contacts
  std::size_t count = 0;
};

/// Memory of `find_unclear_pairs`.
struct FlightMeetingTools {
  /// One a body: as the step starts no joint holds it and nothing touches it but what parts from
  /// it, or forces do not move it at all.
  std::vector<char> flies;
  std::vector<FlightPair> pairs;
};

/// The pairs that may meet in flight although `meets` finds it of none of their contacts: as a body
/// turns, a contact runs over its surface or goes over to another feature, and is elsewhere where
/// it closes. Not those that have a contact among the `known`, of ascending keys. O(contacts).
void find_unclear_pairs(const StepView& view, std::span<const FoundContact> known,
                        FlightMeetingTools& tools);

/// How fast the shapes of such a pair close where they touch first on the exact paths of their
/// bodies, m/s; 0 if they do not within the step, or too slowly for an impact.
double find_flight_approach(const StepView& view, const FlightPair& pair, IslandTools& tools);

}  // namespace stiction
