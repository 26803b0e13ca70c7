#pragma once

#include "body_record.h"

namespace stiction {

/// What a body would do over a step if nothing touched it.
struct FreeMotion {
  Vec6 velocity = Vec6::Zero();      ///< v*: at the end of the step
  Quat rotation = Quat::Identity();  ///< R_WB at the end of the step
  Vec3 displacement = Vec3::Zero();  ///< of the centre of mass: exact for constant forces, m
};

/// Linear: the exact parabola of constant forces. Angular: the gyroscopic term by the implicit
/// midpoint rule in the body frame,
///
///     I (w1 - w0) + h w_m x I w_m = h R0^T torque,   w_m = (w0 + w1) / 2,
///
/// which conserves the energy and |I w| of a free body; the rotation follows by the exponential map
/// of h w_m, then by the smallest turn that makes the angular momentum's direction in the world
/// exactly that of R0 I w0 + h torque (the exponential map alone lets it wander by O(h^2) a step;
/// for a spin about a principal axis the turn is none).
///
/// The velocity is that in the world at the end, R1 w1. Kinematic bodies keep theirs. Where the
/// iteration does not converge (|w| h beyond about 1) the answer is finite, but less exact.
FreeMotion calc_free_motion(const BodyRecord& body, const Vec3& gravity, double h);

/// The rotation after turning with the constant angular velocity w_W for h seconds.
Quat rotated(const Quat& rotation, const Vec3& w_W, double h);

}  // namespace stiction
