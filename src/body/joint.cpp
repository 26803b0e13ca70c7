#include <stiction/body/joint.h>
#include <stiction/math/rejected_number.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace stiction {
namespace {

constexpr std::array<std::string_view, 7> kKinds = {
    "fixed", "revolute", "prismatic", "spherical", "universal", "cylindrical", "planar"};
constexpr std::array<std::string_view, 3> kModes = {"velocity", "position", "effort"};

[[noreturn]] void reject_joint(const std::string& name, const std::string& wanted) {
  throw std::invalid_argument("joint '" + name + "': expected " + wanted);
}

void require_joint_number(const std::string& name, const char* what, bool is_fine, double value) {
  if (is_fine) return;
  reject_joint(name, what + (", got " + format_number(value)));
}

bool is_direction(const Vec3& axis) { return axis.allFinite() && axis.stableNorm() > 0; }

}  // namespace

std::string_view to_string(JointKind kind) { return kKinds.at(static_cast<std::size_t>(kind)); }

std::string_view to_string(MotorMode mode) { return kModes.at(static_cast<std::size_t>(mode)); }

bool has_position(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic;
}

void check_motor(const JointMotor& motor, const std::string& name) {
  require_joint_number(name, "a mode of motors",
                       static_cast<std::size_t>(motor.mode) < kModes.size(),
                       static_cast<int>(motor.mode));
  const auto is_gain = [](double gain) { return std::isfinite(gain) && gain >= 0; };
  require_joint_number(name, "a finite target of the motor", std::isfinite(motor.target),
                       motor.target);
  require_joint_number(name, "a max_effort >= 0 of the motor", motor.max_effort >= 0,
                       motor.max_effort);
  require_joint_number(name, "a finite kp >= 0 of the motor", is_gain(motor.kp), motor.kp);
  require_joint_number(name, "a finite kd >= 0 of the motor", is_gain(motor.kd), motor.kd);
  const bool has_gain = motor.kp > 0 || motor.kd > 0;
  if (motor.mode == MotorMode::position && !has_gain) {
    reject_joint(name, "a kp or kd > 0 of a position motor");
  }
  if (motor.mode != MotorMode::position && has_gain) {
    reject_joint(name, "kp and kd of a position motor only");
  }
}

void check_gear(const JointGear& gear, const std::string& name) {
  require_joint_number(name, "a finite ratio of the gear that is not zero",
                       std::isfinite(gear.ratio) && gear.ratio != 0, gear.ratio);
}

void check_joint(const JointDefinition& definition) {
  const std::string& name = definition.name;
  const JointKind kind = definition.kind;
  require_joint_number(name, "a kind of joints", static_cast<std::size_t>(kind) < kKinds.size(),
                       static_cast<int>(kind));
  const int anchor = static_cast<int>(definition.anchor);
  require_joint_number(name, "an anchor of joints",
                       anchor >= 0 && anchor <= static_cast<int>(JointAnchor::child), anchor);
  if (definition.parent == definition.child) {
    reject_joint(name, definition.parent ? "two bodies, got one with itself"
                                         : "a body, got the world with itself");
  }
  const bool has_frame = definition.frame.translation.allFinite() &&
                         definition.frame.rotation.coeffs().allFinite() &&
                         !definition.frame.rotation.coeffs().isZero(0);
  if (!has_frame) reject_joint(name, "a finite frame with a quaternion that is not zero");
  if (!is_place_in_range(definition.frame.translation)) {
    reject_joint(name, "a frame within " + format_number(kLargestPlace) + " m, got one at " +
                           format_vector(definition.frame.translation));
  }
  if (!is_direction(definition.axis)) reject_joint(name, "a finite axis that is not zero");
  if (kind == JointKind::universal) {
    if (!is_direction(definition.axis2)) reject_joint(name, "a finite axis2 that is not zero");
    const Vec3 a = definition.axis.stableNormalized();
    const Vec3 b = definition.axis2.stableNormalized();
    if (a.cross(b).norm() < kLeastUniversalAngle)
      reject_joint(name, "an axis2 not parallel to axis");
  }
  require_joint_number(name, "a finite position", std::isfinite(definition.position),
                       definition.position);
  if (!(definition.lower <= definition.upper)) reject_joint(name, "lower <= upper");
  const bool can_be_met = definition.lower < std::numeric_limits<double>::infinity() &&
                          definition.upper > -std::numeric_limits<double>::infinity();
  if (!can_be_met) reject_joint(name, "bounds that a position can meet");
  const auto is_resistance = [](double value) { return std::isfinite(value) && value >= 0; };
  require_joint_number(name, "a finite friction >= 0", is_resistance(definition.friction),
                       definition.friction);
  require_joint_number(name, "a finite damping >= 0", is_resistance(definition.damping),
                       definition.damping);
  const bool has_more = std::isfinite(definition.lower) || std::isfinite(definition.upper) ||
                        definition.friction > 0 || definition.damping > 0 || definition.motor ||
                        definition.gear || definition.position != 0;
  if (has_more && !has_position(kind)) {
    reject_joint(name,
                 "a position, limits, friction, damping, a motor and a gear on revolute and "
                 "prismatic joints only");
  }
  if (definition.motor) check_motor(*definition.motor, name);
  if (definition.gear) check_gear(*definition.gear, name);
}

}  // namespace stiction
