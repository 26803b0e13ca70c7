#pragma once

#include <optional>
#include <vector>

#include "contact_posing.h"
#include "free_motion.h"

namespace stiction {

/// The path of a body from where it is: the exact path of constant forces or, if contacts act on
/// the body, straight on with v+ while its velocity changes evenly to v+.
struct BodyPath {
  bool is_free = true;
  Vec6 end_velocity = Vec6::Zero();  ///< v+, if the body is not free
  double duration = 0;               ///< time until it has v+, s
};

/// The state of a body on its path after some time.
struct PlaceOnPath {
  BodyMotion motion;
  Vec6 path_velocity = Vec6::Zero();  ///< rate of change of its pose
  double torque_work = 0;             ///< of external torques along the way, J
};

/// A path and its start. Times count from the start of the step.
struct BodyWay {
  BodyMotion start;
  double since = 0;  ///< time at which the body is at the start of the path, s
  BodyPath path;
  // Computed when first needed:
  std::optional<PlaceOnPath> end;    ///< at the end of the step
  std::vector<FreeRotation> turned;  ///< the parts of a free path (see `calc_free_motion`)

  void begin(const BodyMotion& from, double time, const BodyPath& along = {});
  /// Starts with another velocity than that of the start.
  void turn_off(const Vec6& velocity);
};

/// Returns where a body is on its way at that time of the step of h seconds. Static bodies stay and
/// kinematic ones keep their velocity, whatever the path.
PlaceOnPath follow(const WorldValue& world, std::size_t body, BodyWay& way, double time, double h);

}  // namespace stiction
