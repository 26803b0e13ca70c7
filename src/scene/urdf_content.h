#pragma once

#include <stiction/geometry/mass_properties.h>
#include <stiction/math/rigid_transform.h>
#include <stiction/math/vector.h>
#include <tinyxml2.h>

#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scene_content.h"

namespace stiction {

/// `unknown`: the error was recorded; such a joint may hold what a joint of any type may.
enum class UrdfJointType { fixed, revolute, continuous, prismatic, planar, floating, unknown };

/// For types that make a joint.
inline JointKind joint_kind_of(UrdfJointType type) {
  if (type == UrdfJointType::fixed) return JointKind::fixed;
  if (type == UrdfJointType::prismatic) return JointKind::prismatic;
  return type == UrdfJointType::planar ? JointKind::planar : JointKind::revolute;
}

/// True if the type has, or may have, a position, like `has_position` of joints.
inline bool has_position(UrdfJointType type) {
  return type == UrdfJointType::revolute || type == UrdfJointType::continuous ||
         type == UrdfJointType::prismatic || type == UrdfJointType::unknown;
}

/// `<mimic>`: position = multiplier * (position of the joint) + offset.
struct UrdfMimic {
  std::optional<Reference> joint;
  double multiplier = 1;
  double offset = 0;
};

/// A `<joint>` of a robot as read from the file.
struct UrdfJoint {
  std::string name;
  UrdfJointType type = UrdfJointType::fixed;
  std::optional<Reference> parent, child;
  RigidTransform X_PJ;        ///< of the joint's frame (the child's at position 0) in the parent's
  Vec3 axis = Vec3::UnitX();  ///< in the joint's frame
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double effort = std::numeric_limits<double>::infinity();
  double velocity = std::numeric_limits<double>::infinity();
  double friction = 0;
  double damping = 0;
  std::optional<UrdfMimic> mimic;
  double position = 0;  ///< at time 0, rad or m
  int line = 0;
};

/// A `<link>` of which only the name has been read; empty if that was wrong.
struct UrdfLink {
  std::string name;
  const tinyxml2::XMLElement* element = nullptr;
  int line = 0;
};

/// The content of a `<link>`, in its frame.
struct UrdfLinkParts {
  std::optional<MassProperties> inertial;  ///< empty if it has no mass
  std::vector<ShapeDefinition> shapes;
};

/// Content of a file without a meaning here, each kind once, in the order of the file.
class LeftOut {
 public:
  void add(const std::string& what) {
    if (known_.insert(what).second) kinds_.push_back(what);
  }
  const std::vector<std::string>& kinds() const { return kinds_; }

 private:
  std::set<std::string> known_;
  std::vector<std::string> kinds_;
};

}  // namespace stiction
