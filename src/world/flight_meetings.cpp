#include "flight_meetings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "island_solver.h"
#include "joint_pairs.h"
#include "next_touch.h"
#include "pair_contacts.h"

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

/// A bound on the turn of the body in the step, rad; 0 for a ball, which turning does not change.
double calc_turn(const StepView& view, std::size_t body) {
  if (view.world.bodies[body].is_ball) return 0;
  return view.h * std::max(view.motions[body].velocity.tail<3>().norm(),
                           view.free_motions[body].end_spin.norm());
}

/// A bound on how far a point of the body moves by turning, m.
double calc_chord(const StepView& view, std::size_t body) {
  const double turn = std::min(calc_turn(view, body), std::numbers::pi);
  return 2 * view.world.bodies[body].radius * std::sin(0.5 * turn);
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

/// A bound on the distance of the body's points from the chords of their paths in the step, m:
/// h^2 / 8 of their acceleration. Without torques a spin changes by as much as it turns the arm.
double calc_bow(const StepView& view, std::size_t body) {
  const BodyRecord& record = view.world.bodies[body];
  const Vec6 change = view.free_motions[body].velocity - view.motions[body].velocity;
  const double spin_up = view.h * record.inverse_inertia.norm() * record.torque.norm();
  const double turning = 2 * std::pow(calc_turn(view, body), 2) + view.h * spin_up;
  return (turning * record.radius + view.h * change.head<3>().norm()) / 8;
}

/// How much further the shape of a contact's body reaches along the normal at the end of the step,
/// or against it (`side` -1), m.
double calc_reach_change(const StepView& view, const FoundContact& contact, std::size_t body,
                         int shape, double side) {
  const WorldValue& world = view.world;
  if (world.bodies[body].is_fixed()) return 0;
  const Mat3 to_contact = contact.frame.transpose();
  const auto reach = [&](const BodyMotion& motion) {
    const RigidTransform at = pose_shape(world, motion, body, shape).X_WS;
    const Aabb bounds = calc_aabb(world.bodies[body].definition.shapes[shape].shape,
                                  {Quat(to_contact) * at.rotation, to_contact * at.translation});
    return side > 0 ? bounds.upper.x() : -bounds.lower.x();
  };
  BodyMotion end = view.motions[body];
  end.center += view.free_motions[body].displacement;
  end.rotation = view.free_motions[body].rotation;
  return reach(end) - reach(view.motions[body]);
}

/// True if the normal separates the shapes all through the step.
bool stays_apart(const StepView& view, const FoundContact& contact) {
  const std::size_t body_a = contact.body_a;
  const std::size_t body_b = contact.body_b;
  const double closed = calc_reach_change(view, contact, body_a, contact.key.shape_a, -1) +
                        calc_reach_change(view, contact, body_b, contact.key.shape_b, 1);
  return contact.gap - std::max(0.0, closed) > calc_bow(view, body_a) + calc_bow(view, body_b);
}

}  // namespace

void find_unclear_pairs(const StepView& view, std::span<const FoundContact> known,
                        FlightMeetingTools& tools) {
  tools.pairs.clear();
  find_flying_bodies(view, tools.flies);
  for (std::size_t first = 0; first < view.contacts.size();) {
    const ContactKey& key = view.contacts[first].key;
    const std::span<const FoundContact> contacts = contacts_of(view.contacts.subspan(first), key);
    const bool is_unclear =
        tools.flies[contacts.front().body_a] && tools.flies[contacts.front().body_b] &&
        contacts_of(known, key).empty() &&
        std::ranges::any_of(
            contacts, [&](const auto& c) { return may_close(view, c) && !stays_apart(view, c); }) &&
        std::ranges::none_of(contacts, [&](const auto& c) { return meets(view, c); });
    if (is_unclear) tools.pairs.push_back({first, contacts.size()});
    first += contacts.size();
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
    ways[i] = {view.motions[i], 0, {}, {}};
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
