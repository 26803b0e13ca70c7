#pragma once

#include <stiction/math/vector.h>

namespace stiction {

/// The rotation by |phi| radians about phi (exponential map of so(3)). Accurate to round-off for
/// every phi, zero included.
Quat exp_rotation(const Vec3& phi);

/// The rotation vector of q with an angle in [0, pi]: the inverse of `exp_rotation`.
Vec3 log_rotation(const Quat& q);

/// The angle in [0, pi] of the rotation that takes `from` to `to`, rad.
double rotation_angle(const Quat& from, const Quat& to);

/// URDF's fixed-axis roll-pitch-yaw: R = Rz(yaw) Ry(pitch) Rx(roll); rad.
Quat from_roll_pitch_yaw(const Vec3& rpy);

/// The smallest rotation that takes the direction of `from` to the direction of `to`. Identity if
/// either is zero; a half turn about some perpendicular axis if they are opposite.
Quat shortest_rotation(const Vec3& from, const Vec3& to);

}  // namespace stiction
