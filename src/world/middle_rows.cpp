#include "middle_rows.h"

#include <algorithm>
#include <array>

#include "contact_planes.h"
#include "pair_contacts.h"

namespace stiction {
namespace {

/// Arms and normals that turn by at most this in half a step, rad, keep the rows of the start:
/// these change the energy of the motion by about the square of the turn, a ten-thousandth.
constexpr double kLeastTurn = 0.01;

/// Among more bodies friction dissipates far more energy than the rows of the start add, and a
/// second solve costs as much as the first.
constexpr std::size_t kMostBodiesTurned = 2;

/// The rotation that carries the spin of a body from one pose to the other such that it keeps its
/// energy: that of the body; or none, if that keeps the energy too, since it also keeps the
/// momentum.
Quat carry_spin(const BodyRecord& body, const BodyMotion& from, const BodyMotion& to) {
  constexpr double kRoundOff = 1e-12;
  const Mat3& inertia = body.mass.inertia;
  const double mean = inertia.trace() / 3;
  const bool is_round = (inertia - mean * Mat3::Identity()).norm() <= kRoundOff * mean;
  return is_round ? Quat::Identity() : to.rotation * from.rotation.conjugate();
}

void place_bodies(const StepView& view, const Island& island, const IslandSolution& solution,
                  IslandPhase& middle) {
  middle.motions.resize(view.world.bodies.size());
  middle.free_motions.resize(view.world.bodies.size());
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    BodyMotion& motion = middle.motions[i];
    motion = moved(view.motions[i], solution.velocities[k], 0.5 * view.h);
    const Quat turn = carry_spin(view.world.bodies[i], view.motions[i], motion);
    motion.velocity.tail<3>() = turn * Vec3(view.motions[i].velocity.tail<3>());
    middle.free_motions[i] = view.free_motions[i];
    middle.free_motions[i].velocity.tail<3>() =
        turn * Vec3(view.free_motions[i].velocity.tail<3>());
  }
  for (const std::size_t c : island.contacts) {
    for (const std::size_t i : {view.contacts[c].body_a, view.contacts[c].body_b}) {
      if (view.world.bodies[i].is_dynamic()) continue;
      middle.motions[i] = moved(view.motions[i], view.motions[i].velocity, 0.5 * view.h);
      middle.free_motions[i] = view.free_motions[i];
    }
  }
}

/// Finds the contacts half-way through the step that are within reach of its second half.
void find_half_way(const StepView& view, const Island& island, ManifoldList& manifolds,
                   IslandPhase& middle) {
  middle.found.clear();
  const FoundContact* last = nullptr;
  for (const std::size_t c : island.contacts) {
    const FoundContact& pair = view.contacts[c];
    if (last && is_same_pair(last->key, pair.key)) continue;
    last = &pair;
    const SearchMotion& a = view.searches[pair.body_a];
    const SearchMotion& b = view.searches[pair.body_b];
    // Twice the margin of the contacts at the start, as the bodies have moved on since.
    append_contacts_at(view.world, pair, middle.motions, a.velocity, b.velocity,
                       2 * (a.margin + b.margin), 0.5 * view.h, manifolds, middle.found);
  }
  std::ranges::sort(middle.found, {}, &FoundContact::key);
}

/// The shift of a contact that is not found again: it moves with its bodies so that their arms stay
/// the same.
Vec3 calc_shift(const StepView& view, const IslandPhase& middle, const FoundContact& contact) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (const std::size_t body : {contact.body_a, contact.body_b}) {
    if (!view.world.bodies[body].is_dynamic()) continue;
    sum += middle.motions[body].center - view.motions[body].center;
    ++count;
  }
  return sum / count;
}

/// True if a body turns noticeably on a path along which its rows can be followed: a body that
/// flies further than its size meets what its sweep found, however it turns there.
bool turns(const StepView& view, const Island& island, const IslandSolution& solution,
           const Vec3& carrier, std::size_t body) {
  // Turning does not change the rows of a ball.
  if (!view.world.bodies[body].is_dynamic() || view.world.bodies[body].is_ball) return false;
  const Vec6& before = view.motions[body].velocity;
  const Vec6& after = solution.velocities[static_cast<std::size_t>(island.places[body])];
  const double spin = std::max(before.tail<3>().norm(), after.tail<3>().norm());
  const double speed =
      std::max((before.head<3>() - carrier).norm(), (after.head<3>() - carrier).norm());
  return view.h * spin > kLeastTurn && view.h * speed <= view.world.bodies[body].radius;
}

bool turns(const StepView& view, const Island& island, const IslandSolution& solution) {
  const Vec3 carrier = calc_carrier_velocity(view, island);
  const auto is_turning = [&](std::size_t body) {
    return turns(view, island, solution, carrier, body);
  };
  if (std::ranges::none_of(island.bodies, is_turning)) return false;
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    if (solution.total_impulse(k).isZero(0)) continue;
    const FoundContact& contact = view.contacts[island.contacts[k]];
    if (is_turning(contact.body_a) || is_turning(contact.body_b)) return true;
  }
  return false;
}

/// True if the rows of a contact half-way differ from those at the start.
bool has_turned(const StepView& view, const IslandPhase& middle, const FoundContact& start,
                const FoundContact& now) {
  if ((now.normal() - start.normal()).norm() > kLeastTurn) return true;
  return std::ranges::any_of(std::array{start.body_a, start.body_b}, [&](std::size_t body) {
    if (!view.world.bodies[body].is_dynamic()) return false;
    const Vec3 arm = start.point - view.motions[body].center;
    const Vec3 arm_now = now.point - middle.motions[body].center;
    return (arm_now - arm).norm() > kLeastTurn * arm.norm();
  });
}

}  // namespace

bool put_half_way(const StepView& view, const Island& island, const IslandSolution& solution,
                  ManifoldList& manifolds, IslandPhase& middle) {
  // Joints hold where the step ends.
  if (!island.joints.empty() || island.bodies.size() > kMostBodiesTurned) return false;
  if (!turns(view, island, solution)) return false;
  place_bodies(view, island, solution, middle);
  find_half_way(view, island, manifolds, middle);
  middle.contacts.clear();
  middle.entries.clear();
  const std::vector<FoundContact>& found = middle.found;
  const auto at_start = contacts_of(view, island);
  bool has_any_turned = false;
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const FoundContact& start = view.contacts[island.contacts[k]];
    FoundContact& contact = middle.contacts.emplace_back(start);
    const auto now = std::ranges::lower_bound(found, start.key, {}, &FoundContact::key);
    if (now != found.end() && now->key == start.key && is_same_side(start, *now) &&
        !has_changed_plane(view.world, start, *now, at_start, found)) {
      contact.put_at(*now);
    } else {
      contact.point += calc_shift(view, middle, start);
    }
    has_any_turned |=
        !solution.total_impulse(k).isZero(0) && has_turned(view, middle, start, contact);
    RememberedContacts::Entry& entry = middle.entries.emplace_back();
    entry.key = start.key;
    entry.force = start.frame * solution.next_guess[k] / view.h;
    entry.state = solution.states[k];
    if (!solution.memories.empty()) entry.memory = solution.memories[k];
  }
  return has_any_turned;
}

void turn_back(const StepView& view, const Island& island, IslandPhase& middle,
               IslandSolution& solution) {
  const auto velocity_of = [&](std::size_t body) -> const Vec6& {
    const int place = island.places[body];
    return place < 0 ? view.motions[body].velocity
                     : solution.velocities[static_cast<std::size_t>(place)];
  };
  for (const FoundContact& contact : middle.contacts) {
    solution.speeds.push_back(calc_relative_velocity(middle.motions, contact, velocity_of));
  }
  solution.contacts.swap(middle.contacts);
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    const Quat turn = carry_spin(view.world.bodies[i], view.motions[i], middle.motions[i]);
    Vec6& velocity = solution.velocities[k];
    velocity.tail<3>() = turn.conjugate() * Vec3(velocity.tail<3>());
  }
}

}  // namespace stiction
