#pragma once

#include <stiction/math/rigid_transform.h>
#include <stiction/scene/simulation.h>
#include <stiction/world/world.h>

#include <cstddef>
#include <vector>

namespace stiction::command {

/// The poses X_WB of all bodies that are not fixed, in the order of creation.
std::vector<RigidTransform> list_moving_poses(const World& world);

/// Where the bodies of one run were at the ends of its steps, to compare other runs with.
///
/// Takes at most 4,194,304 poses (about 256 MiB; more only if a single step has more). When it is
/// full, it drops every other step, so that the steps kept are always multiples of one power of 2.
class StateTrace {
 public:
  struct Sample {
    double time = 0;  ///< s
    std::vector<RigidTransform> poses;
  };

  /// Call after each step that succeeded, in order.
  void observe_step(const Simulation& simulation);

  /// The sample at the end of a step at `time` (s), to the rounding of decimal time steps of which
  /// the smaller is `timestep`; null if no step ended then, or it was dropped.
  const Sample* find(double time, double timestep) const;

 private:
  void forget_every_other();

  std::size_t stride_ = 1;
  std::vector<Sample> samples_;  ///< of steps stride_, 2 stride_, 3 stride_, ...
};

/// How far two runs of a scene diverge, over the times after 0 at which both ended a step: the
/// largest over the bodies that are not fixed. `position` is that of the body frame, m; `rotation`
/// is an angle, rad.
struct StateDistance {
  std::size_t common_times = 0;  ///< number of such times; if 0, the rest is 0
  double last_time = 0;          ///< the last of them, s
  double position_last = 0;      ///< at that time
  double position_max = 0;       ///< over all of them
  double rotation_last = 0;
  double rotation_max = 0;
};

/// Measures how far a run diverges from an earlier one, during the run.
class StateDistanceMeter {
 public:
  /// `reference` must outlive this; its run had steps of `reference_timestep` (s).
  StateDistanceMeter(const StateTrace& reference, double reference_timestep)
      : reference_(reference), reference_timestep_(reference_timestep) {}

  /// Call after each step that succeeded.
  void observe_step(const Simulation& simulation);

  const StateDistance& distance() const { return distance_; }

 private:
  const StateTrace& reference_;
  double reference_timestep_;
  StateDistance distance_;
};

}  // namespace stiction::command
