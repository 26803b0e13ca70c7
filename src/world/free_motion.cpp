#include "free_motion.h"

#include <stiction/math/rotation.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// A body whose spin turns it by less than this in a step, rad, is at rest: its gyroscopic term, of
/// second order, is far below the round-off of the forces that hold the body.
constexpr double kRestingTurn = 1e-12;

/// A motion that turns a body by more than this, rad, is computed in parts: the relative error of
/// the midpoint rule is the square of the angle over 12, and beyond 1 rad it may have no solution.
constexpr double kMostPartTurn = 0.1;
constexpr double kMostParts = 1000;
/// A body that turns further than this in a step, rad, is no longer followed part by part.
constexpr double kMostFollowedTurn = 1000;

/// The midpoint rule, in the body frame, by Newton's method. The guess is close enough to keep the
/// first matrix unless a torque turns the body far.
Vec3 calc_midpoint_end(const BodyRecord& body, const Vec3& w0, const Vec3& torque, double h) {
  constexpr int kMaxIterations = 20;
  constexpr double kRoundOff = 4e-16;
  constexpr double kNear = 1e-3;
  constexpr double kShare = 0.1;
  const Mat3& inertia = body.mass.inertia;
  const auto calc_rate = [&](const Vec3& w) {
    return Vec3(body.inverse_inertia * (torque - w.cross(inertia * w)));
  };
  // The explicit rule, inserted into the implicit one once, saves one Newton step.
  Vec3 w1 = w0 + h * calc_rate(w0 + 0.5 * h * calc_rate(w0));
  w1 = w0 + h * calc_rate(0.5 * (w0 + w1));
  Mat3 inverse;
  bool is_near = false;
  double last_size = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMaxIterations; ++k) {
    const Vec3 wm = 0.5 * (w0 + w1);
    const Vec3 momentum = inertia * wm;
    const Vec3 residual = inertia * (w1 - w0) + h * (wm.cross(momentum) - torque);
    // d/dw1: I + h/2 ([wm]x I - [I wm]x)
    if (!is_near) {
      inverse =
          (inertia + 0.5 * h * (cross_matrix(wm) * inertia - cross_matrix(momentum))).inverse();
    }
    const Vec3 change = -(inverse * residual);
    if (!change.allFinite()) break;
    w1 += change;
    // With the same matrix, successive changes shrink by the same factor.
    const double size = change.norm();
    const double round_off = kRoundOff * w1.norm();
    if (size <= round_off || (is_near && size * (size / last_size) <= kShare * round_off)) break;
    is_near = size <= kNear * w1.norm();
    last_size = size;
  }
  return w1;
}

/// Returns the rotation `part` seconds after `from`.
FreeRotation turn_on(const BodyRecord& body, const FreeRotation& from, double part) {
  const Vec3 torque = from.rotation.conjugate() * body.torque;
  FreeRotation to = from;
  to.spin = calc_midpoint_end(body, from.spin, torque, part);
  const Vec3 mean = 0.5 * (from.spin + to.spin);
  const Quat turned = from.rotation * exp_rotation(part * mean);
  to.momentum += part * body.torque;
  const Quat correction = shortest_rotation(turned * (body.mass.inertia * to.spin), to.momentum);
  to.rotation = (correction * turned).normalized();
  to.torque_work += part * mean.dot(torque);
  return to;
}

/// Turns a body too fast to be followed as if its spin stayed the same in its own frame: about its
/// angular momentum. That keeps its energy and, but for the torque, its momentum.
void turn_about_momentum(const BodyRecord& body, const BodyMotion& start, double h,
                         FreeMotion& motion) {
  const Vec3 spin = start.velocity.tail<3>();
  const Vec3 before = body.inertia_W(start.rotation) * spin;
  const Vec3 after = before + h * body.torque;
  const Vec3 axis = before.normalized();
  const Quat turned = rotated(start.rotation, spin.dot(axis) * axis, h);
  motion.rotation = (shortest_rotation(before, after) * turned).normalized();
  const double growth = after.norm() / before.norm();
  motion.end_spin = motion.rotation * (growth * (start.rotation.conjugate() * spin));
  motion.velocity.tail<3>() = growth * spin;
  motion.torque_work = 0.5 * (after.dot(motion.end_spin) - before.dot(spin));
}

void calc_free_rotation(const BodyRecord& body, const BodyMotion& start, double h, double duration,
                        std::vector<FreeRotation>& known, FreeMotion& motion) {
  const Quat& R0 = start.rotation;
  const Vec3 spin = start.velocity.tail<3>();
  const double speed = spin.norm();
  if (body.torque.isZero(0) &&
      (h * speed <= kRestingTurn || is_the_same_about_any_axis(body.mass))) {
    motion.rotation = rotated(R0, spin, h);
    return;
  }
  if (!(duration * speed <= kMostFollowedTurn)) return turn_about_momentum(body, start, h, motion);
  const double part = duration / std::clamp(duration * speed / kMostPartTurn, 1.0, kMostParts);
  const auto num_whole = static_cast<std::size_t>(std::min(h / part, kMostParts));
  if (known.empty()) {
    const Vec3 w0 = R0.conjugate() * spin;
    known.push_back({R0, w0, R0 * (body.mass.inertia * w0), 0});
  }
  while (known.size() <= num_whole) known.push_back(turn_on(body, known.back(), part));
  const double rest = h - static_cast<double>(num_whole) * part;
  const FreeRotation end = rest > 0 ? turn_on(body, known[num_whole], rest) : known[num_whole];
  motion.rotation = end.rotation;
  motion.torque_work = end.torque_work;
  // Adding the change leaves a constant spin free of rounding.
  motion.velocity.tail<3>() += R0 * (end.spin - known.front().spin);
  motion.end_spin = motion.rotation * end.spin;
}

}  // namespace

bool turn_alike(const Vec3& a, const Vec3& b, double share) {
  return (a - b).squaredNorm() <= share * share * std::max(a.squaredNorm(), b.squaredNorm());
}

bool is_the_same_about_any_axis(const MassProperties& mass) {
  return mass.inertia == mass.inertia(0, 0) * Mat3::Identity();
}

bool is_even_ball(const BodyRecord& body) {
  return body.is_ball && is_the_same_about_any_axis(body.mass);
}

Quat rotated(const Quat& rotation, const Vec3& w_W, double h) {
  if (w_W.isZero(0)) return rotation;
  return (exp_rotation(h * w_W) * rotation).normalized();
}

BodyMotion moved(const BodyMotion& from, const Vec6& velocity, double h) {
  BodyMotion to = from;
  to.center += h * velocity.head<3>();
  to.rotation = rotated(from.rotation, velocity.tail<3>(), h);
  return to;
}

Vec3 calc_arc_velocity(const BodyMotion& from, const Vec6& velocity, const Vec3& p_W, double h) {
  const BodyMotion end = moved(from, velocity, h);
  const Vec3 arm = end.rotation * (from.rotation.conjugate() * (p_W - from.center));
  return (end.center + arm - p_W) / h - point_velocity(from, velocity, p_W);
}

void displace(BodyRecord& body, const Vec6& displacement) {
  body.center += displacement.head<3>();
  body.rotation = rotated(body.rotation, displacement.tail<3>(), 1.0);
  body.velocity.tail<3>() = exp_rotation(displacement.tail<3>()) * Vec3(body.velocity.tail<3>());
}

FreeMotion calc_free_motion(const BodyRecord& body, const Vec3& gravity, double h) {
  return calc_free_motion(body, body, gravity, h);
}

FreeMotion calc_free_motion(const BodyRecord& body, const BodyMotion& start, const Vec3& gravity,
                            double h) {
  thread_local std::vector<FreeRotation> parts;  // its memory alone lives on
  parts.clear();
  return calc_free_motion(body, start, gravity, h, h, parts);
}

FreeMotion calc_free_motion(const BodyRecord& body, const BodyMotion& start, const Vec3& gravity,
                            double h, double duration, std::vector<FreeRotation>& known) {
  FreeMotion motion;
  motion.velocity = start.velocity;
  motion.rotation = start.rotation;
  motion.end_spin = start.velocity.tail<3>();
  if (!body.is_dynamic()) {
    motion.displacement = h * start.velocity.head<3>();
    motion.rotation = rotated(start.rotation, start.velocity.tail<3>(), h);
    return motion;
  }
  const Vec3 acceleration = gravity + body.force / body.mass.mass;
  motion.velocity.head<3>() += h * acceleration;
  motion.displacement = h * (start.velocity.head<3>() + 0.5 * h * acceleration);
  if (!start.velocity.tail<3>().isZero(0) || !body.torque.isZero(0)) {
    calc_free_rotation(body, start, h, duration, known, motion);
  }
  return motion;
}

}  // namespace stiction
