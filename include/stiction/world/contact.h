#pragma once

#include <stiction/body/body.h>
#include <stiction/collision/manifold.h>
#include <stiction/contact/contact_problem.h>
#include <stiction/model/contact_analysis.h>

#include <optional>
#include <span>

namespace stiction {

/// Surfaces closer than this touch, m: a few atoms, and far above the round-off in a pose.
inline constexpr double kTouchingGap = 1e-9;
/// Bodies that rest on each other overlap by less than this, m; it does not count as overlap.
inline constexpr double kRestingOverlap = 2 * kTouchingGap;

/// A point of contact between two bodies over one step, readable from the world after it.
///
/// `gap` is the gap at the start of the step. `point` and `normal` are those at which the impulse
/// acts: at the start of the step, or with `Integrator::automatic` half-way along it where bodies
/// turn, and at the last touch if there was an impact or the step was followed with second order.
/// Impulses are sums over the step: `normal_impulse * normal + friction_impulse` is the momentum
/// that a gained and b lost. If the contact's normal turned during the step, `normal` lies in
/// between, so that friction is tangential and within its bound, as it was at each of the normals;
/// speeds are relative to the last normal, with the slip turned to `normal`. If several contacts
/// share a load that statics leaves undetermined (the four corners of a box), impulses are not
/// unique, although velocities are; those reported are the closest to the step before.
struct Contact {
  BodyId body_a;
  BodyId body_b;
  int shape_a = 0;  ///< index in the body's definition
  int shape_b = 0;
  FeatureId feature = 0;        ///< which features of the two shapes meet
  Vec3 point = Vec3::Zero();    ///< world, half way between the surfaces, m
  Vec3 normal = Vec3::UnitZ();  ///< world, unit, from b to a
  double gap = 0;               ///< m, negative: overlap
  double normal_impulse = 0;    ///< N s, >= 0: pushes a along `normal`, b against it
  /// N s, world, on a (reversed on b). Tangential, except under laws without a bound on friction:
  /// there it may point into the surface if the normal turned during the step.
  Vec3 friction_impulse = Vec3::Zero();
  Vec3 slip_velocity =
      Vec3::Zero();     ///< m/s, world: tangential velocity of a against b after the step
  double friction = 0;  ///< the pair's mu
  /// In a step that is led through impacts, the state when the contact last acted, perhaps in an
  /// impact: a contact that stuck then may slip, or be apart, when the step ends.
  ContactState state = ContactState::open;

  // How far the contact is from another state. A sticking contact starts to slide at a
  // `friction_use` of 1; a sliding one sticks at a `slip_velocity` of 0; an open one closes when
  // its gap at the end of the step (gap + h separation_speed, if bodies do not turn) is 0.

  /// |friction| / (mu normal impulse), 0 to 1 up to round-off; 0 if friction has no such bound.
  double friction_use = 0;
  double separation_speed = 0;  ///< m/s: velocity of a against b along `normal` after the step
  /// Whether the impulse of the step's forces is the only one possible. Empty unless requested
  /// (`WorldOptions::analyse_contacts`), for contacts that took no part in the solve, and under
  /// laws without a bound on friction (`ContactModel::has_friction_bound`).
  std::optional<ContactAnalysis> analysis;

  /// True if the surfaces touch (gap <= `kTouchingGap`) or the contact carries an impulse, even
  /// friction alone; otherwise they are merely near.
  bool is_touching() const {
    return gap <= kTouchingGap || normal_impulse > 0 || !friction_impulse.isZero(0);
  }
};

/// Returns the impulse that `by` gave to `on` through their contacts, friction included; N s, world
/// frame. Divided by the time step it is the mean force. `contacts` are those of a world, in their
/// order. Cost: logarithmic in their number, linear in those of the pair.
Vec3 calc_contact_impulse(std::span<const Contact> contacts, BodyId on, BodyId by);

enum class ContactEventKind { begin, persist, end };

/// An event of a contact point in the last step: it began to touch, kept touching, or ended.
struct ContactEvent {
  ContactEventKind kind = ContactEventKind::begin;
  BodyId body_a;
  BodyId body_b;
  int shape_a = 0;
  int shape_b = 0;
  FeatureId feature = 0;
};

}  // namespace stiction
