#include "urdf_reader.h"

#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "element_reader.h"
#include "element_readers.h"
#include "name_table.h"
#include "nearest_name.h"
#include "package_paths.h"
#include "urdf_content.h"
#include "urdf_elements.h"
#include "urdf_positions.h"
#include "urdf_tree.h"

namespace stiction {
namespace {

/// "a, b, c and 4 more".
std::string joined_briefly(std::vector<std::string> words) {
  constexpr std::size_t kMost = 64;
  const std::size_t count = words.size();
  words.resize(std::min(count, kMost));
  return joined(words) + (count > kMost ? " and " + std::to_string(count - kMost) + " more" : "");
}

class UrdfReader {
 public:
  UrdfReader(const UrdfElement& element, AssetStore& assets, DocumentUse& use, FileErrors& errors,
             FileErrors& scene_errors)
      : element_(element),
        assets_(assets),
        use_(use),
        errors_(errors),
        scene_errors_(scene_errors),
        packages_(errors.file(), use) {}

  std::optional<Scene> read(std::string text) {
    const auto document = parse_xml(std::move(text), kUrdfDialect, errors_, use_);
    if (!document) return {};
    const tinyxml2::XMLElement& robot = *document->RootElement();
    if (std::string_view(robot.Name()) != "robot") {
      errors_.add(robot.GetLineNum(), describe(robot) + ": expected the root element <robot>" +
                                          suggestion(robot.Name(), {"robot"}));
      return {};
    }
    read_elements(robot);
    place_urdf_joints(joints_, joint_names_, element_.positions, errors_, scene_errors_);
    const std::optional<UrdfTree> tree = make_urdf_tree(links_, joints_, link_names_, errors_);
    read_parts(tree);
    if (!tree || !errors_.is_empty()) return {};
    add_bodies(*tree);
    add_joints(*tree);
    if (!errors_.is_empty()) return {};
    add_notes(*tree);
    return std::move(scene_);
  }

 private:
  void read_elements(const tinyxml2::XMLElement& robot) {
    ElementReader reader(robot, errors_);
    reader.name("name");
    for (const std::string& name : reader.finish_extended()) {
      if (!name.starts_with("xmlns")) left_out_.add(name + " of <robot>");
    }
    leave_out_others(robot, {"link", "joint"}, left_out_, errors_);
    for (const tinyxml2::XMLElement* child = robot.FirstChildElement(); child;
         child = child->NextSiblingElement()) {
      const std::string_view name = child->Name();
      if (name == "link") add_link(read_urdf_link(*child, left_out_, errors_));
      if (name == "joint") add_joint(read_urdf_joint(*child, left_out_, errors_));
    }
    if (!robot.FirstChildElement("link")) {
      errors_.add(robot.GetLineNum(), "<robot>: expected a <link> in it");
    }
  }

  void add_link(UrdfLink link) {
    if (link.name.empty()) {
      link_names_.set_incomplete();
    } else if (!link_names_.add(link.name, link.line)) {
      reject_second_of("<link>", link.name, link.line, link_names_);
    } else {
      return links_.push_back(std::move(link));
    }
    // It has no place in the tree; its content is checked all the same.
    read_urdf_link_parts(link, BodyKind::dynamic, packages_, assets_, left_out_, errors_);
  }

  void add_joint(UrdfJoint joint) {
    if (joint.name.empty()) {
      joint_names_.set_incomplete();  // its name was wrong
    } else if (!joint_names_.add(joint.name, joint.line)) {
      reject_second_of("<joint>", joint.name, joint.line, joint_names_);
    }
    joints_.push_back(std::move(joint));
  }

  void reject_second_of(const char* element, const std::string& name, int line,
                        const NameTable& table) {
    errors_.add(line, std::string(element) + ", name=" + in_quotes(name) +
                          ": given twice, first in line " + std::to_string(table.line_of(name)) +
                          "; expected a name of its own");
  }

  bool is_fixed(std::size_t link, const UrdfTree& tree) const {
    if (!tree.joint[link]) return false;
    const UrdfJointType type = joints_[*tree.joint[link]].type;
    return type == UrdfJointType::fixed || type == UrdfJointType::unknown;
  }

  /// Parts of links that are fixed to a static base may be surfaces; those of others are convex.
  void read_parts(const std::optional<UrdfTree>& tree) {
    parts_.resize(links_.size());
    std::vector<bool> stands(links_.size());
    const auto read = [&](std::size_t i) {
      parts_[i] = read_urdf_link_parts(links_[i], stands[i] ? BodyKind::fixed : BodyKind::dynamic,
                                       packages_, assets_, left_out_, errors_);
    };
    if (tree) {
      for (const std::size_t i : tree->order) {
        stands[i] = i == tree->root
                        ? element_.fixed_base
                        : is_fixed(i, *tree) && stands[tree->parent[i]] && element_.merge_fixed;
      }
    }
    for (std::size_t i = 0; i < links_.size(); ++i) read(i);
  }

  // --- Bodies -----------------------------------------------------------------------------------

  /// Finds the topmost link of each link's body.
  void find_tops(const UrdfTree& tree) {
    top_.resize(links_.size());
    std::vector<bool> has_mass(links_.size());  // of bodies so far, by their top
    for (const std::size_t i : tree.order) {
      const bool is_heavy = parts_[i].inertial.has_value();
      top_[i] = i;
      if (i != tree.root && is_fixed(i, tree)) {
        const std::size_t above = top_[tree.parent[i]];
        if (element_.merge_fixed || !is_heavy || !has_mass[above]) top_[i] = above;
      }
      if (is_heavy) has_mass[top_[i]] = true;
    }
  }

  void add_bodies(const UrdfTree& tree) {
    find_tops(tree);
    std::vector<std::vector<std::size_t>> links_of(links_.size());
    for (const std::size_t i : tree.order) links_of[top_[i]].push_back(i);
    for (const std::size_t top : tree.order) {
      if (top_[top] == top) add_body(top, links_of[top], tree);
    }
  }

  void add_body(std::size_t top, const std::vector<std::size_t>& links, const UrdfTree& tree) {
    BodyDefinition body{.name = links_[top].name, .pose = tree.X_RL[top]};
    if (top == tree.root && element_.fixed_base) body.kind = BodyKind::fixed;
    std::vector<MassProperties> masses;
    for (const std::size_t i : links) {
      const RigidTransform X_BL = i == top ? RigidTransform() : body.pose.inverse() * tree.X_RL[i];
      if (parts_[i].inertial) masses.push_back(transformed(*parts_[i].inertial, X_BL));
      for (ShapeDefinition shape : parts_[i].shapes) {
        shape.pose = X_BL * shape.pose;
        body.shapes.push_back(std::move(shape));
      }
    }
    // A static base may have any mass, a point's among them: nothing moves it.
    if (body.kind != BodyKind::fixed && !masses.empty()) {
      body.inertial = masses.size() == 1 ? masses[0] : combined(masses);
    }
    require_possible(body, links_[top], top == tree.root);
    scene_.bodies.push_back(std::move(body));
  }

  void require_possible(const BodyDefinition& body, const UrdfLink& link, bool is_root) {
    const std::string what = "<link>, name=" + in_quotes(link.name) + ": ";
    if (body.kind != BodyKind::fixed && !body.inertial) {
      errors_.add(link.line, what +
                                 "it moves, but has no mass, and no link fixed to it has one; "
                                 "expected an <inertial>" +
                                 (is_root ? ", or fixed_base=\"true\" in the scene's <urdf>" : ""));
      return;
    }
    try {
      resolve_mass_properties(body);
    } catch (const std::invalid_argument& fault) {
      errors_.add(link.line, what + fault.what());
    }
  }

  // --- Joints -----------------------------------------------------------------------------------

  void add_joints(const UrdfTree& tree) {
    for (const std::size_t i : tree.order) {
      if (i == tree.root) continue;
      const UrdfJoint& joint = joints_[*tree.joint[i]];
      const bool is_free = joint.type == UrdfJointType::floating;
      if (!is_free && top_[i] == i) add_joint_of(joint, i, tree);
    }
  }

  void add_joint_of(const UrdfJoint& joint, std::size_t child, const UrdfTree& tree) {
    JointDefinition definition{.name = joint.name,
                               .kind = joint_kind_of(joint.type),
                               .frame = tree.X_RJ[child],
                               .axis = joint.axis,
                               .position = joint.position,
                               .lower = joint.lower,
                               .upper = joint.upper,
                               .friction = joint.friction,
                               .damping = joint.damping};
    if (joint.lower > joint.position || joint.upper < joint.position) {
      errors_.warn(joint.line, "<joint>: " + in_quotes(joint.name) +
                                   " is outside of its limits at the start, at position " +
                                   format_number(joint.position) + "; it will be moved into them");
    }
    std::optional<Scene::Joint::Gear> gear;
    if (joint.mimic) gear = {joint.mimic->joint->name, joint.mimic->multiplier};
    scene_.joints.push_back({.definition = std::move(definition),
                             .parent = links_[top_[tree.parent[child]]].name,
                             .child = links_[child].name,
                             .gear = std::move(gear),
                             .effort_limit = joint.effort,
                             .velocity_limit = joint.velocity});
  }

  // --- Notes for the user ------------------------------------------------------------------------

  void add_notes(const UrdfTree& tree) {
    std::vector<std::string> merged;
    for (const std::size_t i : tree.order) {
      if (top_[i] == i) continue;
      merged.push_back(in_quotes(links_[i].name) + " in " + in_quotes(links_[top_[i]].name));
    }
    if (!merged.empty()) add_note("links merged into others: " + joined_briefly(merged));
    if (!left_out_.kinds().empty()) add_note("left out: " + joined_briefly(left_out_.kinds()));
    if (links_[tree.root].name == kWorldName && !element_.fixed_base) {
      errors_.warn(links_[tree.root].line,
                   "<link>: the root is called \"world\" but moves; to fix it, set "
                   "fixed_base=\"true\" in the scene's <urdf>");
    }
    for (const SceneError& warning : errors_.take_warnings()) {
      scene_.warnings.push_back(warning.to_string());
    }
  }

  void add_note(const std::string& what) { scene_.notes.push_back(errors_.file() + ": " + what); }

  const UrdfElement& element_;
  AssetStore& assets_;
  DocumentUse& use_;
  FileErrors& errors_;
  FileErrors& scene_errors_;
  PackagePaths packages_;
  LeftOut left_out_;
  NameTable link_names_{"link"}, joint_names_{"joint"};
  std::vector<UrdfLink> links_;  ///< by their numbers in link_names_
  std::vector<UrdfJoint> joints_;
  std::vector<UrdfLinkParts> parts_;  ///< of the links
  std::vector<std::size_t> top_;      ///< likewise
  Scene scene_;
};

/// Gives the motors to the robot's joints.
void add_motors(const UrdfElement& element, Scene& scene, FileErrors& errors) {
  NameTable names("joint of the robot that moves");
  for (const Scene::Joint& joint : scene.joints) names.add(joint.definition.name, 0);
  for (const MotorElement& motor : element.motors) {
    const auto index = motor.joint ? names.resolve(*motor.joint, errors) : std::nullopt;
    if (!index) continue;
    Scene::Joint& joint = scene.joints[*index];
    const std::string what = "<motor>, joint=" + in_quotes(motor.joint->name) + ": ";
    if (!has_position(joint.definition.kind)) {
      errors.add(motor.line, what +
                                 "does not apply to a joint of this type; accepted on revolute, "
                                 "continuous and prismatic");
    } else if (joint.definition.motor) {
      errors.add(motor.line, what + "given twice to a joint; only one is accepted");
    } else {
      joint.definition.motor = motor.drive;
      joint.definition.motor->max_effort = std::min(motor.drive.max_effort, joint.effort_limit);
      if (joint.effort_limit == 0) {
        errors.warn(motor.line, what + "cannot act: the joint has <limit effort=\"0\">");
      }
    }
  }
}

}  // namespace

std::optional<Scene> read_urdf(std::string text, const UrdfElement& element, AssetStore& assets,
                               DocumentUse& use, FileErrors& errors, FileErrors& scene_errors) {
  std::optional<Scene> scene =
      UrdfReader(element, assets, use, errors, scene_errors).read(std::move(text));
  if (scene) add_motors(element, *scene, scene_errors);
  return scene;
}

}  // namespace stiction
