#pragma once

#include <stiction/scene/run_table.h>

namespace stiction {

/// Writes the motion of the bodies of a run (contract, section 2):
///
///     time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz
///
/// with a row per dynamic or kinematic body at time 0 and after every Nth step. x y z and the
/// quaternion are the pose of the body frame in the world (m); v is the velocity of the centre of
/// mass (m/s), w the angular velocity (rad/s), both in the world frame.
class TrajectoryWriter : public RunTable {
 public:
  /// `start` is at time 0; its rows are written here.
  TrajectoryWriter(std::ostream& out, const Simulation& start, std::size_t every = 1);

 private:
  void append_rows(const Simulation& simulation) override;
};

}  // namespace stiction
