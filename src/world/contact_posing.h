#pragma once

#include <stiction/contact/contact_problem.h>

#include <functional>
#include <ranges>
#include <span>

#include "contact_finder.h"
#include "free_motion.h"
#include "islands.h"
#include "world_value.h"

namespace stiction {

/// The data from which the contact problems of one step are made.
struct StepView {
  const WorldValue& world;
  /// Positions and velocities, one per body of the world.
  BodyMotions motions;
  std::span<const FreeMotion> free_motions;  ///< one per body
  std::span<const FoundContact> contacts;
  std::span<const RememberedContacts::Entry* const> remembered;  ///< one per contact, or null
  double h = 0;                                                  ///< s
  std::span<const SearchMotion> searches =
      {};  ///< one per body; empty: contacts are not searched again
  /// Whether to give up the step: `StepTools::ask_to_stop`, which remembers that the user's
  /// function once returned true.
  const std::function<bool()>* ask_to_stop = nullptr;
  double step = 0;  ///< s, the whole step if h is a leg of it between impacts; 0: h is all of it
  /// One per contact, or empty: the answer found for it when fewer contacts were posed, or null.
  std::span<const RememberedContacts::Entry* const> answered = {};
  /// For a whole step, one per body: whether its island was tried in pieces. Written during the
  /// step; islands have no bodies in common.
  std::span<char> tried_in_pieces = {};
};

/// The contacts of an island, in its order.
inline auto contacts_of(const StepView& view, const Island& island) {
  const std::span<const FoundContact> all = view.contacts;
  return std::views::transform(island.contacts,
                               [all](std::size_t c) -> const FoundContact& { return all[c]; });
}

/// The velocity of immovable bodies at a contact, as it enters the relative velocity of a against
/// b: contact frame, m/s.
Vec3 calc_surface_velocity(const StepView& view, const FoundContact& contact);

/// The relative velocity of a against b at a contact, given position and velocity of every body of
/// the world; contact frame.
template <typename Bodies, typename VelocityOf>
Vec3 calc_relative_velocity(const Bodies& bodies, const FoundContact& contact,
                            VelocityOf velocity_of) {
  const Vec3 a = point_velocity(bodies[contact.body_a], velocity_of(contact.body_a),
                                contact.point_on(contact.body_a));
  const Vec3 b = point_velocity(bodies[contact.body_b], velocity_of(contact.body_b),
                                contact.point_on(contact.body_b));
  return contact.frame.transpose() * (a - b);
}

/// The same with the bodies' own velocities.
template <typename Bodies>
Vec3 calc_relative_velocity(const Bodies& bodies, const FoundContact& contact) {
  return calc_relative_velocity(bodies, contact,
                                [&](std::size_t i) -> const Vec6& { return bodies[i].velocity; });
}

/// The velocity of the island's carrier, at the first contact with a body that forces do not move,
/// m/s; 0 if there is none. Motion relative to it decides how a step is solved, so that bodies
/// behave on a carrier as they do elsewhere.
Vec3 calc_carrier_velocity(const StepView& view, const Island& island);

/// The work that kinematic bodies do through an impulse on body a (contact frame), J.
double calc_driven_work(const StepView& view, const FoundContact& contact, const Vec3& impulse);

/// A body that turns by up to a tenth of a radian leaves a surface, or enters it, by up to this
/// share of its path.
inline constexpr double kMostOpening = 0.05;

/// A contact that touches keeps a gap of up to this, m, and up to `kKeptShare` of the radius of the
/// smaller body: to close at once all gaps that slip and rolling leave makes bodies that touch all
/// around slip somewhere. Measured in factorisations per step: six throws of 216 balls from 3 to
/// 4 s take 136 with 1e-7 (and no depth removed in `restore_rolling_contacts`), 78 with 3e-7, 64
/// with 5e-7 and 71 with 1e-6, ten bins of 80 mixed bodies from 6 to 8 s 19, 3, 9 and 8. With 1e-6
/// a ball that falls into the ring of `ball_in_rim.xml` goes astray by more than 1e-6 m.
inline constexpr double kKeptGap = 5e-7;
inline constexpr double kKeptShare = 2e-5;

/// The gap that a contact keeps, m: its own, up to that bound, if it overlaps or touches; else 0.
double calc_kept_gap(const WorldValue& world, const FoundContact& contact);

/// True if a contact touches at the start of the step (`ContactProblem::Contact::touching`), given
/// what is remembered of it, or null.
bool touches_at_start(const WorldValue& world, const FoundContact& contact,
                      const RememberedContacts::Entry* entry, double h);

/// V is at least this share of the speeds whose differences the relative speeds are: they are
/// rounded to 1e-16, and answers are accepted at 1e-9 V. Measured on 60,000 clusters of balls that
/// collide without gravity and are then all but at rest relative to each other: 66 found no answer
/// without a bound, 3 with 1e-10, none with 1e-9 to 1e-6.
inline constexpr double kLeastVelocityScale = 1e-7;

/// The judge's V, m/s: the largest relative speed at the island's contacts at the start of the step
/// plus h |external acceleration| (of a centre of mass, and of a contact point by the torque). h is
/// that of the whole step even in a leg: a leg of a millionth of the step changes velocities by
/// little more than their round-off, and solves measured by that never end. V is not below what
/// round-off allows (`kLeastVelocityScale`), and 0 if it is no more than the round-off of the
/// bodies' velocities. `posed`: a relative speed that a problem has before its solve, m/s, if it is
/// not one at the start of the step.
double calc_velocity_scale(const StepView& view, const Island& island, double posed = 0);

/// Makes the contact problem of an island, in the order of its bodies and contacts. The normal
/// condition contains the gap: n . v+ >= -(gap - kept gap) / h. Reuses the memory of `problem`.
/// O(contacts).
void make_contact_problem(const StepView& view, const Island& island, ContactProblem& problem);

}  // namespace stiction
