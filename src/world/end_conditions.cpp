#include "end_conditions.h"

#include <stiction/math/rotation.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact_planes.h"
#include "impact.h"
#include "next_touch.h"

namespace stiction {
namespace {

/// Before the impulses are known, facets whose normals differ by less than this, rad, count as one
/// plane: without impulses, bodies tilt.
constexpr double kMostTurnUnsolved = 1e-2;

/// Sweeps are not measured on bodies that turn by less than this in a step, rad: under a body that
/// slides over the seams of tiles contacts come and go.
constexpr double kLeastSweepingTurn = 1e-3;

/// Friction that opposes the slip depends only on its direction: the slip is posed at this many
/// times V, so that changes by the next solve hardly turn it.
constexpr double kLengthening = 10;
/// Weight of displacements across the slip, relative to gaps: a missed gap persists from step to
/// step, a displacement in a wrong direction of friction does not.
constexpr double kAstrayShare = 1e-3;

/// A contact may run further on a body than the body turns by this share of its arm, as on the rim
/// of a coin that lies nearly flat. Otherwise legs are shortened in proportion, but not below
/// `kLeastSweepShare`. Measured on 80 frictionless coins at h = 2 ms: without a bound 29 gain more
/// than 1 % of their energy (worst: 7.7 %); with 0.2, 0.1 and 0.05 the worst gains 1.0, 0.5 and
/// 0.2 %, at 1.8, 2.3 and 2.8 times the factorisations.
constexpr double kMostSweep = 0.1;
constexpr double kLeastSweepShare = 0.1;
/// Legs up to this share of the step are not halved.
constexpr double kLeastHalved = 0.6;

/// The tangential part of u1, turned from its normal to that of the start.
Eigen::Vector2d calc_end_slip(const FoundContact& start, const FoundContact& end, const Vec3& u1) {
  const Vec3 along = end.frame * Vec3(0, u1.y(), u1.z());
  const Vec3 carried = shortest_rotation(end.normal(), start.normal()) * along;
  return (start.frame.transpose() * carried).tail<2>();
}

}  // namespace

void EndConditions::look(ManifoldList& manifolds) {
  const auto follow = [&](std::size_t i, const Vec6& velocity) {
    BodyMotion& motion = end_.motions[i];
    motion = view_.motions[i];
    motion.velocity = velocity;
    FreeMotion& free = end_.free_motions[i];
    free = calc_free_motion(world_.bodies[i], motion, world_.options.gravity, view_.h);
    motion.center += free.displacement;
    motion.rotation = free.rotation;
    motion.velocity << free.velocity.head<3>(), free.end_spin;
  };
  memory_.end_velocities.clear();
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    follow(island_.bodies[k], memory_.start_velocities[k]);
    memory_.end_velocities.push_back(end_.motions[island_.bodies[k]].velocity);
  }
  end_.found.clear();
  const FoundContact* last = nullptr;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const FoundContact& pair = start_contact(k);
    if (last && is_same_pair(last->key, pair.key)) continue;
    last = &pair;
    for (const std::size_t i : {pair.body_a, pair.body_b}) {
      if (island_.places[i] < 0) follow(i, view_.motions[i].velocity);
    }
    const double margin =
        2 * (view_.searches[pair.body_a].margin + view_.searches[pair.body_b].margin);
    append_contacts_at(world_, pair, end_.motions, end_.motions[pair.body_a].velocity,
                       end_.motions[pair.body_b].velocity, margin, view_.h, manifolds, end_.found);
  }
  std::ranges::sort(end_.found, {}, &FoundContact::key);
  memory_.mean_velocities.clear();
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    memory_.mean_velocities.push_back(calc_mean_velocity(k));
  }
}

/// The velocity that the conditions apply to, in the frame of the start: along the normal the gap
/// at the end over h, along the surface the mean of the slips at start and end. If the contact is
/// not found at the end, its point at the start is assumed to move with the bodies.
Vec3 EndConditions::calc_mean_velocity(std::size_t k) const {
  const FoundContact& start = start_contact(k);
  ContactProblem::Contact contact = memory_.positions.contacts[k];
  contact.offset = memory_.surface_velocities[k];
  Vec3 mean = calc_contact_velocity(contact, memory_.start_velocities);
  const FoundContact* end = end_contact(start);
  if (!end) {
    mean = 0.5 * (mean + calc_contact_velocity(contact, memory_.end_velocities));
    mean.x() += (start.gap - calc_kept_gap(world_, start)) / view_.h;
    return mean;
  }
  const Vec3 u1 = calc_relative_velocity(end_.motions, *end);
  mean.x() = (end->gap - calc_kept_gap(world_, start)) / view_.h;
  mean.tail<2>() = 0.5 * (mean.tail<2>() + calc_end_slip(start, *end, u1));
  return mean;
}

bool EndConditions::turn_to_mean_slip() {
  bool is_any = false;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const Vec2& slip = memory_.start_slips[k];
    if (!memory_.opposes_start[k] || slip.dot(memory_.mean_velocities[k].tail<2>()) > 0) continue;
    memory_.opposes_start[k] = false;
    is_any = true;
  }
  return is_any;
}

Vec3 EndConditions::calc_posed_velocity(std::size_t k) const {
  Vec3 posed = memory_.mean_velocities[k];
  if (memory_.opposes_start[k]) {
    const double length = kLengthening * memory_.positions.velocity_scale;
    posed.tail<2>() = length * memory_.start_slips[k].normalized();
  }
  return posed;
}

bool EndConditions::has_lost(int solves) const {
  const double most_turn = solves > 0 ? kMostTurnInPlane : kMostTurnUnsolved;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const bool acts = solves > 0 ? is_loaded(k) : memory_.guesses[k].impulse.x() > 0;
    const FoundContact& start = start_contact(k);
    if (acts && !find_end(start) && !goes_on_in_plane(start, most_turn)) return true;
  }
  return false;
}

/// How much further contacts run on their bodies than these turn, as shares of their arms: a coin
/// that wobbles sweeps its rim like that, a thin ellipsoid its flat side.
double EndConditions::calc_sweep() const {
  double sweep = 0;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const FoundContact& start = start_contact(k);
    if (!is_loaded(k)) continue;
    const FoundContact* end = end_contact(start);
    if (!end) continue;
    for (const std::size_t i : {start.body_a, start.body_b}) {
      if (island_.places[i] < 0) continue;
      const double turn = view_.h * view_.motions[i].velocity.tail<3>().norm();
      if (turn <= kLeastSweepingTurn) continue;
      const Vec3 before = start.point - view_.motions[i].center;
      const Vec3 now = end->point - end_.motions[i].center;
      const Vec3 way = end_.motions[i].rotation.conjugate() * now -
                       view_.motions[i].rotation.conjugate() * before;
      sweep = std::max(sweep, way.norm() / std::max(before.norm(), now.norm()) - turn);
    }
  }
  return sweep;
}

double EndConditions::calc_swept_leg() const {
  const double share = kMostSweep / calc_sweep();
  return share < 1 ? std::max(share, kLeastSweepShare) * view_.h : view_.h;
}

bool EndConditions::is_long() const {
  return view_.step == 0 || view_.h > kLeastHalved * view_.step;
}

bool EndConditions::turns_by(double turn, std::span<const Vec6> velocities) const {
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    const BodyRecord& body = world_.bodies[island_.bodies[k]];
    const double most = is_even_ball(body) ? std::numeric_limits<double>::max() : turn;
    if (!(view_.h * velocities[k].tail<3>().norm() <= most)) return true;
  }
  return false;
}

/// How much sliding friction changes the velocities of its bodies across the slip that it should
/// oppose, m/s.
double EndConditions::calc_change_by_turning(std::size_t k) const {
  if (memory_.first.states[k] != ContactState::sliding) return 0;
  const Vec2 friction = memory_.first.impulses[k].tail<2>();
  const Vec2 missed = friction + friction.norm() * memory_.start_slips[k].normalized();
  double inverse_mass = 0;
  const ContactProblem::Contact& contact = memory_.positions.contacts[k];
  for (const int body : {contact.body_a, contact.body_b}) {
    if (body >= 0)
      inverse_mass += memory_.positions.bodies[static_cast<std::size_t>(body)].inverse_mass;
  }
  return inverse_mass * missed.norm();
}

double EndConditions::calc_error() const {
  double error = 0;
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const Vec3& mean = memory_.mean_velocities[k];
    if (is_loaded(k)) {
      const Vec3 posed = calc_posed_velocity(k);
      Vec3 missed =
          posed - calc_contact_velocity(memory_.positions.contacts[k], memory_.start_velocities);
      if (memory_.opposes_start[k]) {
        const double changed = (mean.tail<2>() - memory_.start_slips[k]).norm();
        missed.tail<2>() *= kAstrayShare * changed / posed.tail<2>().norm();
        error = std::max(error, view_.h * calc_change_by_turning(k));
      }
      error = std::max(error, view_.h * missed.norm());
    } else {
      error = std::max(error, -view_.h * mean.x());
    }
  }
  return error;
}

bool EndConditions::is_hit(BodyMotions motions, const FoundContact& contact, double fall) const {
  const double speed = -calc_normal_speed(motions, contact);
  if (speed > least_impact_speed(view_)) return true;
  const double approach = speed - fall;
  if (contact.gap <= kTouchingGap || contact.touching || approach <= 0) return false;
  // A rolling contact comes down ever more slowly: at u^2 = u0^2 - 2 w^2 r gap.
  const double turning = calc_turning(world_, motions, contact, false);
  const double squared = approach * approach - 2 * turning * contact.gap;
  return squared > std::pow(least_approach(view_), 2);
}

bool EndConditions::is_hit_next(const FoundContact& contact) const {
  // Before the impulses at the end, bodies that other contacts hold fall for half of the step.
  return is_hit(end_.motions, contact, 0.5 * view_.h * calc_pull(world_, contact));
}

bool EndConditions::goes_on(const FoundContact& contact) const {
  bool bears_in_plane = false;
  for (std::size_t k = 0; k < island_.contacts.size() && !bears_in_plane; ++k) {
    bears_in_plane = is_loaded(k) && is_in_same_plane(world_, start_contact(k), contact);
  }
  const double fall = 0.5 * view_.h * calc_pull(world_, contact);
  const double approach = -calc_normal_speed(end_.motions, contact) - fall;
  return bears_in_plane && contact.gap <= kTouchingGap && approach <= least_approach(view_);
}

bool EndConditions::is_any_hit(int solves) const {
  for (std::size_t k = 0; k < island_.contacts.size(); ++k) {
    const bool acts = solves > 0 ? is_loaded(k) : memory_.mean_velocities[k].x() < 0;
    if (acts && is_hit_at_start(k)) return true;
  }
  return false;
}

bool EndConditions::meets() const {
  // Before the impulses at the end, bodies at rest move with half of this.
  const double fall = world_.options.gravity.norm() * view_.h;
  return std::ranges::any_of(end_.found, [&](const FoundContact& contact) {
    return contact.gap < -kTouchingGap && calc_relative_velocity(end_.motions, contact).x() <
                                              -std::max(fall, least_approach(view_));
  });
}

std::optional<std::size_t> EndConditions::find_start(const ContactKey& key) const {
  const auto key_of = [&](std::size_t c) -> const ContactKey& { return view_.contacts[c].key; };
  const auto at = std::ranges::lower_bound(island_.contacts, key, {}, key_of);
  if (at == island_.contacts.end() || key_of(*at) != key) return std::nullopt;
  return static_cast<std::size_t>(at - island_.contacts.begin());
}

/// The contact found at the end, in whatever plane. Null if there is none.
const FoundContact* EndConditions::find_end(const FoundContact& start) const {
  const auto at = std::ranges::lower_bound(end_.found, start.key, {}, &FoundContact::key);
  const bool is_found = at != end_.found.end() && at->key == start.key;
  return is_found && is_same_side(start, *at) ? &*at : nullptr;
}

const FoundContact* EndConditions::end_contact(const FoundContact& start) const {
  const FoundContact* end = find_end(start);
  if (!end) return nullptr;
  const auto at_start = contacts_of(view_, island_);
  return has_changed_plane(world_, start, *end, at_start, end_.found) ? nullptr : end;
}

/// True if the bodies have another contact with the same normal at the end.
bool EndConditions::goes_on_in_plane(const FoundContact& start, double most_turn) const {
  return std::ranges::any_of(end_.found, [&](const FoundContact& end) {
    return is_in_same_plane(world_, start, end, most_turn);
  });
}

}  // namespace stiction
