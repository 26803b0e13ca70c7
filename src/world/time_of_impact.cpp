#include "time_of_impact.h"

#include <stiction/world/contact.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stiction {
namespace {

/// Most pairs need fewer than 10 looks; pairs that graze each other are followed up to this many.
constexpr int kMaxLooks = 60;
/// Share of the end: the time at which a contact suddenly overlaps is found no more exactly than
/// this. It overlapped before, and now has another name, that of the next facet.
constexpr double kShortLeg = 1e-3;
/// Share of the touching gap at which the search aims.
constexpr double kAim = 0.2;

/// The first s > 0 with gap + speed s - acceleration s^2/2 = 0.
double first_root(double gap, double speed, double acceleration) {
  const double root = std::sqrt(speed * speed + 2 * acceleration * gap);
  if (speed < 0) return 2 * gap / (root - speed);  // the form without cancellation
  return acceleration > 0 ? (speed + root) / acceleration : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<double> find_time_of_impact(const LookAtPair& look,
                                          const std::function<bool(const ContactKey&)>& is_held,
                                          double least_approach, double end) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<ContactKey> passed;  // ignored from now on
  const auto counts = [&](const ContactOnPath& contact) {
    return !is_held(contact.key) && std::ranges::find(passed, contact.key) == passed.end();
  };
  double time = 0;
  double last = 0;         // the last time at which no new overlap existed
  double beyond = kNever;  // the first known time at which one did
  double deepest = 0;      // depth of the overlap at the start, which may remain
  for (int k = 0; k < kMaxLooks; ++k) {
    const std::vector<ContactOnPath>& contacts = look(time);
    const double leg = time - last;
    // A contact that suddenly overlaps and separates is not met: it overlapped before, by another
    // name.
    const auto parts_from_nowhere = [&](const ContactOnPath& contact) {
      const double way = (contact.speed - 0.5 * contact.acceleration * leg) * leg;
      return k > 0 && leg < kShortLeg * end && contact.speed > 0 && contact.gap - way < deepest;
    };
    double least = kNever;
    for (const ContactOnPath& contact : contacts) {
      if (!counts(contact)) continue;
      if (parts_from_nowhere(contact)) {
        passed.push_back(contact.key);
        beyond = kNever;
      } else {
        least = std::min(least, contact.gap);
      }
    }
    if (k == 0) deepest = std::min(-kTouchingGap, least);
    if (least < deepest) {
      const auto comes_from_nowhere = [&](const ContactOnPath& contact) {
        const double way = std::abs(contact.speed) * leg + 0.5 * contact.acceleration * leg * leg;
        return counts(contact) && contact.gap + way < deepest;
      };
      if (leg < kShortLeg * end && std::ranges::any_of(contacts, comes_from_nowhere)) return last;
      beyond = time;
      time = 0.5 * (last + time);
      continue;
    }
    // Go on to where the first contact touches: contacts that come down together are as close then.
    double step = kNever;
    bool touches = false;
    for (const ContactOnPath& contact : contacts) {
      if (!counts(contact)) continue;
      touches |= contact.gap <= kTouchingGap && contact.speed < -least_approach;
      if (!touches && contact.gap <= kTouchingGap && contact.speed < 0) {
        passed.push_back(contact.key);
        beyond = kNever;
        continue;
      }
      const double gap = std::max(0.0, contact.gap - kAim * kTouchingGap);
      step = std::min(step, first_root(gap, contact.speed, contact.acceleration));
    }
    if (touches) return std::min(time + step, end);
    // Look at the end, too: the bound holds only if bodies turn little between looks.
    if (time == end) return std::nullopt;
    last = time;
    time = std::min(time + step, end);
    if (time >= beyond) time = 0.5 * (last + beyond);
  }
  return last;
}

}  // namespace stiction
