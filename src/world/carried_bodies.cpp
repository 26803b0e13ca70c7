#include "carried_bodies.h"

#include <stiction/math/rotation.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "free_motion.h"

namespace stiction {
namespace {

/// At turns below this in the step, rad, drift is less than 1e-14 of the distance from the axis.
constexpr double kLeastTurn = 1e-7;

using Hold = CarriedBodyTools::Hold;

bool carries(const BodyRecord& body) {
  return !body.is_dynamic() && !body.is_fixed() &&
         body.rotation.angularDistance(body.previous_rotation) > kLeastTurn;
}

void measure_motions(const WorldValue& world, CarriedBodyTools& tools) {
  tools.turns.clear();
  tools.ways.clear();
  for (const BodyRecord& body : world.bodies) {
    const bool turns = body.rotation.coeffs() != body.previous_rotation.coeffs();
    tools.turns.push_back(turns ? log_rotation(body.rotation * body.previous_rotation.conjugate())
                                : Vec3(0, 0, 0));
    tools.ways.push_back(body.center - body.previous_center);
  }
}

void find_holds(std::span<const FoundContact> contacts, const RememberedContacts& memory,
                std::span<const char> followed, CarriedBodyTools& tools) {
  tools.holds.clear();
  std::size_t next = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const FoundContact& contact = contacts[c];
    const RememberedContacts::Entry* entry = memory.find_next(contact.key, next);
    if (!entry || !entry->loaded || entry->state != ContactState::sticking) continue;
    const auto [a, b] = std::pair(contact.body_a, contact.body_b);
    if (followed[a] || followed[b] || tools.turns[a].norm() <= kLeastTurn) continue;
    if (!turn_alike(tools.turns[a], tools.turns[b], kStuckShare)) continue;
    tools.holds.push_back({a, b, c});
    tools.holds.push_back({b, a, c});
  }
  std::ranges::sort(tools.holds);
  const auto repeated = std::ranges::unique(tools.holds, [](const Hold& one, const Hold& other) {
    return one.from == other.from && one.to == other.to;
  });
  tools.holds.erase(repeated.begin(), repeated.end());
}

/// The place to which A, which is already in its own, carries B.
Vec3 calc_carried_center(const WorldValue& world, const Hold& hold, const Vec3& normal,
                         const CarriedBodyTools& tools) {
  const BodyRecord& A = world.bodies[hold.from];
  const Vec3& turn = tools.turns[hold.from];
  const Quat R = exp_rotation(turn);
  const Vec3 arm = world.bodies[hold.to].previous_center - A.previous_center;
  const Vec3 way = tools.ways[hold.to] - tools.ways[hold.from];
  const double by_tangent = normal.dot(way - turn.cross(arm));
  const double by_arc = normal.dot(way - (R * arm - arm));
  const double closed = std::abs(by_tangent) < std::abs(by_arc) ? by_tangent : by_arc;
  return A.center + R * (arm + closed * normal);
}

}  // namespace

bool has_carrier(const WorldValue& world) { return std::ranges::any_of(world.bodies, carries); }

double carry_bodies(WorldValue& world, std::span<const FoundContact> contacts,
                    const RememberedContacts& memory, std::span<const char> followed,
                    CarriedBodyTools& tools) {
  tools.queue.clear();
  tools.is_placed.clear();
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    tools.is_placed.push_back(!world.bodies[i].is_dynamic());
    if (carries(world.bodies[i])) tools.queue.push_back(i);
  }
  measure_motions(world, tools);
  find_holds(contacts, memory, followed, tools);
  double work = 0;
  for (std::size_t k = 0; k < tools.queue.size(); ++k) {
    const std::size_t a = tools.queue[k];
    auto hold = std::ranges::lower_bound(tools.holds, a, {}, &Hold::from);
    for (; hold != tools.holds.end() && hold->from == a; ++hold) {
      if (std::exchange(tools.is_placed[hold->to], 1)) continue;
      BodyRecord& body = world.bodies[hold->to];
      const Vec3 center =
          calc_carried_center(world, *hold, contacts[hold->contact].normal(), tools);
      work -= body.mass.mass * world.options.gravity.dot(center - body.center);
      body.center = center;
      tools.queue.push_back(hold->to);
    }
  }
  return work;
}

}  // namespace stiction
