#pragma once

#include <optional>

#include "contact_posing.h"

namespace stiction {

/// How a body goes on from where it is: along the exact path of constant forces, or, where contacts
/// act on it, straight on with v+ while its velocity changes evenly into that.
struct BodyPath {
  bool is_free = true;
  Vec6 end_velocity = Vec6::Zero();  ///< v+, of a body that is not free
  double duration = 0;               ///< s: until then
};

/// Where a body is on its path after some time.
struct PlaceOnPath {
  BodyMotion motion;
  Vec6 path_velocity = Vec6::Zero();  ///< at which its place changes
  double torque_work = 0;             ///< of external torques on the way, J
};

/// A path and where it begins. Times count from the start of the step.
struct BodyWay {
  BodyMotion start;
  double since = 0;  ///< s: the body is there then
  BodyPath path;
  std::optional<PlaceOnPath> end;  ///< where it is at the end of the step, once that was asked
};

/// Static bodies stay, kinematic ones keep their velocity, whatever the path.
PlaceOnPath follow(const WorldValue& world, std::size_t body, const BodyMotion& start,
                   const BodyPath& path, double time);
/// Where its way has led the body by that time of the step of h seconds.
PlaceOnPath follow(const WorldValue& world, std::size_t body, BodyWay& way, double time, double h);

}  // namespace stiction
