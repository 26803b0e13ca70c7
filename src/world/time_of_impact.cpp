#include "time_of_impact.h"

#include <stiction/world/contact.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace stiction {
namespace {

/// Most look fewer than 10 times; those that graze each other are taken up to there.
constexpr int kMaxLooks = 60;
/// Of the end: when a contact that overlaps all at once came is not asked more exactly. It is one
/// that overlapped before and goes by another name now, that of the next facet.
constexpr double kShortLeg = 1e-3;
/// Of the touching gap: what is aimed at.
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
  std::vector<ContactKey> passed;  // are not met any more
  const auto counts = [&](const ContactOnPath& contact) {
    return !is_held(contact.key) && std::ranges::find(passed, contact.key) == passed.end();
  };
  double time = 0;
  double last = 0;         // when nothing overlapped that did not at the start,
  double beyond = kNever;  // and the first time known when something did
  double deepest = 0;      // of what may overlap, since it did at the start
  for (int k = 0; k < kMaxLooks; ++k) {
    const std::vector<ContactOnPath>& contacts = look(time);
    const double leg = time - last;
    // What overlaps all at once and parts is no meeting: it overlapped before, by another name.
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
    // On to where the first one touches: what comes down together is as near then.
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
    // The end is looked at, too: the bound holds for what turns little from one look to the next.
    if (time == end) return std::nullopt;
    last = time;
    time = std::min(time + step, end);
    if (time >= beyond) time = 0.5 * (last + beyond);
  }
  return last;
}

}  // namespace stiction
