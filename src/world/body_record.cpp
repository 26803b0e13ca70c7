#include "body_record.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "checked_numbers.h"

namespace stiction {
namespace {

/// Checks pose, velocities, shapes and their poses; normalises rotations.
void check_numbers(BodyDefinition& definition) {
  definition.pose = checked_pose(definition.pose);
  require_finite("linear velocity", definition.linear_velocity);
  require_finite("angular velocity", definition.angular_velocity);
  for (ShapeDefinition& part : definition.shapes) {
    part.shape = checked_shape(part.shape);
    part.pose = checked_pose(part.pose);
  }
}

/// Inverts in units of a power of two near the size, so that determinants stay in the range of
/// numbers.
Mat3 calc_inverse(const Mat3& inertia) {
  const double unit = std::ldexp(1.0, std::ilogb(inertia.trace()));
  return Mat3(inertia / unit).inverse() / unit;
}

double calc_radius(const BodyDefinition& definition, const Vec3& center) {
  double radius = 0;
  for (const ShapeDefinition& part : definition.shapes) {
    if (part.trigger || std::holds_alternative<Plane>(part.shape)) continue;
    radius =
        std::max(radius, (part.pose.translation - center).norm() + bounding_radius(part.shape));
  }
  return radius;
}

bool is_ball_about(const BodyDefinition& definition, const Vec3& center) {
  constexpr double kRoundOff = 1e-14;
  return std::ranges::all_of(definition.shapes, [&](const ShapeDefinition& part) {
    const auto* sphere = std::get_if<Sphere>(&part.shape);
    return sphere && (part.pose.translation - center).norm() <= kRoundOff * sphere->radius;
  });
}

}  // namespace

BodyRecord make_body_record(const BodyDefinition& definition) {
  BodyRecord body;
  body.definition = definition;
  try {
    check_numbers(body.definition);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("body '" + definition.name + "': " + error.what());
  }
  body.mass = resolve_mass_properties(body.definition);
  if (body.is_dynamic()) body.inverse_inertia = calc_inverse(body.mass.inertia);
  for (const ShapeDefinition& part : body.definition.shapes) body.colliders.push_back(part.shape);
  body.has_shape_materials =
      std::ranges::any_of(body.definition.shapes,
                          [](const ShapeDefinition& part) { return part.material.has_value(); });
  body.has_trigger = std::ranges::any_of(body.definition.shapes, &ShapeDefinition::trigger);
  body.is_ball = is_ball_about(body.definition, body.mass.center);
  body.radius = calc_radius(body.definition, body.mass.center);
  body.teleport(body.definition.pose);
  if (!body.is_fixed()) body.velocity << definition.linear_velocity, definition.angular_velocity;
  return body;
}

void BodyRecord::teleport(const RigidTransform& X_WB) {
  rotation = X_WB.rotation;
  center = X_WB * mass.center;
  previous_rotation = rotation;
  previous_center = center;
  is_unchanged = false;
  is_placed = true;
}

Mat3 BodyRecord::inertia_W(const Quat& R_WB) const {
  const Mat3 R = R_WB.toRotationMatrix();
  const Mat3 result = R * mass.inertia * R.transpose();
  return 0.5 * (result + result.transpose());
}

Mat3 BodyRecord::inverse_inertia_W(const Quat& R_WB) const {
  const Mat3 R = R_WB.toRotationMatrix();
  const Mat3 inverse = R * inverse_inertia * R.transpose();
  return 0.5 * (inverse + inverse.transpose());
}

double BodyRecord::kinetic_energy() const {
  const Vec3 w_B = rotation.conjugate() * Vec3(velocity.tail<3>());
  return 0.5 * mass.mass * velocity.head<3>().squaredNorm() + 0.5 * w_B.dot(mass.inertia * w_B);
}

}  // namespace stiction
