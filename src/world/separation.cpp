#include "separation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pair_contacts.h"

namespace stiction {
namespace {

/// A plane bounds its half space only along its normal, to within this angle, rad.
constexpr double kAlongNormal = 1e-12;

/// How far the body's shape reaches along an axis, measured from the world's origin, m. `to_axis`
/// rotates the axis to x.
double calc_reach(const WorldValue& world, const BodyMotion& motion, std::size_t body, int shape,
                  const Quat& to_axis) {
  const RigidTransform X_WS = pose_shape(world, motion, body, shape).X_WS;
  const RigidTransform at{to_axis * X_WS.rotation, to_axis * X_WS.translation};
  const Shape& solid = world.bodies[body].definition.shapes[shape].shape;
  if (const auto* plane = std::get_if<Plane>(&solid)) {
    const Vec3 normal = at.rotation * plane->normal;
    const bool is_along = (normal - Vec3::UnitX()).norm() <= kAlongNormal;
    return is_along ? plane->offset + at.translation.x() : std::numeric_limits<double>::infinity();
  }
  return calc_aabb(solid, at).upper.x();
}

}  // namespace

double calc_turn(const BodyRecord& body, const Vec6& start_velocity, const Vec6& end_velocity,
                 double time) {
  if (body.is_ball) return 0;
  return time * std::max(start_velocity.tail<3>().norm(), end_velocity.tail<3>().norm());
}

double calc_bow(const BodyRecord& body, const Vec6& start_velocity, const Vec6& end_velocity,
                double time) {
  const double turn = calc_turn(body, start_velocity, end_velocity, time);
  const double spin_up = time * body.inverse_inertia.norm() * body.torque.norm();
  const double change = (end_velocity - start_velocity).head<3>().norm();
  return ((2 * turn * turn + time * spin_up) * body.radius + time * change) / 8;
}

bool stays_apart(const WorldValue& world, const FoundContact& contact, const MotionSpan& a,
                 const MotionSpan& b) {
  // The normal points at body A: rotate it to x for B's reach, and its opposite to x for A's reach.
  Mat3 against = -contact.frame;
  against.col(2) *= -1;
  const Quat to_normal(Mat3(contact.frame.transpose()));
  const Quat to_opposite(Mat3(against.transpose()));
  const auto separates = [&](const BodyMotion& motion_a, const BodyMotion& motion_b) {
    const double reach_a =
        calc_reach(world, motion_a, contact.body_a, contact.key.shape_a, to_opposite);
    const double reach_b =
        calc_reach(world, motion_b, contact.body_b, contact.key.shape_b, to_normal);
    return -reach_a - reach_b > a.bow + b.bow;
  };
  return separates(a.start, b.start) && separates(a.end, b.end);
}

}  // namespace stiction
