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

/// What an `<expect>` measures.
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

/// One `<expect>`: a condition on a quantity, at a time or over a while.
struct Expectation {
  enum class Condition { equals, below, above };

  std::string body = {};   ///< empty for quantities of joints and of the whole scene
  std::string joint = {};  ///< empty for those of bodies and of the whole scene
  Quantity quantity = Quantity::energy;
  Condition condition = Condition::equals;
  double value = 0;
  double tolerance = 0;             ///< with `equals`
  std::optional<double> at = {};    ///< s: the step nearest to it
  std::optional<double> from = {};  ///< s, both ends included; with neither: every step and time 0
  std::optional<double> to = {};
  SourcePlace place = {};
};

/// A scene file, read, checked and expanded (replicates and includes resolved): what a run needs.
struct Scene {
  std::string name;        ///< the `name` attribute, or the file's stem
  double timestep = 0.01;  ///< s
  double duration = 5;     ///< s
  Vec3 gravity = Vec3(0, 0, -9.81);
  Integrator integrator = Integrator::automatic;
  OnUnsolved on_unsolved = OnUnsolved::stop;
  double effort = kDefaultEffort;  ///< `WorldOptions::effort`
  ContactModelOptions contact = {};
  ContactModelCatalogue models = {};  ///< in which `contact.model` is looked up
  std::vector<Material> materials;    ///< material i + 1 of the world; 0 is the default
  struct Pair {
    std::string a, b;
    PairOverride values;
  };
  std::vector<Pair> pairs;
  /// Group i + 1 of the world; 0 is the group of whatever names none.
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
    /// Of robots: what the description says that the drive of the joint can give, N or N m, and how
    /// fast, m/s or rad/s. Motors of the scene keep to the former; the latter is for controllers.
    double effort_limit = std::numeric_limits<double>::infinity();
    double velocity_limit = std::numeric_limits<double>::infinity();
  };
  std::vector<Joint> joints;
  std::vector<ForceDefinition> forces;
  std::vector<Expectation> expectations;
  std::string file;  ///< it was read from, as the caller named it; empty: made by a program
  std::string text;  ///< of that file
  /// A file that the scene file names, directly or not: another scene, a robot, a surface, a
  /// picture.
  struct File {
    std::string path;
    std::uint32_t checksum = 0;  ///< CRC-32 of its bytes
  };
  std::vector<File> files;  ///< in the order in which they were read
  /// What a user should be told: parts of included files left out, links that were merged.
  std::vector<std::string> notes;
  /// What is allowed, and yet hardly meant: `FILE:LINE: ...`.
  std::vector<std::string> warnings;
};

/// An error in a scene file: `FILE:LINE: what was wrong, in which element and attribute, what is
/// accepted`.
struct SceneError {
  SourcePlace place;
  std::string what;

  std::string to_string() const;
};

/// Either a scene, or every error of the file in one pass, in the order of their lines; errors
/// inside the surfaces and pictures that its shapes name follow (those of binary files in line 1),
/// and then those of included files, file by file. A file that is not well-formed XML has its first
/// such error only, behind those found before it. A file's errors beyond 1000 are counted, not
/// listed.
struct SceneReadResult {
  std::optional<Scene> scene;
  std::vector<SceneError> errors;
};

/// Reads a scene file. Never throws for what the file holds, on any bytes.
///
/// Limits: 256 MiB over the file and the 10,000 files that it names, 8,000,000 elements and
/// attributes, elements nested 64 deep, 1,000,000 bodies with 4,000,000 shapes, names of 255 bytes;
/// 8,000,000 triangles, as many points of hulls, and 67,108,864 heights, each counted again at
/// every scale or size that is used.
///
/// Surfaces are Wavefront OBJ or STL files, told apart by the ends of their names; height fields
/// PNG pictures, whose brightness counts, or texts with a row of numbers a line, the first one at
/// the largest y. Files are relative to the scene file that names them. Each is read once, and
/// shapes that use it alike share what is made of it.
///
/// Replicated and included bodies are placed rigidly: a placement turns a body's velocities, and
/// the joints and forces of an included file, along with the pose. Gravity stays as it is. An
/// include's prefix goes before the names of bodies, joints, materials and groups. A joint's parent
/// or child `world` is the world, be there a body of that name or not.
///
/// A robot (`<urdf>`) is read from a file in URDF (http://wiki.ros.org/urdf/XML). Its links become
/// bodies, its joints joints whose position 0 is URDF's; `continuous` is revolute without limits, a
/// link behind a `floating` joint moves freely. Links that `fixed` joints join become one body with
/// the name and frame of the topmost of them; with `merge_fixed="false"` they do so only where one
/// of the two has no mass. The root's frame is at the placement; `fixed_base="true"` makes the root
/// static. `material` and `group` are those of all links. Meshes are OBJ or STL files beside the
/// URDF file, at `file://` paths, or in a `package://` that is a folder of the package's name, or
/// one whose package.xml gives the name, above the URDF file or beside such a folder. A `<motor>`
/// in `<urdf>` names a joint as the URDF file does; the joint's effort limit bounds it. A
/// `<position>` in `<urdf>`, which names one likewise, is where the joint stands at time 0: the
/// links are placed accordingly; others stand at 0. A joint with a `<mimic>` is geared to the one
/// that it names (`JointGear`), and stands at time 0 where its multiplier and offset ask. What has
/// no meaning here (`<visual>`, `<transmission>`, `<gazebo>`, limits of velocity ...) is told in
/// one note.
///
/// `models` holds the contact models that the file may name: with a model of the caller's own in it
/// the file may name that.
SceneReadResult read_scene_file(const std::string& path, const ContactModelCatalogue& models = {});

/// The same from memory; `file` names it in messages and is what the files that it
/// names are relative to.
SceneReadResult read_scene_text(std::string_view text, const std::string& file,
                                const ContactModelCatalogue& models = {});

/// The same from a stream, read to its end or to the first byte beyond the limit.
SceneReadResult read_scene_stream(std::istream& stream, const std::string& file,
                                  const ContactModelCatalogue& models = {});

/// A world with the scene's materials, groups, filters, bodies and joints, and nothing stepped.
/// Forces and expectations are the caller's (`Simulation`). Throws std::invalid_argument for a
/// scene that no file would give: an unknown material, group or body, a body or joint that cannot
/// be.
World make_world(const Scene& scene, int threads = 1, bool keep_problems = false,
                 std::function<bool()> should_stop = {});

[[gnu::used]] inline constexpr auto kSceneLayouts = abi::layouts_of<Scene, SceneReadResult>();

}  // namespace stiction
