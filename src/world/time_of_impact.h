#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "contact_posing.h"

namespace stiction {

/// A contact of a pair of shapes at some time along the paths of its bodies.
struct ContactOnPath {
  ContactKey key;
  double gap = 0;           ///< m
  double speed = 0;         ///< normal: d gap / dt, m/s
  double acceleration = 0;  ///< bound on how fast `speed` may fall, m/s^2, >= 0
};

/// Returns the contacts of the pair at a time, s; valid until the next call.
using LookAtPair = std::function<const std::vector<ContactOnPath>&(double time)>;

/// Returns the first time up to `end` at which a contact of the pair that is not `held` touches (a
/// gap of at most `kTouchingGap`) and approaches faster than `least_approach`, m/s; empty if none
/// does. Contacts that touch more slowly are ignored from then on: a rolling shape comes down on
/// one point of its rim after the other like that, and stays where it is.
///
/// Conservative advancement (Mirtich 1996) with speeds: until the first root of gap + speed s -
/// acceleration s^2/2 nothing is met. For a ball that falls on a floor that is the time of impact
/// itself; in other cases it approaches a gap like Newton's method. If the bound was violated and
/// shapes overlap, the time since the last look is halved, but not for long if they overlap
/// suddenly, which is not a meeting of separate shapes. After 60 looks the last time without new
/// overlap is returned.
std::optional<double> find_time_of_impact(const LookAtPair& look,
                                          const std::function<bool(const ContactKey&)>& is_held,
                                          double least_approach, double end);

}  // namespace stiction
