#pragma once

#include <stiction/math/rigid_transform.h>
#include <stiction/scene/simulation.h>
#include <stiction/world/world.h>

#include <cstddef>
#include <vector>

namespace stiction::command {

/// The poses X_WB of all bodies that are not fixed, in the order of creation.
std::vector<RigidTransform> list_moving_poses(const World& world);

/// Where the bodies of one run were at the ends of its steps, for other runs to be compared with.
///
/// Takes at most 4,194,304 poses (about 256 MiB, unless a single step has more): when they are
/// full, every other step is forgotten, so that the steps kept are always multiples of one power
/// of 2.
class StateTrace {
 public:
  struct Sample {
    double time = 0;  ///< s
    std::vector<RigidTransform> poses;
  };

  /// After each step that succeeded, in their order.
  void observe_step(const Simulation& simulation);

  /// What is known of the end of a step at `time` (s), to the rounding of decimal time steps of
  /// which the smaller is `timestep`; null if that was not the end of one, or is forgotten.
  const Sample* find(double time, double timestep) const;

 private:
  void forget_every_other();

  std::size_t stride_ = 1;
  std::vector<Sample> samples_;  ///< of steps stride_, 2 stride_, 3 stride_, ...
};

/// How far two runs of a scene part, over the moments after time 0 at which both ended a step: the
/// largest over the bodies that are not fixed. `position` is that of the body frame, m; `rotation`
/// an angle, rad.
struct StateDistance {
  std::size_t common_times = 0;  ///< how many such moments there were; of none, the rest is 0
  double last_time = 0;          ///< the last of them, s
  double position_last = 0;      ///< there
  double position_max = 0;       ///< over all of them
  double rotation_last = 0;
  double rotation_max = 0;
};

/// Measures how far a run parts from an earlier one while it goes on.
class StateDistanceMeter {
 public:
  /// `reference` must outlive this; its run had steps of `reference_timestep` (s).
  StateDistanceMeter(const StateTrace& reference, double reference_timestep)
      : reference_(reference), reference_timestep_(reference_timestep) {}

  /// After each step that succeeded.
  void observe_step(const Simulation& simulation);

  const StateDistance& distance() const { return distance_; }

 private:
  const StateTrace& reference_;
  double reference_timestep_;
  StateDistance distance_;
};

}  // namespace stiction::command
