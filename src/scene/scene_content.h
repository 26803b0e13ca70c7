#pragma once

#include <stiction/scene/scene.h>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stiction {

/// A name that an attribute mentions, to be looked up once the whole file is known.
struct Reference {
  std::string name;
  int line = 0;
  std::string element;
  std::string attribute;
};

/// Name of a joint's parent or child that is the world.
inline constexpr const char* kWorldName = "world";

/// A `<body>` as read from the file: names not yet looked up.
struct BodyElement {
  BodyDefinition definition;
  std::optional<Reference> material;
  std::optional<std::string> group;
  struct ShapeNames {
    std::optional<Reference> material;
    std::optional<std::string> group;
  };
  std::vector<ShapeNames> shapes;  ///< of definition.shapes, one by one
  int line = 0;
};

struct SceneItem;

struct ReplicateElement {
  std::uint64_t count = 1;
  RigidTransform transform;
  std::vector<SceneItem> items;  ///< bodies and replicates
  int line = 0;
};

/// Another file whose bodies and joints become part of the scene, for `<include>` and `<urdf>`.
struct IncludeElement {
  std::string element = "<include>";  ///< for messages
  std::string file;
  RigidTransform transform;
  std::string prefix;
  int line = 0;
  int file_line = 0;
};

/// A motor for a joint defined elsewhere.
struct MotorElement {
  std::optional<Reference> joint;
  JointMotor drive;
  int line = 0;
};

/// The position at time 0 of a joint defined elsewhere.
struct PositionElement {
  std::optional<Reference> joint;
  double value = 0;  ///< rad or m
  int line = 0;
};

struct UrdfElement {
  IncludeElement part;
  bool fixed_base = false;
  bool merge_fixed = true;
  std::optional<Reference> material;
  std::optional<std::string> group;
  std::vector<MotorElement> motors;        ///< of joints, by their names in the robot's file
  std::vector<PositionElement> positions;  ///< likewise
};

/// An item that creates bodies, in the order of the file.
struct SceneItem {
  std::variant<BodyElement, ReplicateElement, IncludeElement, UrdfElement> item;

  /// The other file that this includes, if any.
  const IncludeElement* included() const {
    if (const auto* const urdf = std::get_if<UrdfElement>(&item)) return &urdf->part;
    return std::get_if<IncludeElement>(&item);
  }
};

struct MaterialElement {
  Material material;
  int line = 0;
};

struct PairElement {
  std::optional<Reference> a, b;
  PairOverride values;
  int line = 0;
};

struct JointElement {
  JointDefinition definition;  ///< without its bodies
  std::optional<Reference> parent, child;
  int line = 0;
};

struct FilterElement {
  std::optional<Reference> a, b;
};

struct ForceElement {
  ForceDefinition definition;
  std::optional<Reference> body;
};

struct ExpectElement {
  Expectation expectation;
  std::optional<Reference> body, joint;
  int line = 0;
  int at_line = 0, from_line = 0, to_line = 0;
};

/// One scene file, element by element; each element is valid by itself.
struct SceneContent {
  Scene settings;  ///< name, option and contact
  std::optional<int> option_line, contact_line;
  std::vector<SceneItem> items;
  std::vector<MaterialElement> materials;
  std::vector<PairElement> pairs;
  std::vector<FilterElement> filters;
  std::vector<JointElement> joints;
  std::vector<ForceElement> forces;
  std::vector<ExpectElement> expects;
};

}  // namespace stiction
