#pragma once

#include <stiction/world/contact.h>

#include <vector>

#include "body_record.h"

namespace stiction {

/// A body is at rest if none of its points moves further than this in a step, m: small compared
/// to `kTouchingGap`, and far above the round-off of resting bodies.
inline constexpr double kRestingWay = 1e-3 * kTouchingGap;

/// The motion of a body over a step if nothing touched it.
struct FreeMotion {
  /// v*, for the contact problem: the velocity at the end of the step, but with the angular part as
  /// if the body had not turned, R0 w1, since the masses and arms of that problem are those of R0.
  Vec6 velocity = Vec6::Zero();
  Quat rotation = Quat::Identity();  ///< R_WB at the end of the step
  Vec3 end_spin = Vec3::Zero();      ///< if nothing touched the body: R1 w1, world, rad/s
  double torque_work = 0;            ///< likewise: h w_m . torque, J
  Vec3 displacement = Vec3::Zero();  ///< of the centre of mass: exact for constant forces, m
};

/// The rotation of a free body where a part of its motion ends (see `calc_free_motion`).
struct FreeRotation {
  Quat rotation = Quat::Identity();  ///< R_WB
  Vec3 spin = Vec3::Zero();          ///< body frame, rad/s
  Vec3 momentum = Vec3::Zero();      ///< angular, world, N m s
  double torque_work = 0;            ///< since the start, J
};

/// Linear: the exact parabola of constant forces. Angular: the gyroscopic term by the implicit
/// midpoint rule in the body frame,
///
///     I (w1 - w0) + h w_m x I w_m = h R0^T torque,   w_m = (w0 + w1) / 2,
///
/// which conserves the energy and |I w| of a free body; the rotation follows by the exponential map
/// of h w_m, then by the smallest turn that makes the angular momentum's direction in the world
/// exactly that of R0 I w0 + h torque. (The exponential map alone lets it wander by O(h^2) per
/// step; for a spin about a principal axis the turn is zero.)
///
/// A contact problem posed at R0 has to start from R0 w1: with R1 w1, which is turned relative to
/// the inertia and the arms, a spinning rod gains energy at each touch. A body that moves by v+
/// turns about its direction, so that the spin is the same in the body's frame and in the world's,
/// and so is the energy. Kinematic bodies keep their velocity. A motion that turns a body by more
/// than 0.1 rad is computed in parts of 0.1 rad and a remainder, up to 1000 parts; beyond 100 rad
/// the answer is finite, but less exact. A spin of at most 1e-12 rad on which no torque acts keeps
/// its direction.
FreeMotion calc_free_motion(const BodyRecord& body, const Vec3& gravity, double h);
/// The same from another initial motion.
FreeMotion calc_free_motion(const BodyRecord& body, const BodyMotion& start, const Vec3& gravity,
                            double h);
/// The motion after h seconds of a longer one of `duration`; `known` holds the parts already
/// computed, none at first. The result is the same to the bit whatever was known.
FreeMotion calc_free_motion(const BodyRecord& body, const BodyMotion& start, const Vec3& gravity,
                            double h, double duration, std::vector<FreeRotation>& known);

/// True if two spins, or turns, differ by at most this share of the larger one.
bool turn_alike(const Vec3& a, const Vec3& b, double share);
/// Spins of bodies that stick to each other agree to about 1e-9, the accuracy of contact solves;
/// those of bodies that roll or pivot on each other do not.
inline constexpr double kStuckShare = 1e-6;

/// True if the moment of inertia is the same about all axes, as for a ball: such a body keeps its
/// spin.
bool is_the_same_about_any_axis(const MassProperties& mass);
/// True if turning the body changes neither its shape nor its inertia.
bool is_even_ball(const BodyRecord& body);

/// The rotation after turning with the constant angular velocity w_W for h seconds.
Quat rotated(const Quat& rotation, const Vec3& w_W, double h);

/// The motion of a body after h seconds at this velocity; its own velocity stays as it is.
BodyMotion moved(const BodyMotion& from, const Vec6& velocity, double h);

/// The difference between the mean velocity, over h seconds on its arc, of a body's point that
/// starts at p_W and its velocity at the start, m/s.
Vec3 calc_arc_velocity(const BodyMotion& from, const Vec6& velocity, const Vec3& p_W, double h);

/// Displaces a body: its centre, m, and its rotation, rad. The spin turns with it: otherwise the
/// spin of a thin rod about its axis would become one across it, with a thousand times the energy.
void displace(BodyRecord& body, const Vec6& displacement);

}  // namespace stiction
