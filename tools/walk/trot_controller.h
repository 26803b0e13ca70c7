#pragma once

#include <stiction/scene/scene.h>
#include <stiction/world/world.h>

#include <array>
#include <limits>
#include <string>

namespace stiction::walk {

/// How the quadruped of scenes/robots trots.
struct TrotOptions {
  double speed = 0.3;   ///< m/s, along the world's x
  double period = 0.4;  ///< s, of a stride
  /// Share of the stride that a foot stands, > 0.5: all four stand in between. The nearer to 0.5,
  /// the more the trunk tips over the two standing feet, which brakes: on flat ground, at a
  /// commanded 0.3 m/s, it walks at 0.27 with 0.6 and at 0.3 with 0.7.
  double duty = 0.7;
  double lift = 0.06;  ///< m, of a swinging foot
  double rest = 0.5;   ///< s to stand before the first stride
  double kp = 120;     ///< N m/rad, of the motors
  double kd = 4;       ///< N m s/rad
  /// Whether motors obey the robot's effort limits, which a trot does not reach.
  bool has_limits = true;
};

/// A trot: diagonal feet swing together. Every foot follows a path in the frame of its hip,
/// backwards at the trunk's speed while it stands, forwards and up while it swings; it lands by
/// Raibert's rule (Legged Robots That Balance, 1986), half a stance ahead, and further by a share
/// of the speed error. Legs stretch to counter a leaning trunk. Joint angles follow from the path
/// in closed form; position motors drive the joints there, ahead of the path by the lag that
/// damping and the weight on the foot would cause.
///
/// A controller for `Simulation::set_controller`.
class TrotController {
 public:
  /// The robot's links and joints have this prefix.
  TrotController(const Scene& scene, const World& world, const TrotOptions& options,
                 const std::string& prefix = "");

  void operator()(World& world);

 private:
  struct Leg {
    std::array<JointId, 3> joints;     ///< hip, thigh, knee
    std::array<double, 3> max_effort;  ///< N m
    double x = 0, y = 0;               ///< of the foot at rest, in the trunk's frame, m
    double phase = 0;                  ///< of the stride, 0..1, at which it begins to stand
    Vec2 landing = Vec2::Zero();       ///< where it landed or will land, relative to its rest
                                       ///< place, m
    Vec2 takeoff = Vec2::Zero();       ///< where it left the ground, likewise
    bool stands = true;                ///< by the stride, whatever the ground is like
    std::array<double, 3> targets{};   ///< joint angles in the step before, rad
    double driven_at = std::numeric_limits<double>::infinity();  ///< time of that step, s
  };
  struct Trunk {
    Vec3 velocity;  ///< in the frame of the trunk's heading, m/s
    double roll = 0, pitch = 0, yaw = 0;
    double yaw_rate = 0;
  };

  Trunk look_at_trunk(const World& world) const;
  /// Displacement of the foot from its rest place.
  Vec3 foot_offset(Leg& leg, const Trunk& trunk, double time) const;
  /// `load`: the force that the foot bears, N.
  void drive(World& world, Leg& leg, const Vec3& offset, double load) const;

  TrotOptions options_;
  BodyId trunk_;
  double weight_ = 0;  ///< of the robot, N
  std::array<Leg, 4> legs_;
};

}  // namespace stiction::walk
