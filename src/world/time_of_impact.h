#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "contact_posing.h"

namespace stiction {

/// A contact of a pair of shapes some time along the paths of its bodies.
struct ContactOnPath {
  ContactKey key;
  double gap = 0;           ///< m
  double speed = 0;         ///< normal: d gap / dt, m/s
  double acceleration = 0;  ///< bound on how fast that may fall, m/s^2, >= 0
};

/// The contacts of the pair at a time, s; of use until the next call.
using LookAtPair = std::function<const std::vector<ContactOnPath>&(double time)>;

/// The first time up to `end` at which a contact of the pair that is not `held` touches (a gap of
/// at most `kTouchingGap`) and approaches faster than `least_approach`, m/s; empty if none does.
/// Slower ones are no more looked at from then on: a shape that rolls comes down on one point of
/// its rim after the other like that, and stays where it is.
///
/// Conservative advancement (Mirtich 1996) with speeds: until the first root of
/// gap + speed s - acceleration s^2/2 nothing is met. For a ball that falls on a floor that is the
/// time of impact itself; elsewhere a gap is met as by Newton's method. Where the bound was none
/// and shapes overlap, the time since the last look is halved; not so long where they do all at
/// once, which is no meeting of what parts. What has come to no end after 60 looks is taken up to
/// the last of them.
std::optional<double> find_time_of_impact(const LookAtPair& look,
                                          const std::function<bool(const ContactKey&)>& is_held,
                                          double least_approach, double end);

}  // namespace stiction
