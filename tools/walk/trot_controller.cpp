#include "trot_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace stiction::walk {
namespace {

// Values of scenes/robots/quadruped.urdf.
constexpr double kSegment = 0.2;    ///< m, thigh and shank
constexpr double kRestPitch = 0.7;  ///< rad, of the thigh at position 0; the shank has the opposite
constexpr double kHipWidth = 0.06;  ///< m, from the hip's axis out to the leg
constexpr double kFarthest = 0.999;  ///< largest share of the stretched leg that a foot may be away

// Gains, found by trying on flat ground.
constexpr double kSpeedGain = 0.1;      ///< s: Raibert's, m of foothold per m/s of error
constexpr double kLeanGain = 0.8;       ///< m of leg per m of height that the hip has lost
constexpr double kYawGain = 2;          ///< 1/s
constexpr double kMostTurn = 0.5;       ///< rad/s
constexpr double kFarthestStep = 0.12;  ///< m

JointId joint_named(const World& world, const std::string& name) {
  const std::optional<JointId> joint = world.find_joint(name);
  if (!joint) throw std::invalid_argument("expected a robot with a joint '" + name + "'");
  return *joint;
}

double effort_limit_of(const Scene& scene, const std::string& joint) {
  const auto has_name = [&](const Scene::Joint& other) { return other.definition.name == joint; };
  return std::ranges::find_if(scene.joints, has_name)->effort_limit;
}

}  // namespace

TrotController::TrotController(const Scene& scene, const World& world, const TrotOptions& options,
                               const std::string& prefix)
    : options_(options) {
  const std::optional<BodyId> trunk = world.find_body(prefix + "trunk");
  if (!trunk) throw std::invalid_argument("expected a robot with a link '" + prefix + "trunk'");
  trunk_ = *trunk;
  weight_ = world.mass_properties(trunk_).mass;
  constexpr std::array<const char*, 4> kNames = {"fl", "fr", "rl", "rr"};
  for (std::size_t i = 0; i < legs_.size(); ++i) {
    Leg& leg = legs_[i];
    leg.max_effort.fill(std::numeric_limits<double>::infinity());
    const std::string name = prefix + kNames[i];
    const std::array<std::string, 3> joints = {name + "_hip_joint", name + "_thigh_joint",
                                               name + "_knee_joint"};
    for (std::size_t k = 0; k < joints.size(); ++k) {
      leg.joints[k] = joint_named(world, joints[k]);
      weight_ += world.mass_properties(*world.definition(leg.joints[k]).child).mass;
      if (options.has_limits) leg.max_effort[k] = effort_limit_of(scene, joints[k]);
    }
    leg.x = i < 2 ? 0.2 : -0.2;
    leg.y = i % 2 == 0 ? 0.16 : -0.16;
    leg.phase = i == 0 || i == 3 ? 0 : 0.5;
  }
  weight_ *= world.gravity().norm();
}

void TrotController::operator()(World& world) {
  const Trunk trunk = look_at_trunk(world);
  std::array<Vec3, 4> offsets;
  for (std::size_t i = 0; i < 4; ++i) offsets[i] = foot_offset(legs_[i], trunk, world.time());
  const auto num_standing = std::ranges::count_if(legs_, &Leg::stands);
  const double load = weight_ / static_cast<double>(num_standing);
  for (std::size_t i = 0; i < 4; ++i) {
    drive(world, legs_[i], offsets[i], legs_[i].stands ? load : 0.0);
  }
}

TrotController::Trunk TrotController::look_at_trunk(const World& world) const {
  const BodyState state = world.state(trunk_);
  const Mat3 R = state.pose.rotation.toRotationMatrix();
  Trunk trunk;
  trunk.yaw = std::atan2(R(1, 0), R(0, 0));
  trunk.pitch = -std::asin(std::clamp(R(2, 0), -1.0, 1.0));
  trunk.roll = std::atan2(R(2, 1), R(2, 2));
  trunk.yaw_rate = state.angular_velocity.z();
  trunk.velocity = Eigen::AngleAxisd(-trunk.yaw, Vec3::UnitZ()) * state.linear_velocity;
  return trunk;
}

Vec3 TrotController::foot_offset(Leg& leg, const Trunk& trunk, double time) const {
  // A hip that has sunk by leaning (positive pitch: nose down) stretches its leg.
  const double sunk = leg.x * std::sin(trunk.pitch) - leg.y * std::sin(trunk.roll);
  Vec3 offset(0, 0, -kLeanGain * sunk);
  leg.stands = true;
  if (time < options_.rest) return offset;

  const double stance = options_.duty * options_.period;
  const double turn = std::clamp(-kYawGain * trunk.yaw, -kMostTurn, kMostTurn);
  // The desired velocity of the ground below the hip, as seen from the trunk.
  const Vec2 ground(-options_.speed + turn * leg.y, -turn * leg.x);
  const Vec2 error(trunk.velocity.x() - options_.speed, trunk.velocity.y());
  Vec2 ahead = -0.5 * stance * ground + kSpeedGain * error;
  ahead = ahead.cwiseMax(-kFarthestStep).cwiseMin(kFarthestStep);

  double cycle = (time - options_.rest) / options_.period + leg.phase;
  cycle -= std::floor(cycle);
  if (cycle < options_.duty) {
    offset.head<2>() = leg.landing + cycle * options_.period * ground;
    leg.takeoff = offset.head<2>();
    return offset;
  }
  leg.stands = false;
  const double u = (cycle - options_.duty) / (1 - options_.duty);
  leg.landing = ahead;
  // Hermite's cubic, with the velocity of the ground at both ends, so that the foot neither brakes
  // nor pushes when it lifts off and lands.
  const double smooth = u * u * (3 - 2 * u);
  const double slope = u * (1 - u) * (1 - 2 * u) * (1 - options_.duty) * options_.period;
  offset.head<2>() = leg.takeoff + smooth * (ahead - leg.takeoff) + slope * ground;
  const double rise = std::sin(std::numbers::pi * u);
  offset.z() += options_.lift * rise * rise;  // at rest when it lifts off and lands
  return offset;
}

/// With both segments of length L pitched by a + d and a - d the foot is 2 L cos d away from the
/// thigh's joint, in the direction of pitch a.
///
/// A motor damps the joint's own rate. If it aims ahead of the target by kd/kp of the target's
/// rate, it damps the difference of the two rates instead, and does not lag behind the path.
void TrotController::drive(World& world, Leg& leg, const Vec3& offset, double load) const {
  const double rest_depth = 2 * kSegment * std::cos(kRestPitch);
  const double depth = rest_depth - offset.z();
  const double roll = std::atan2(offset.y(), depth);
  const double distance =
      std::min(std::hypot(offset.x(), std::hypot(offset.y(), depth)), 2 * kSegment * kFarthest);
  const double mean = std::atan2(-offset.x(), std::hypot(offset.y(), depth));
  const double half = std::acos(distance / (2 * kSegment));
  const std::array<double, 3> targets = {roll, mean + half - kRestPitch, 2 * (kRestPitch - half)};
  // Minus the load times what each joint lifts the hip by, per rad.
  const double thigh = mean + half, shank = mean - half;
  const double aside = std::copysign(kHipWidth, leg.y) + offset.y();
  const std::array<double, 3> efforts = {-load * aside,
                                         -load * kSegment * (std::sin(thigh) + std::sin(shank)),
                                         -load * kSegment * std::sin(shank)};
  const double elapsed = world.time() - leg.driven_at;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const double rate = elapsed > 0 ? (targets[k] - leg.targets[k]) / elapsed : 0.0;
    world.set_motor(
        leg.joints[k],
        JointMotor{.mode = MotorMode::position,
                   .target = targets[k] + (options_.kd * rate + efforts[k]) / options_.kp,
                   .max_effort = leg.max_effort[k],
                   .kp = options_.kp,
                   .kd = options_.kd});
  }
  leg.targets = targets;
  leg.driven_at = world.time();
}

}  // namespace stiction::walk
