#pragma once

#include <stiction/body/body.h>
#include <stiction/body/joint.h>
#include <stiction/world/world.h>

#include <cstdint>
#include <functional>
#include <istream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stiction {

/// A place in a scene file, for messages.
struct SourcePlace {
  std::string file;
  int line = 0;
};

/// A force that acts on a body for a while (`<force>`). World frame.
struct ForceDefinition {
  std::string body;
  Vec3 force = Vec3::Zero();       ///< N
  Vec3 torque = Vec3::Zero();      ///< N m
  std::optional<Vec3> point = {};  ///< body frame, m; default: the centre of mass
  double from = 0;                 ///< s
  std::optional<double> to = {};   ///< s; default: to the end
};

/// The quantity that an `<expect>` measures.
enum class Quantity {
  position_x,
  position_y,
  position_z,
  displacement,
  displacement_x,
  displacement_y,
  displacement_z,
  rotation,
  linear_velocity_x,
  linear_velocity_y,
  linear_velocity_z,
  speed,
  angular_velocity_x,
  angular_velocity_y,
  angular_velocity_z,
  angular_speed,
  contact_force,
  joint_position,
  joint_velocity,
  joint_error,
  joint_force,
  energy,
  energy_gain,
  energy_created,
  penetration,
  residual,
  cone_residual,
  contacts,
};

/// One `<expect>`: a condition on a quantity, at one time or over an interval.
struct Expectation {
  enum class Condition { equals, below, above };

  std::string body = {};   ///< empty for quantities of joints and of the whole scene
  std::string joint = {};  ///< empty for quantities of bodies and of the whole scene
  Quantity quantity = Quantity::energy;
  Condition condition = Condition::equals;
  double value = 0;
  double tolerance = 0;             ///< with `equals`
  std::optional<double> at = {};    ///< s: applies to the step nearest to it
  std::optional<double> from = {};  ///< s, both ends included; neither: every step and time 0
  std::optional<double> to = {};
  SourcePlace place = {};
};

/// A scene file, read, checked and expanded (replicates and includes resolved), ready to run.
struct Scene {
  std::string name;        ///< the `name` attribute, or the file's stem
  double timestep = 0.01;  ///< s
  double duration = 5;     ///< s
  Vec3 gravity = Vec3(0, 0, -9.81);
  Integrator integrator = Integrator::automatic;
  OnUnsolved on_unsolved = OnUnsolved::stop;
  double effort = kDefaultEffort;  ///< `WorldOptions::effort`
  ContactModelOptions contact = {};
  ContactModelCatalogue models = {};  ///< where `contact.model` is looked up
  std::vector<Material> materials;    ///< material i + 1 of the world; 0 is the default
  struct Pair {
    std::string a, b;
    PairOverride values;
  };
  std::vector<Pair> pairs;
  /// Group i + 1 of the world; 0 is the group of every shape that names none.
  std::vector<std::string> groups;
  std::vector<std::pair<std::string, std::string>> filters;  ///< groups that do not collide
  std::vector<BodyDefinition> bodies;  ///< material and group ids index the lists above
  struct Joint {
    JointDefinition definition;  ///< without its bodies and gear
    std::string parent, child;   ///< names of bodies; empty: the world
    /// As `JointGear`.
    struct Gear {
      std::string leader;  ///< name of a joint
      double ratio = 1;
    };
    std::optional<Gear> gear = {};
    /// For robots: limits of the joint's drive according to the description, N or N m and m/s or
    /// rad/s. Motors of the scene respect `effort_limit`; `velocity_limit` is for controllers.
    double effort_limit = std::numeric_limits<double>::infinity();
    double velocity_limit = std::numeric_limits<double>::infinity();
  };
  std::vector<Joint> joints;
  std::vector<ForceDefinition> forces;
  std::vector<Expectation> expectations;
  std::string file;  ///< that it was read from, as the caller named it; empty: made by a program
  std::string text;  ///< content of that file
  /// A file that the scene file names, even indirectly: a scene, a robot, a surface, a picture.
  struct File {
    std::string path;
    std::uint32_t checksum = 0;  ///< CRC-32 of its bytes
  };
  std::vector<File> files;  ///< in the order in which they were read
  /// Notes for the user: parts of included files left out, links that were merged.
  std::vector<std::string> notes;
  /// Input that is valid but probably not intended: `FILE:LINE: ...`.
  std::vector<std::string> warnings;
};

/// An error in a scene file: `FILE:LINE: what was wrong, in which element and attribute, what is
/// accepted`.
struct SceneError {
  SourcePlace place;
  std::string what;

  std::string to_string() const;
};

/// Either a scene, or every error of the file in one pass, in the order of their lines; then errors
/// inside the surfaces and pictures that its shapes name (those of binary files in line 1), then
/// those of included files, file by file. Of a file that is not well-formed XML, the first such
/// error is listed, after stray text and other content between elements that is found before it;
/// its elements are not checked. A file's errors beyond 1000 are counted, not listed.
struct SceneReadResult {
  std::optional<Scene> scene;
  std::vector<SceneError> errors;
};

/// Reads a scene file. Never throws because of the file's content, whatever its bytes.
///
/// Limits: 256 MiB over the file and the 10,000 files that it names, 8,000,000 elements and
/// attributes, elements nested 64 deep, 1,000,000 bodies with 4,000,000 shapes, names of 255 bytes;
/// 8,000,000 triangles, as many points of hulls, and 67,108,864 heights, counted again for every
/// scale or size in which they are used.
///
/// Surfaces are Wavefront OBJ or STL files, told apart by their file extensions; height fields are
/// PNG pictures, read by brightness, or text files with one row of numbers per line, the first one
/// at the largest y. Paths are relative to the scene file that names them. Each file is read once,
/// and shapes that use it in the same way share the result.
///
/// Replicated and included bodies are placed rigidly: a placement rotates a body's velocities, and
/// the joints and forces of an included file, along with the pose. Gravity stays as it is. An
/// include's prefix goes before the names of bodies, joints, materials and groups. A joint's parent
/// or child `world` is the world, even if a body has that name.
///
/// A robot (`<urdf>`) is read from a file in URDF (http://wiki.ros.org/urdf/XML). Its links become
/// bodies, its joints joints whose position 0 is URDF's; `continuous` is revolute without limits, a
/// link behind a `floating` joint moves freely. Links joined by `fixed` joints become one body with
/// the name and frame of the topmost link; with `merge_fixed="false"` only if one of the two has no
/// mass. The root's frame is at the placement; `fixed_base="true"` makes the root static.
/// `material` and `group` apply to all links. Meshes are OBJ or STL files beside the URDF file, at
/// `file://` paths, or in a `package://`: a folder with the package's name, or one whose
/// package.xml gives the name, above the URDF file or beside such a folder. A `<motor>` in `<urdf>`
/// names a joint as the URDF file does; the joint's effort limit bounds it. A `<position>` in
/// `<urdf>`, which names a joint likewise, gives the joint's position at time 0: the links are
/// placed accordingly; other joints are at 0. A joint with a `<mimic>` is geared to the joint that
/// it names (`JointGear`), and its position at time 0 follows from its multiplier and offset.
/// Content without a meaning here (`<visual>`, `<transmission>`, `<gazebo>`, limits of velocity
/// ...) is reported in one note.
///
/// `models` holds the contact models that the file may name, the caller's own among them.
SceneReadResult read_scene_file(const std::string& path, const ContactModelCatalogue& models = {});

/// The same from memory; `file` names it in messages, and paths of other files are relative to it.
SceneReadResult read_scene_text(std::string_view text, const std::string& file,
                                const ContactModelCatalogue& models = {});

/// The same from a stream, read to its end or to the first byte beyond the limit.
SceneReadResult read_scene_stream(std::istream& stream, const std::string& file,
                                  const ContactModelCatalogue& models = {});

/// Returns a world with the scene's materials, groups, filters, bodies and joints, before any step.
/// Forces and expectations are left to the caller (`Simulation`). Throws std::invalid_argument for
/// a scene that no file can produce: an unknown material, group or body, or an impossible body or
/// joint.
World make_world(const Scene& scene, int threads = 1, bool keep_problems = false,
                 std::function<bool()> should_stop = {});

[[gnu::used]] inline constexpr auto kSceneLayouts = abi::layouts_of<Scene, SceneReadResult>();

}  // namespace stiction
