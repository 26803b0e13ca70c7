#include "contact_posing.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Relative velocities are known to about this share of the velocities that they consist of.
constexpr double kSpeedRoundOff = 1e-13;

ContactProblem::Body make_problem_body(const BodyRecord& record, const BodyMotion& motion,
                                       const Vec6& free_velocity) {
  ContactProblem::Body body;
  body.mass = record.mass.mass;
  body.inverse_mass = 1 / record.mass.mass;
  body.inertia = record.inertia_W(motion.rotation);
  body.inverse_inertia = record.inverse_inertia_W(motion.rotation);
  body.free_velocity = free_velocity;
  body.start_velocity = motion.velocity;
  return body;
}

}  // namespace

Vec3 calc_surface_velocity(const StepView& view, const FoundContact& contact) {
  const WorldValue& world = view.world;
  const auto is_driven = [&](std::size_t body) {
    return !world.bodies[body].is_dynamic() && !world.bodies[body].velocity.isZero(0);
  };
  if (!is_driven(contact.body_a) && !is_driven(contact.body_b)) return Vec3::Zero();
  return calc_relative_velocity(view.motions, contact, [&](std::size_t body) -> Vec6 {
    return world.bodies[body].is_dynamic() ? Vec6(Vec6::Zero()) : world.bodies[body].velocity;
  });
}

Vec3 calc_carrier_velocity(const StepView& view, const Island& island) {
  for (const std::size_t c : island.contacts) {
    const FoundContact& contact = view.contacts[c];
    for (const std::size_t i : {contact.body_a, contact.body_b}) {
      if (view.world.bodies[i].is_dynamic()) continue;
      return point_velocity(view.motions[i], view.motions[i].velocity, contact.point_on(i));
    }
  }
  return Vec3::Zero();
}

double calc_driven_work(const StepView& view, const FoundContact& contact, const Vec3& impulse) {
  return -impulse.dot(calc_surface_velocity(view, contact));
}

namespace {

/// The velocity of a body's material point, and the sum of squares of its two parts.
struct PointMotion {
  Vec3 velocity;
  double squared_parts;
};

PointMotion calc_point_motion(const BodyMotion& body, const Vec3& point) {
  if (body.velocity.isZero(0)) return {Vec3::Zero(), 0};
  const Vec3 v = body.velocity.head<3>();
  const Vec3 w = body.velocity.tail<3>();
  const Vec3 arm = point - body.center;
  return {v + w.cross(arm), v.squaredNorm() + w.squaredNorm() * arm.squaredNorm()};
}

/// The largest acceleration that forces cause at a contact of the island, m/s^2.
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
      const Vec3 turn = body.inverse_inertia_W(view.motions[i].rotation) * body.torque;
      largest = std::max(largest, turn.cross(contact.point - view.motions[i].center).norm());
    }
  }
  return largest;
}

/// The largest gap that a touching contact keeps, m.
double calc_most_kept_gap(const WorldValue& world, const FoundContact& contact) {
  double most = kKeptGap;
  for (const std::size_t i : {contact.body_a, contact.body_b}) {
    const BodyRecord& body = world.bodies[i];
    if (body.is_dynamic()) most = std::min(most, kKeptShare * body.radius);
  }
  return most;
}

/// True if a contact that carried load goes on although there is a gap: a gap to keep, or one that
/// opened as the last step moved along a curved surface.
bool goes_on(const WorldValue& world, const FoundContact& found,
             const RememberedContacts::Entry* entry, double h) {
  if (!entry || entry->state == ContactState::open || !entry->loaded) return false;
  const Vec3 velocity =
      (world.bodies[found.body_a].velocity - world.bodies[found.body_b].velocity).head<3>();
  const Vec3 along = found.frame.transpose() * velocity;
  return found.gap <=
         std::max(calc_most_kept_gap(world, found), kMostOpening * h * along.tail<2>().norm());
}

}  // namespace

bool touches_at_start(const WorldValue& world, const FoundContact& contact,
                      const RememberedContacts::Entry* entry, double h) {
  return contact.gap <= kTouchingGap || goes_on(world, contact, entry, h);
}

double calc_kept_gap(const WorldValue& world, const FoundContact& contact) {
  const double most = contact.touching ? calc_most_kept_gap(world, contact) : kTouchingGap;
  return contact.gap <= most ? contact.gap : 0.0;
}

double calc_velocity_scale(const StepView& view, const Island& island, double posed) {
  double squared_speed = posed * posed;
  double squared_parts = 0;
  for (const std::size_t c : island.contacts) {
    const FoundContact& contact = view.contacts[c];
    const PointMotion a =
        calc_point_motion(view.motions[contact.body_a], contact.point_on(contact.body_a));
    const PointMotion b =
        calc_point_motion(view.motions[contact.body_b], contact.point_on(contact.body_b));
    squared_speed = std::max(squared_speed, (a.velocity - b.velocity).squaredNorm());
    squared_parts = std::max({squared_parts, a.squared_parts, b.squared_parts});
  }
  const double duration = std::max(view.h, view.step);
  const double scale = std::sqrt(squared_speed) + duration * calc_acceleration(view, island);
  // The sum of the two parts is at most the root of twice their squares.
  const double parts = std::sqrt(2 * squared_parts);
  return scale > kSpeedRoundOff * parts ? std::max(scale, kLeastVelocityScale * parts) : 0.0;
}

void make_contact_problem(const StepView& view, const Island& island, ContactProblem& problem) {
  const WorldValue& world = view.world;
  problem.bodies.clear();
  problem.rows.clear();
  problem.velocity_scale = calc_velocity_scale(view, island);
  problem.time_step = view.h;
  problem.bodies.reserve(island.bodies.size());
  for (const std::size_t i : island.bodies) {
    problem.bodies.push_back(
        make_problem_body(world.bodies[i], view.motions[i], view.free_motions[i].velocity));
  }
  problem.contacts.assign(island.contacts.size(), {});
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const std::size_t c = island.contacts[k];
    const FoundContact& found = view.contacts[c];
    ContactProblem::Contact& contact = problem.contacts[k];
    contact.body_a = island.places[found.body_a];
    contact.body_b = island.places[found.body_b];
    contact.frame = found.frame;
    contact.arm_a = found.point_on(found.body_a) - view.motions[found.body_a].center;
    contact.arm_b = found.point_on(found.body_b) - view.motions[found.body_b].center;
    contact.offset = calc_surface_velocity(view, found);
    const double gap_to_close = found.gap - calc_kept_gap(world, found);
    contact.offset.x() += gap_to_close / view.h;
    contact.friction = found.surface.friction;
    contact.viscosity = found.surface.viscosity;
    contact.touching = found.touching;
    contact.closing = found.touching && gap_to_close > 0;
  }
}

}  // namespace stiction
