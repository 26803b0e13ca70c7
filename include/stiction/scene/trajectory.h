#pragma once

#include <stiction/scene/simulation.h>
#include <stiction/world/world.h>

#include <cstddef>
#include <iosfwd>
#include <string>

namespace stiction {

/// Writes how the bodies of a run move, as CSV (contract, section 2):
///
///     time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz
///
/// with a row per dynamic or kinematic body at time 0 and after every Nth step. x y z and the
/// quaternion are the pose of the body frame in the world (m); v is the velocity of the centre of
/// mass (m/s), w the angular velocity (rad/s), both in the world frame. Numbers are the shortest
/// that read back bit for bit, names are quoted where RFC 4180 asks for it, lines end in "\n".
///
/// The stream gets whole rows only, in large pieces, so that a file is readable up to the last
/// piece whatever ends the program. Whether writing succeeded is the stream's state.
class TrajectoryWriter {
 public:
  /// Writes the header and, `start` being at time 0, the rows of time 0. `out` must outlive this.
  /// Throws std::invalid_argument unless `every` >= 1.
  TrajectoryWriter(std::ostream& out, const Simulation& start, std::size_t every = 1);
  /// Flushes.
  ~TrajectoryWriter();
  TrajectoryWriter(const TrajectoryWriter&) = delete;
  TrajectoryWriter& operator=(const TrajectoryWriter&) = delete;

  /// After each step that succeeded.
  void observe_step(const Simulation& simulation);

  /// Hands all rows to the stream and flushes it.
  void flush();

 private:
  void append_rows(const World& world, double time);

  std::ostream& out_;
  std::size_t every_;
  std::string pending_;  ///< whole rows
};

}  // namespace stiction
