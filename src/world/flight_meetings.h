#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "contact_posing.h"

namespace stiction {

struct IslandTools;

/// The contacts of a pair of shapes of bodies in flight, which follow one another.
struct FlightPair {
  std::size_t first = 0;  ///< index in the view's contacts
  std::size_t count = 0;
};

/// Memory of `find_unclear_pairs`.
struct FlightMeetingTools {
  /// One per body: whether, as the step starts, no joint holds it and nothing touches it except
  /// what parts from it, or forces do not move it at all.
  std::vector<char> flies;
  std::vector<FlightPair> pairs;
};

/// Finds the pairs that may meet in flight although `meets` is false for all of their contacts: as
/// a body turns, a contact moves over its surface or to another feature, and is elsewhere when it
/// closes. Skips pairs that have a contact among the `known`, ascending keys. O(contacts).
void find_unclear_pairs(const StepView& view, std::span<const FoundContact> known,
                        FlightMeetingTools& tools);

/// Returns how fast the shapes of such a pair close where they first touch on the exact paths of
/// their bodies, m/s; 0 if they do not touch within the step, or too slowly for an impact.
double find_flight_approach(const StepView& view, const FlightPair& pair, IslandTools& tools);

}  // namespace stiction
