#pragma once

#include <stiction/contact/contact_problem.h>

#include <functional>
#include <span>

#include "contact_finder.h"
#include "free_motion.h"
#include "islands.h"
#include "world_value.h"

namespace stiction {

/// What the contact problems of one step are made from.
struct StepView {
  const WorldValue& world;
  /// Where the bodies are and how they move, one a body of the world.
  BodyMotions motions;
  std::span<const FreeMotion> free_motions;  ///< one a body
  std::span<const FoundContact> contacts;
  std::span<const RememberedContacts::Entry* const> remembered;  ///< one a contact, or null
  double h = 0;                                                  ///< s
  std::span<const SearchMotion> searches =
      {};  ///< one a body; empty: contacts are not looked at again
  /// Whether the step is to be given up: `StepTools::ask_to_stop`, which remembers a "yes" that the
  /// user's own gave once.
  const std::function<bool()>* ask_to_stop = nullptr;
  double step = 0;  ///< s, of which h is a leg on the way through impacts; 0: h is all of it
  /// One a contact, or none at all: what was found for it when fewer contacts were posed, or null.
  std::span<const RememberedContacts::Entry* const> answered = {};
  /// Of a whole step, one a body: whether its island was tried in pieces. Written as it is; islands
  /// have no bodies in common.
  std::span<char> tried_in_pieces = {};
};

/// The velocity of immovable bodies at a contact, as it enters the relative velocity of a against
/// b: contact frame, m/s.
Vec3 calc_surface_velocity(const StepView& view, const FoundContact& contact);

/// The relative velocity of a against b at a contact, given place and velocity of every body of the
/// world; contact frame.
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

/// Of what carries the island, at the first contact with a body that forces do not move, m/s: by
/// its motion seen from there a step is chosen, so that what happens on a carrier is what happens
/// elsewhere. 0 if there is none.
Vec3 calc_carrier_velocity(const StepView& view, const Island& island);

/// What kinematic bodies put in through an impulse on body a (contact frame), J.
double calc_driven_work(const StepView& view, const FoundContact& contact, const Vec3& impulse);

/// What turns by up to a tenth of a radian leaves a surface, or enters it, by up to so much of its
/// way.
inline constexpr double kMostOpening = 0.05;

/// A contact that touches keeps a gap of up to this, m, and up to `kKeptShare` of the radius of the
/// smaller body: to close all that slips and rolling leave, at once, takes bodies that touch all
/// around to slip somewhere. Factorisations a step of six throws of 216 balls from 3 to 4 s: 136
/// with 1e-7 (and no depth lost in `restore_rolling_contacts`), 78 with 3e-7, 64 with 5e-7 and 71
/// with 1e-6, with which a ball that falls into the ring of `ball_in_rim.xml` goes astray by more
/// than 1e-6 m; of ten bins of 80 mixed bodies from 6 to 8 s 19, 3, 9 and 8.
inline constexpr double kKeptGap = 5e-7;
inline constexpr double kKeptShare = 2e-5;

/// The gap that a contact is to keep, m: its own where it overlaps or touches, else none.
double calc_kept_gap(const WorldValue& world, const FoundContact& contact);

/// Whether a contact touches as the step starts (`ContactProblem::Contact::touching`), given what
/// is remembered of it, or null.
bool touches_at_start(const WorldValue& world, const FoundContact& contact,
                      const RememberedContacts::Entry* entry, double h);

/// V is no smaller a share of the speeds that relative ones are made of: they are rounded to 1e-16,
/// and answers are accepted at 1e-9 V. Of 60,000 clusters of balls that collide without gravity,
/// and are all but at rest relative to each other after it, 66 found no answer without a bound, 3
/// with 1e-10, none with 1e-9 to 1e-6.
inline constexpr double kLeastVelocityScale = 1e-7;

/// The judge's V: the largest relative speed at the island's contacts at the start of the step plus
/// h |external acceleration| (of a centre of mass, and of a contact point by the torque), m/s, with
/// the whole step's h in a leg, too: a leg of a millionth of it changes velocities by little more
/// than their round-off, and solves that are measured by that never end. No smaller than round-off
/// allows (`kLeastVelocityScale`); 0 where V is no more than the round-off of the bodies'
/// velocities. `posed`: a relative speed that a problem has before its solve, m/s, if that is not
/// one of the start of the step.
double calc_velocity_scale(const StepView& view, const Island& island, double posed = 0);

/// The contact problem of an island in the order of its bodies and contacts. The normal condition
/// has the gap in it: n . v+ >= -(gap - kept gap) / h. Reuses the memory of `problem`. O(contacts).
void make_contact_problem(const StepView& view, const Island& island, ContactProblem& problem);

}  // namespace stiction
