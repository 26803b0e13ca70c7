#include "island_ways.h"

#include <algorithm>
#include <ranges>
#include <tuple>
#include <utility>

#include "contact_planes.h"
#include "island_solution.h"
#include "joint_pairs.h"
#include "next_touch.h"
#include "pair_contacts.h"

namespace stiction {
namespace {

/// A body that turned by more than this on the way, rad, is too far off a surface to count as still
/// touching it.
constexpr double kMostLiftingTurn = 0.1;
/// The same for contacts beside a held one: a contact that is lifted further comes down later.
constexpr double kMostTurnBeside = 1e-3;

}  // namespace

IslandWays::IslandWays(const StepView& view, const Island& island, IslandWaysTools& tools,
                       IslandSolution& solution)
    : view_(view), world_(view.world), island_(island), tools_(tools), solution_(solution) {
  tools.course.clear();
  tools.pairs.clear();
  tools.held.clear();
  tools.part.clear();
  tools.ways.resize(world_.bodies.size());
  tools.places.assign(world_.bodies.size(), -1);
  tools.now.motions.resize(world_.bodies.size());
  tools.now.free_motions.resize(world_.bodies.size());
  solution.ends.assign(island.bodies.size(), {});
  const auto put = [&](std::size_t i) {
    tools.ways[i].begin(view.motions[i], 0);
    tools.now.motions[i] = view.motions[i];
    tools.now.free_motions[i] = view.free_motions[i];
  };
  std::ranges::for_each(island.bodies, put);
  for (const std::size_t c : island.contacts) {
    const FoundContact& contact = view.contacts[c];
    if (view.remembered[c]) tools.course.known.push_back(*view.remembered[c]);
    if (!tools.pairs.empty() && is_same_pair(tools.pairs.back().key, contact.key)) continue;
    tools.pairs.push_back(contact);
    for (const std::size_t i : {contact.body_a, contact.body_b}) {
      if (!is_movable(i)) put(i);
    }
  }
  for (const std::size_t j : island.joints) {
    visit_bodies(world_, world_.joints[j], [&](std::size_t i) {
      if (!is_movable(i)) put(i);
    });
  }
  // Group the pairs by body: a counting sort.
  tools.first_pair.assign(island.bodies.size() + 2, 0);
  const auto for_each_side = [&](auto visit) {
    for (std::size_t p = 0; p < tools.pairs.size(); ++p) {
      for (const std::size_t i : {tools.pairs[p].body_a, tools.pairs[p].body_b}) {
        if (is_movable(i)) visit(p, static_cast<std::size_t>(island_.places[i]));
      }
    }
  };
  for_each_side([&](std::size_t, std::size_t place) { ++tools.first_pair[place + 2]; });
  for (std::size_t k = 2; k < tools.first_pair.size(); ++k) {
    tools.first_pair[k] += tools.first_pair[k - 1];
  }
  tools.pairs_of.resize(tools.first_pair.back());
  for_each_side(
      [&](std::size_t p, std::size_t place) { tools.pairs_of[tools.first_pair[place + 1]++] = p; });
}

void IslandWays::begin_part(double now) {
  now_ = now;
  for (const std::size_t i : tools_.part) tools_.places[i] = -1;
  tools_.part.clear();
  tools_.now.contacts.clear();
  tools_.looked_at.assign(tools_.pairs.size(), 0);
  for (const std::size_t j : island_.joints) {
    visit_bodies(world_, world_.joints[j], [&](std::size_t i) {
      if (is_movable(i)) return;
      tools_.now.motions[i] = follow(world_, i, tools_.ways[i], now_, view_.h).motion;
    });
  }
}

bool IslandWays::join(std::size_t body) {
  if (body == kWorldBody || !is_movable(body) || is_in_part(body)) return false;
  tools_.places[body] = 0;
  tools_.part.push_back(body);
  BodyWay& way = tools_.ways[body];
  const PlaceOnPath point = follow(world_, body, way, now_, view_.h);
  if (const double time = now_ - way.since; time > 0) {
    IslandEnd& end = solution_.ends[static_cast<std::size_t>(island_.places[body])];
    const double radius = world_.bodies[body].radius;
    const double turn = time * point.path_velocity.tail<3>().norm() * radius;
    end.reach += (point.motion.center - way.start.center).norm() + std::min(turn, 2 * radius);
    end.torque_work += point.torque_work;
  }
  way.begin(point.motion, now_);
  tools_.now.motions[body] = point.motion;
  look_at_pairs_of(body);
  return true;
}

void IslandWays::look_at_pairs_of(std::size_t body) {
  std::vector<FoundContact>& contacts = tools_.now.contacts;
  const std::size_t first = contacts.size();
  const auto place = static_cast<std::size_t>(island_.places[body]);
  for (std::size_t k = tools_.first_pair[place]; k < tools_.first_pair[place + 1]; ++k) {
    const std::size_t p = tools_.pairs_of[k];
    if (std::exchange(tools_.looked_at[p], 1)) continue;
    const FoundContact& pair = tools_.pairs[p];
    for (const std::size_t i : {pair.body_a, pair.body_b}) {
      if (i != body)
        tools_.now.motions[i] = follow(world_, i, tools_.ways[i], now_, view_.h).motion;
    }
    append_contacts_ahead(view_, island_, pair, tools_.now.motions[pair.body_a],
                          tools_.now.motions[pair.body_b], rest(), tools_.manifolds, contacts);
  }
  for (std::size_t k = first; k < contacts.size(); ++k) {
    FoundContact& contact = contacts[k];
    const auto is_lifted = [&] {
      return contact.gap <= kTouchingGap + calc_lift(contact) && !has_left_plane(contact);
    };
    contact.touching = contact.gap <= kTouchingGap || is_lifted();
  }
}

/// True if a held contact now lies in another plane, so that its gap is not the result of leading
/// its bodies along a tangent.
bool IslandWays::has_left_plane(const FoundContact& contact) const {
  const HeldContact* held = find_held(contact.key);
  const auto all_held = std::views::transform(
      tools_.held, [](const HeldContact& h) -> const FoundContact& { return h.contact; });
  return held && !held->impulse.isZero(0) &&
         has_changed_plane(world_, held->contact, contact, all_held, tools_.now.contacts);
}

/// How far the gap of a contact may be off on the paths that led its bodies here, m: a body that
/// turns about a contact is led along its tangent. Without this a box that pivots on an edge would
/// no longer touch there when its next edge comes down, and the two would be hit one after the
/// other, as would the parts of a body along an edge that comes down.
double IslandWays::calc_lift(const FoundContact& contact) const {
  const HeldContact* held = find_held(contact.key);
  const bool is_held = held && !held->impulse.isZero(0);
  if (!is_held) held = find_held_beside(contact.key);
  if (!held) return 0;
  double lift = 0;
  for (const std::size_t i : {contact.body_a, contact.body_b}) {
    if (world_.bodies[i].is_ball) continue;  // It rolls.
    const BodyMotion& motion = tools_.now.motions[i];
    const double turn = (now_ - held->since) * motion.velocity.tail<3>().norm();
    if (turn > (is_held ? kMostLiftingTurn : kMostTurnBeside)) return 0;
    lift += turn * turn * (contact.point - motion.center).norm();
  }
  return lift;
}

void IslandWays::close_part() {
  const auto join_both = [&](std::size_t a, std::size_t b) {
    const auto has = [&](std::size_t i) { return i != kWorldBody && is_in_part(i); };
    return has(a) != has(b) && join(has(a) ? b : a);
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const HeldContact& held : tools_.held) {
      if (held.impulse.isZero(0)) continue;
      grows |= join_both(held.contact.body_a, held.contact.body_b);
    }
    for (std::size_t k = 0; k < tools_.now.contacts.size(); ++k) {
      const auto [a, b] = std::pair(tools_.now.contacts[k].body_a, tools_.now.contacts[k].body_b);
      if (tools_.now.contacts[k].touching) grows |= join_both(a, b);
    }
    for (const std::size_t j : island_.joints) {
      const JointRecord& joint = world_.joints[j];
      grows |= join_both(joint.parent, joint.child);
      if (joint.leader == kNoJoint) continue;
      const auto [follower, leader] = pair_gear(world_, joint);
      grows |= join_both(follower, leader);
    }
  }
  std::ranges::sort(tools_.now.contacts, {}, &FoundContact::key);
  std::ranges::sort(tools_.part);
  for (std::size_t k = 0; k < tools_.part.size(); ++k) {
    tools_.places[tools_.part[k]] = static_cast<int>(k);
  }
  book_held();
}

/// Books the impulses that act on the part, for the share of their time that they led it.
void IslandWays::book_held() {
  const StepView view{world_, tools_.now.motions, tools_.now.free_motions, {}, {}};
  std::erase_if(tools_.held, [&](const HeldContact& held) {
    const FoundContact& contact = held.contact;
    if (!is_in_part(contact.body_a) && !is_in_part(contact.body_b)) return false;
    if (now_ > held.since) {
      const Vec3 impulse = (now_ - held.since) / held.duration * held.impulse;
      tools_.course.acted.push_back(
          {contact, contact.frame * impulse, held.state, calc_driven_work(view, contact, impulse)});
    }
    return true;
  });
}

Island IslandWays::make_part(IslandPhase& phase) const {
  Island part = phase.island(island_);
  part.bodies = tools_.part;
  part.places = tools_.places;
  return part;
}

StepView IslandWays::make_view(const std::vector<FoundContact>& contacts, IslandPhase& phase,
                               double h) const {
  for (const std::size_t i : tools_.part) {
    tools_.now.free_motions[i] =
        calc_free_motion(world_.bodies[i], tools_.now.motions[i], world_.options.gravity, h);
  }
  phase.remembered.assign(contacts.size(), nullptr);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    phase.remembered[k] = tools_.course.find(contacts[k].key);
  }
  return {world_, tools_.now.motions, tools_.now.free_motions, contacts, phase.remembered,
          h,      view_.searches,     view_.ask_to_stop,       view_.h};
}

void IslandWays::turn_off(std::size_t body, const Vec6& velocity) {
  tools_.ways[body].turn_off(velocity);
  tools_.now.motions[body].velocity = velocity;
}

void IslandWays::send(std::size_t body, const BodyPath& path) {
  tools_.ways[body].begin(tools_.now.motions[body], now_, path);
}

void IslandWays::send_off(std::size_t body, const Vec6& velocity) {
  send(body, {});
  tools_.ways[body].turn_off(velocity);
}

void IslandWays::put(std::size_t body, const BodyMotion& motion, double time) {
  tools_.ways[body].begin(motion, time);
}

void IslandWays::hold(std::vector<HeldContact> contacts) {
  tools_.held.insert(tools_.held.end(), contacts.begin(), contacts.end());
  std::ranges::sort(tools_.held, {}, [](const HeldContact& held) { return held.contact.key; });
}

/// Null if it is not held.
const HeldContact* IslandWays::find_held(const ContactKey& key) const {
  const auto at = std::ranges::lower_bound(
      tools_.held, key, {}, [](const HeldContact& held) { return held.contact.key; });
  return at == tools_.held.end() || at->contact.key != key ? nullptr : &*at;
}

/// A contact that holds the same two bodies; null if there is none.
const HeldContact* IslandWays::find_held_beside(const ContactKey& key) const {
  const auto bodies_of = [](const ContactKey& of) { return std::tie(of.body_a, of.body_b); };
  const auto between = std::ranges::equal_range(
      tools_.held, bodies_of(key), {},
      [&](const HeldContact& held) { return bodies_of(held.contact.key); });
  const auto at = std::ranges::find_if(between, [](const HeldContact& held) {
    return held.contact.touching && !held.impulse.isZero(0);
  });
  return at == between.end() ? nullptr : &*at;
}

}  // namespace stiction
