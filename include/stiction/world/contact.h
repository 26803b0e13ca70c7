#pragma once

#include <stiction/body/body.h>
#include <stiction/collision/manifold.h>
#include <stiction/contact/contact_problem.h>
#include <stiction/model/contact_analysis.h>

#include <optional>
#include <span>

namespace stiction {

/// Closer than this two surfaces touch, m: a few atoms, and far above the round-off in a pose.
inline constexpr double kTouchingGap = 1e-9;
/// Bodies that rest on each other overlap by less than this, m: it is no overlap to speak of.
inline constexpr double kRestingOverlap = 2 * kTouchingGap;

/// A point of contact between two bodies over one step, readable from the world after it.
///
/// The gap is that at the start of the step, position and normal are those where the impulse acts:
/// at the start of the step; with `Integrator::automatic` half-way along it where bodies turn, at
/// the last touch where there was an impact, or where the step is followed with second order.
/// Impulses are sums over the step: `normal_impulse * normal + friction_impulse` is the momentum
/// that a gained and b lost. If the contact's normal turned during the step, `normal` is one in
/// between for which friction is tangential and within its bound, as it was at each of them; speeds
/// are those at the last one, with the slip turned to `normal`. Where several contacts share a load
/// that statics leaves undetermined (four corners of one box) impulses are not unique (velocities
/// are); reported are those nearest to the step before.
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
  /// N s, world, on a (reversed on b); tangential, except under laws without a bound on friction:
  /// there it may point into the surface if the normal turned during the step.
  Vec3 friction_impulse = Vec3::Zero();
  Vec3 slip_velocity =
      Vec3::Zero();     ///< m/s, world: tangential velocity of a against b after the step
  double friction = 0;  ///< the pair's mu
  /// In a step that is led through impacts, where it acted last, which may have been an impact:
  /// what stuck there may slip, or be apart, when the step ends.
  ContactState state = ContactState::open;

  // How far the contact is from another state. A sticking one slides at a `friction_use` of 1; a
  // sliding one sticks at a `slip_velocity` of 0; an open one closes where its gap at the end of
  // the step, gap + h separation_speed but for turning, is 0.

  /// |friction| / (mu normal impulse), 0 to 1 up to round-off; 0 where there is no such bound.
  double friction_use = 0;
  double separation_speed = 0;  ///< m/s: velocity of a against b along `normal` after the step
  /// Whether the impulse of the step's forces is the only one possible. Empty unless the world was
  /// asked (`WorldOptions::analyse_contacts`), for contacts that took no part in the solve, and
  /// under laws without a bound on friction (`ContactModel::has_friction_bound`).
  std::optional<ContactAnalysis> analysis;

  /// Whether the surfaces touch (gap <= `kTouchingGap`) or carry an impulse, be it friction alone;
  /// else they are merely near.
  bool is_touching() const {
    return gap <= kTouchingGap || normal_impulse > 0 || !friction_impulse.isZero(0);
  }
};

/// The impulse that the contacts between two bodies gave to `on`, friction included; N s, world
/// frame. Over the time step it is the mean force. `contacts` are those of a world, in their order.
/// Cost: the logarithm of their number, and those of the pair.
Vec3 calc_contact_impulse(std::span<const Contact> contacts, BodyId on, BodyId by);

enum class ContactEventKind { begin, persist, end };

/// What happened to a point of contact in the last step: it began to touch, went on, or ended.
struct ContactEvent {
  ContactEventKind kind = ContactEventKind::begin;
  BodyId body_a;
  BodyId body_b;
  int shape_a = 0;
  int shape_b = 0;
  FeatureId feature = 0;
};

}  // namespace stiction
