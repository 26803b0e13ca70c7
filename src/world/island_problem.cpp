#include "island_problem.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Relative velocities are known to about this share of the velocities that they are made of.
constexpr double kSpeedRoundOff = 1e-13;

ContactProblem::Body make_problem_body(const BodyRecord& record, const Vec6& free_velocity) {
  ContactProblem::Body body;
  body.mass = record.mass.mass;
  body.inverse_mass = 1 / record.mass.mass;
  body.inertia = record.inertia_W();
  body.inverse_inertia = record.inverse_inertia_W();
  body.free_velocity = free_velocity;
  body.start_velocity = record.velocity;
  return body;
}

/// Place of a body in the island; -1 for one that cannot move.
int index_in(const Island& island, std::size_t body) {
  const auto found = std::lower_bound(island.bodies.begin(), island.bodies.end(), body);
  if (found == island.bodies.end() || *found != body) return -1;
  return static_cast<int>(found - island.bodies.begin());
}

}  // namespace

Vec3 calc_surface_velocity(const WorldValue& world, const FoundContact& contact) {
  return calc_relative_velocity(world, contact, [&](std::size_t body) -> Vec6 {
    return world.bodies[body].is_dynamic() ? Vec6(Vec6::Zero()) : world.bodies[body].velocity;
  });
}

namespace {

/// What relative velocities at the island's contacts are known to, m/s.
double calc_velocity_round_off(const StepView& view, const Island& island) {
  double round_off = 0;
  for (const std::size_t c : island.contacts) {
    const FoundContact& contact = view.contacts[c];
    for (const std::size_t i : {contact.body_a, contact.body_b}) {
      const BodyRecord& body = view.world.bodies[i];
      if (body.velocity.isZero(0)) continue;
      const double arm = (contact.point - body.center).norm();
      round_off = std::max(round_off, kSpeedRoundOff * (body.velocity.head<3>().norm() +
                                                        arm * body.velocity.tail<3>().norm()));
    }
  }
  return round_off;
}

/// The largest acceleration that forces give a contact of the island, m/s^2.
double calc_acceleration(const StepView& view, const Island& island) {
  const WorldValue& world = view.world;
  double largest = 0;
  bool has_torque = false;
  for (const std::size_t i : island.bodies) {
    const BodyRecord& body = world.bodies[i];
    largest = std::max(largest, (world.options.gravity + body.force / body.mass.mass).norm());
    has_torque |= !body.torque.isZero(0);
  }
  for (std::size_t k = 0; has_torque && k < island.contacts.size(); ++k) {
    const FoundContact& contact = view.contacts[island.contacts[k]];
    for (const std::size_t i : {contact.body_a, contact.body_b}) {
      const BodyRecord& body = world.bodies[i];
      if (!body.is_dynamic() || body.torque.isZero(0)) continue;
      const Vec3 turn = body.inverse_inertia_W() * body.torque;
      largest = std::max(largest, turn.cross(contact.point - body.center).norm());
    }
  }
  return largest;
}

/// Whether a contact that carried load goes on although there is a gap: where the last step moved
/// along a curved surface. One that turns by up to a tenth of a radian on the way opens a gap of up
/// to a twentieth of it.
bool goes_on(const StepView& view, const FoundContact& found, std::size_t& hint) {
  constexpr double kOpening = 0.05;
  const WorldValue& world = view.world;
  const RememberedContacts::Entry* entry = world.memory.find(found.key, hint);
  if (!entry || entry->state == ContactState::open) return false;
  const Vec3 velocity =
      (world.bodies[found.body_a].velocity - world.bodies[found.body_b].velocity).head<3>();
  const Vec3 along = found.frame.transpose() * velocity;
  return found.gap <= kOpening * view.h * along.tail<2>().norm();
}

}  // namespace

double calc_velocity_scale(const StepView& view, const Island& island) {
  double squared_speed = 0;
  for (const std::size_t c : island.contacts) {
    const FoundContact& contact = view.contacts[c];
    const BodyRecord& a = view.world.bodies[contact.body_a];
    const BodyRecord& b = view.world.bodies[contact.body_b];
    const Vec3 u =
        point_velocity(a, a.velocity, contact.point) - point_velocity(b, b.velocity, contact.point);
    squared_speed = std::max(squared_speed, u.squaredNorm());
  }
  const double scale = std::sqrt(squared_speed) + view.h * calc_acceleration(view, island);
  return scale > calc_velocity_round_off(view, island) ? scale : 0.0;
}

void make_contact_problem(const StepView& view, const Island& island, double closed_gap,
                          ContactProblem& problem) {
  const WorldValue& world = view.world;
  problem.bodies.clear();
  problem.contacts.clear();
  problem.rows.clear();
  problem.velocity_scale = calc_velocity_scale(view, island);
  problem.time_step = view.h;
  problem.bodies.reserve(island.bodies.size());
  for (const std::size_t i : island.bodies) {
    problem.bodies.push_back(make_problem_body(world.bodies[i], view.free_motions[i].velocity));
  }
  problem.contacts.reserve(island.contacts.size());
  std::size_t hint = 0;
  for (const std::size_t c : island.contacts) {
    const FoundContact& found = view.contacts[c];
    ContactProblem::Contact contact;
    contact.body_a = index_in(island, found.body_a);
    contact.body_b = index_in(island, found.body_b);
    contact.frame = found.frame;
    contact.arm_a = found.point - world.bodies[found.body_a].center;
    contact.arm_b = found.point - world.bodies[found.body_b].center;
    contact.offset = calc_surface_velocity(world, found);
    if (found.gap > closed_gap) contact.offset.x() += found.gap / view.h;
    contact.friction = found.surface.friction;
    contact.viscosity = found.surface.viscosity;
    contact.touching = found.gap <= kTouchingGap || goes_on(view, found, hint);
    problem.contacts.push_back(contact);
  }
}

}  // namespace stiction
