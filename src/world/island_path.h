#pragma once

#include <optional>
#include <vector>

#include "contact_posing.h"
#include "free_motion.h"

namespace stiction {

/// How a body goes on from where it is: along the exact path of constant forces or, if contacts act
/// on it, straight on with v+ while its velocity changes evenly into that.
struct BodyPath {
  bool is_free = true;
  Vec6 end_velocity = Vec6::Zero();  ///< v+, if the body is not free
  double duration = 0;               ///< s: time until it has v+
};

/// Where a body is on its path after some time.
struct PlaceOnPath {
  BodyMotion motion;
  Vec6 path_velocity = Vec6::Zero();  ///< rate of change of its place
  double torque_work = 0;             ///< of external torques on the way, J
};

/// A path and its start. Times count from the start of the step.
struct BodyWay {
  BodyMotion start;
  double since = 0;  ///< s: when the body is at the start of the path
  BodyPath path;
  // Once they were needed:
  std::optional<PlaceOnPath> end;    ///< at the end of the step
  std::vector<FreeRotation> turned;  ///< the parts of a free path (see `calc_free_motion`)

  void begin(const BodyMotion& from, double time, const BodyPath& along = {});
  /// Leaves with another velocity than that of the start.
  void turn_off(const Vec6& velocity);
};

/// Returns where a body is on its way at that time of the step of h seconds. Static bodies stay,
/// and kinematic ones keep their velocity, whatever the path.
PlaceOnPath follow(const WorldValue& world, std::size_t body, BodyWay& way, double time, double h);

}  // namespace stiction
