#include "flight_meetings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "island_solver.h"
#include "joint_pairs.h"
#include "next_touch.h"
#include "pair_contacts.h"
#include "separation.h"

namespace stiction {
namespace {

void find_flying_bodies(const StepView& view, std::vector<char>& flies) {
  const WorldValue& world = view.world;
  flies.assign(world.bodies.size(), 1);
  const auto hold = [&](std::size_t i) {
    if (i != kWorldBody && world.bodies[i].is_dynamic()) flies[i] = 0;
  };
  for (const JointRecord& joint : world.joints) visit_bodies(world, joint, hold);
  std::size_t next = 0;
  for (const FoundContact& contact : view.contacts) {
    const auto is_held = [&](std::size_t i) { return !flies[i] || !world.bodies[i].is_dynamic(); };
    if (is_held(contact.body_a) && is_held(contact.body_b)) continue;
    const auto* remembered = world.memory.find_next(contact.key, next);
    if (!touches_at_start(world, contact, remembered, view.h)) continue;
    if (calc_normal_speed(view.motions, contact) > least_approach(view)) continue;
    hold(contact.body_a);
    hold(contact.body_b);
  }
}

/// Of a body in free flight.
Vec6 free_end_velocity(const StepView& view, std::size_t body) {
  Vec6 velocity = view.free_motions[body].velocity;
  velocity.tail<3>() = view.free_motions[body].end_spin;
  return velocity;
}

/// A bound on how far a point of the body moves by turning, m.
double calc_chord(const StepView& view, std::size_t body) {
  const BodyRecord& record = view.world.bodies[body];
  const double turn =
      calc_turn(record, view.motions[body].velocity, free_end_velocity(view, body), view.h);
  return 2 * record.radius * std::sin(0.5 * std::min(turn, std::numbers::pi));
}

/// True if turning bodies may close the gap, whatever their shapes: they are at least as far apart
/// as along any axis that does not turn, such as the normal at the start.
bool may_close(const StepView& view, const FoundContact& contact) {
  const Vec3 n = contact.normal();
  const auto speeds_of = [&](std::size_t i) {
    return std::minmax({n.dot(view.motions[i].velocity.head<3>()),
                        n.dot(view.free_motions[i].velocity.head<3>())});
  };
  const double lowest = speeds_of(contact.body_a).first - speeds_of(contact.body_b).second;
  const double turned = calc_chord(view, contact.body_a) + calc_chord(view, contact.body_b);
  return turned > 0 && contact.gap + view.h * lowest <= turned;
}

/// True if the normal separates the shapes all through the step.
bool stays_apart(const StepView& view, const FoundContact& contact) {
  const auto end_of = [&](std::size_t body) {
    BodyMotion end = view.motions[body];
    end.center += view.free_motions[body].displacement;
    end.rotation = view.free_motions[body].rotation;
    return end;
  };
  const auto bow_of = [&](std::size_t body) {
    return calc_bow(view.world.bodies[body], view.motions[body].velocity,
                    free_end_velocity(view, body), view.h);
  };
  const BodyMotion end_a = end_of(contact.body_a);
  const BodyMotion end_b = end_of(contact.body_b);
  return stays_apart(view.world, contact,
                     {view.motions[contact.body_a], end_a, bow_of(contact.body_a)},
                     {view.motions[contact.body_b], end_b, bow_of(contact.body_b)});
}

}  // namespace

void find_unclear_pairs(const StepView& view, std::span<const FoundContact> known,
                        FlightMeetingTools& tools) {
  tools.pairs.clear();
  find_flying_bodies(view, tools.flies);
  for (std::size_t first = 0; first < view.contacts.size();) {
    const ContactKey& key = view.contacts[first].key;
    std::size_t end = first + 1;
    while (end < view.contacts.size() && is_same_pair(view.contacts[end].key, key)) ++end;
    const auto contacts = view.contacts.subspan(first, end - first);
    const bool is_unclear =
        tools.flies[contacts.front().body_a] && tools.flies[contacts.front().body_b] &&
        contacts_of(known, key).empty() &&
        std::ranges::any_of(
            contacts, [&](const auto& c) { return may_close(view, c) && !stays_apart(view, c); }) &&
        std::ranges::none_of(contacts, [&](const auto& c) { return meets(view, c); });
    if (is_unclear) tools.pairs.push_back({first, contacts.size()});
    first = end;
  }
}

double find_flight_approach(const StepView& view, const FlightPair& pair, IslandTools& tools) {
  const auto contacts = view.contacts.subspan(pair.first, pair.count);
  const FoundContact& first = contacts.front();
  std::vector<BodyWay>& ways = tools.sequence.ways.ways;
  std::vector<int>& places = tools.sequence.ways.places;
  ways.resize(view.world.bodies.size());
  places.resize(view.world.bodies.size());
  for (const std::size_t i : {first.body_a, first.body_b}) {
    ways[i].begin(view.motions[i], 0);
    places[i] = view.world.bodies[i].is_dynamic() ? 0 : -1;
  }
  const auto touch = find_touch(
      view, {.bodies = {}, .contacts = {}, .joints = {}, .places = places}, first, contacts, ways,
      0, [](const ContactKey&) { return false; }, least_approach(view), tools.manifolds,
      tools.sequence.touch);
  if (!touch) return 0;
  const auto& looks = tools.sequence.touch.looks;
  const double approach = -std::ranges::min_element(looks, {}, &ContactOnPath::gap)->speed;
  return approach > least_approach(view) ? approach : 0;
}

}  // namespace stiction
