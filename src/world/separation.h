#pragma once

#include "contact_finder.h"
#include "world_value.h"

namespace stiction {

/// The motion of a body over some time: where it starts and ends, and how far its points may be
/// from the chords of their paths, m (`calc_bow`).
struct MotionSpan {
  const BodyMotion& start;
  const BodyMotion& end;
  double bow = 0;
};

/// A bound on the distance of the body's points from the chords of their paths in `time`, s; m. It
/// is time^2 / 8 times their acceleration; without torques, a spin changes by as much as it turns
/// the arm. The velocities are those along the body's path: of its centre of mass, and angular.
double calc_bow(const BodyRecord& body, const Vec6& start_velocity, const Vec6& end_velocity,
                double time);

/// The largest angle by which a body turns at these velocities in `time`, s; rad. 0 for a ball,
/// which looks the same however it turns.
double calc_turn(const BodyRecord& body, const Vec6& start_velocity, const Vec6& end_velocity,
                 double time);

/// True if a contact's normal, held fixed, separates its two shapes throughout the motion of their
/// bodies, whatever their features: at the start and at the end, by more than points leave their
/// chords in between. Never true of a mesh or height field that the normal does not bound.
bool stays_apart(const WorldValue& world, const FoundContact& contact, const MotionSpan& a,
                 const MotionSpan& b);

}  // namespace stiction
