#include "scene_assembly.h"

#include <stiction/math/rejected_number.h>
#include <stiction/scene/expectation.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "body_expansion.h"
#include "expectation_times.h"
#include "name_table.h"
#include "scene_placement.h"

namespace stiction {
namespace {

/// A placement may move a body that is in range by itself out of it.
bool is_in_range(const BodyDefinition& body) {
  return is_place_in_range(body.pose.translation) && is_place_in_range(body.linear_velocity) &&
         is_place_in_range(body.angular_velocity);
}

/// The message about a body for which this does not hold.
std::string out_of_range(const std::string& element, const BodyDefinition& body) {
  return element + ": " + in_quotes(body.name) + " is placed, or moves, beyond " +
         format_number(kLargestPlace) + " m, m/s or rad/s";
}

class SceneAssembly {
 public:
  SceneAssembly(SceneContent content, std::vector<IncludedScene> included, FileErrors& errors)
      : content_(std::move(content)), included_(std::move(included)), errors_(errors) {
    for (const IncludedScene& part : included_) {
      if (!part.scene) set_incomplete();
    }
  }

  Scene assemble(bool with_bodies) {
    scene_ = std::move(content_.settings);
    place_included();
    add_materials();
    add_groups();
    if (!with_bodies) bodies_.set_incomplete();
    resolve_body_references();
    if (with_bodies) add_bodies();
    add_pairs();
    add_filters();
    add_joints();
    add_forces();
    add_expectations();
    return std::move(scene_);
  }

 private:
  void set_incomplete() {
    bodies_.set_incomplete();
    materials_.set_incomplete();
    groups_.set_incomplete();
    joints_.set_incomplete();
  }

  /// Visits the `<include>`s and `<urdf>`s.
  template <typename Visit>
  void for_each_include(Visit visit) {
    std::size_t next = 0;
    for (const SceneItem& item : content_.items) {
      const IncludeElement* const element = item.included();
      if (!element || next == included_.size()) continue;
      IncludedScene& part = included_[next++];
      if (part.scene) visit(*element, part);
    }
  }

  template <typename Visit>
  void for_each_urdf(Visit visit) {
    for (const SceneItem& item : content_.items) {
      if (const auto* const urdf = std::get_if<UrdfElement>(&item.item)) visit(*urdf);
    }
  }

  template <typename Visit>
  static void for_each_body(std::vector<SceneItem>& items, Visit visit) {
    for (SceneItem& item : items) {
      if (auto* const body = std::get_if<BodyElement>(&item.item)) visit(*body);
      if (auto* const replicate = std::get_if<ReplicateElement>(&item.item)) {
        for_each_body(replicate->items, visit);
      }
    }
  }

  // --- Included files ---------------------------------------------------------------------------

  void place_included() {
    for_each_include([&](const IncludeElement& element, IncludedScene& part) {
      place_scene(*part.scene, element.transform, element.prefix);
      note_left_out(element, part);
    });
  }

  void note_left_out(const IncludeElement& element, const IncludedScene& part) {
    std::vector<std::string> left_out;
    if (part.has_option) left_out.emplace_back("<option>");
    if (part.has_contact) left_out.emplace_back("<contact>");
    const std::size_t num_expects = part.scene->expectations.size();
    if (num_expects > 0) left_out.push_back(std::to_string(num_expects) + " <expect>");
    if (!left_out.empty()) {
      scene_.notes.push_back(errors_.file() + ":" + std::to_string(element.line) + ": of " +
                             in_quotes(element.file) + " left out: " + joined(left_out));
    }
    scene_.notes.insert(scene_.notes.end(), part.scene->notes.begin(), part.scene->notes.end());
    scene_.warnings.insert(scene_.warnings.end(), part.scene->warnings.begin(),
                           part.scene->warnings.end());
  }

  // --- Materials and groups ---------------------------------------------------------------------

  void add_materials() {
    for (MaterialElement& element : content_.materials) {
      if (materials_.add(element.material.name, element.line)) {
        scene_.materials.push_back(std::move(element.material));
      } else {
        reject_second("<material>", "material", element.material.name, element.line, materials_);
      }
    }
    for_each_include([&](const IncludeElement& element, IncludedScene& part) {
      for (const Material& material : part.scene->materials) {
        if (materials_.add(material.name, element.line)) {
          scene_.materials.push_back(material);
        } else {
          reject_second(element.element, "material", material.name, element.line, materials_);
        }
      }
    });
  }

  void reject_second(const std::string& element, const char* kind, const std::string& name,
                     int line, const NameTable& table) {
    const bool has_prefix = element == "<include>" || element == "<urdf>";
    errors_.add(line, element + ": a second " + kind + " of the name " + in_quotes(name) +
                          ", first in line " + std::to_string(table.line_of(name)) +
                          (has_prefix ? "; a prefix keeps the names of included files apart" : ""));
  }

  /// Groups are declared by use.
  void add_groups() {
    const auto add = [&](const std::optional<std::string>& name, int line) {
      if (name && groups_.add(*name, line)) scene_.groups.push_back(*name);
    };
    for_each_body(content_.items, [&](const BodyElement& body) {
      add(body.group, body.line);
      for (const BodyElement::ShapeNames& shape : body.shapes) add(shape.group, body.line);
    });
    for_each_include([&](const IncludeElement& element, IncludedScene& part) {
      for (const std::string& group : part.scene->groups) add(group, element.line);
    });
    for_each_urdf([&](const UrdfElement& urdf) { add(urdf.group, urdf.part.line); });
  }

  /// Ids of the world: 0 is the default.
  std::optional<MaterialId> find_material(const std::optional<Reference>& reference) {
    if (!reference) return {};
    const std::optional<std::uint32_t> index = materials_.resolve(*reference, errors_);
    if (!index) return {};
    return *index + 1;
  }

  std::optional<GroupId> find_group(const std::optional<std::string>& name) {
    if (!name) return {};
    return *groups_.find(*name) + 1;
  }

  void resolve_body_references() {
    for_each_body(content_.items, [&](BodyElement& body) {
      body.definition.material = find_material(body.material).value_or(0);
      body.definition.group = find_group(body.group).value_or(0);
      for (std::size_t i = 0; i < body.shapes.size(); ++i) {
        body.definition.shapes[i].material = find_material(body.shapes[i].material);
        body.definition.shapes[i].group = find_group(body.shapes[i].group);
      }
    });
  }

  /// Defaults for the bodies of an included part that name none.
  struct PartDefaults {
    MaterialId material = 0;
    GroupId group = 0;
  };

  PartDefaults find_defaults(const SceneItem& item) {
    const auto* const urdf = std::get_if<UrdfElement>(&item.item);
    if (!urdf) return {};
    return {find_material(urdf->material).value_or(0), find_group(urdf->group).value_or(0)};
  }

  // --- Bodies -----------------------------------------------------------------------------------

  void add_bodies() {
    std::size_t next = 0;
    for (const SceneItem& item : content_.items) {
      if (const IncludeElement* const element = item.included()) {
        const PartDefaults defaults = find_defaults(item);
        if (next < included_.size() && included_[next].scene) {
          add_included_bodies(*element, *included_[next].scene, defaults);
        }
        ++next;
      } else {
        for (ExpandedBody& body : expand(item)) add_body(std::move(body));
      }
    }
  }

  /// Records at most one error per element, however many copies it has.
  void add_body(ExpandedBody body) {
    if (body.definition.name.empty()) return;  // its name was wrong
    const int line = body.element->line;
    const bool is_new = bodies_.add(body.definition.name, line);
    if (is_new && body.definition.name == kWorldName) {
      errors_.warn(
          line,
          "<body>: joints use the name \"world\" for the world, so none can refer to this body");
    }
    if (is_new) kinds_.push_back(body.definition.kind);
    if (is_new && is_in_range(body.definition)) {
      scene_.bodies.push_back(std::move(body.definition));
    } else if (faulty_.insert(body.element).second) {
      if (!is_new) {
        reject_second("<body>", "body", body.definition.name, line, bodies_);
      } else {
        errors_.add(line, out_of_range("<body>", body.definition));
      }
    }
  }

  void add_included_bodies(const IncludeElement& element, Scene& part,
                           const PartDefaults& defaults) {
    const auto material_of = [&](MaterialId id) -> MaterialId {
      return id == 0 ? defaults.material : *materials_.find(part.materials[id - 1].name) + 1;
    };
    const auto group_of = [&](GroupId id) -> GroupId {
      return id == 0 ? defaults.group : *groups_.find(part.groups[id - 1]) + 1;
    };
    for (BodyDefinition& body : part.bodies) {
      if (!bodies_.add(body.name, element.line)) {
        reject_second(element.element, "body", body.name, element.line, bodies_);
        continue;
      }
      kinds_.push_back(body.kind);
      if (!is_in_range(body)) {
        errors_.add(element.line, out_of_range(element.element, body));
      }
      body.material = material_of(body.material);
      body.group = group_of(body.group);
      for (ShapeDefinition& shape : body.shapes) {
        if (shape.material) shape.material = material_of(*shape.material);
        if (shape.group) shape.group = group_of(*shape.group);
      }
      scene_.bodies.push_back(std::move(body));
    }
  }

  // --- References to them ------------------------------------------------------------------------

  void add_pairs() {
    std::set<std::pair<std::string, std::string>> known;
    for (const PairElement& pair : content_.pairs) {
      const bool has_a = find_material(pair.a).has_value();
      const bool has_b = find_material(pair.b).has_value();
      if (!has_a || !has_b) continue;
      if (!known.insert(std::minmax(pair.a->name, pair.b->name)).second) {
        errors_.add(pair.line, "<pair>: a second pair of " + in_quotes(pair.a->name) + " and " +
                                   in_quotes(pair.b->name) + "; only one is accepted");
      }
      scene_.pairs.push_back({pair.a->name, pair.b->name, pair.values});
    }
    // Pairs of this file come last: they win over an included file's pairs for the same materials.
    std::vector<Scene::Pair> pairs;
    for_each_include([&](const IncludeElement&, IncludedScene& part) {
      pairs.insert(pairs.end(), part.scene->pairs.begin(), part.scene->pairs.end());
    });
    scene_.pairs.insert(scene_.pairs.begin(), pairs.begin(), pairs.end());
  }

  void add_filters() {
    for (const FilterElement& filter : content_.filters) {
      const bool has_a = filter.a && groups_.resolve(*filter.a, errors_);
      const bool has_b = filter.b && groups_.resolve(*filter.b, errors_);
      if (has_a && has_b) scene_.filters.emplace_back(filter.a->name, filter.b->name);
    }
    for_each_include([&](const IncludeElement&, IncludedScene& part) {
      scene_.filters.insert(scene_.filters.end(), part.scene->filters.begin(),
                            part.scene->filters.end());
    });
  }

  void add_joints() {
    for (JointElement& element : content_.joints) {
      const bool has_parent = is_joint_body(element.parent);
      const bool has_child = is_joint_body(element.child);
      if (element.definition.name.empty()) continue;  // its name was wrong
      if (!joints_.add(element.definition.name, element.line)) {
        reject_second("<joint>", "joint", element.definition.name, element.line, joints_);
        continue;
      }
      joint_kinds_.push_back(element.definition.kind);
      if (!has_parent || !has_child) continue;
      const auto name_of = [](const Reference& body) {
        return body.name == kWorldName ? std::string() : body.name;
      };
      Scene::Joint joint{element.definition, name_of(*element.parent), name_of(*element.child)};
      require_possible_joint(joint, "<joint>", element.line);
      require_in_range(joint, "<joint>", element.line);
      scene_.joints.push_back(std::move(joint));
    }
    for_each_include([&](const IncludeElement& element, IncludedScene& part) {
      for (Scene::Joint& joint : part.scene->joints) {
        if (!joints_.add(joint.definition.name, element.line)) {
          reject_second(element.element, "joint", joint.definition.name, element.line, joints_);
          continue;
        }
        joint_kinds_.push_back(joint.definition.kind);
        require_in_range(joint, element.element, element.line);
        scene_.joints.push_back(std::move(joint));
      }
    });
  }

  /// True if the reference is to an existing body or to the world.
  bool is_joint_body(const std::optional<Reference>& reference) {
    if (!reference) return false;
    return reference->name == kWorldName || bodies_.resolve(*reference, errors_);
  }

  void require_in_range(const Scene::Joint& joint, const std::string& element, int line) {
    if (is_place_in_range(joint.definition.frame.translation)) return;
    errors_.add(line, element + ": " + in_quotes(joint.definition.name) +
                          " has a position beyond " + format_number(kLargestPlace) + " m");
  }

  void require_possible_joint(const Scene::Joint& joint, const std::string& element, int line) {
    const std::string what = element + ", name=" + in_quotes(joint.definition.name) + ": ";
    const auto is_dynamic = [&](const std::string& body) {
      const std::optional<std::uint32_t> index = bodies_.find(body);
      return index && kinds_[*index] == BodyKind::dynamic;
    };
    if (joint.parent == joint.child) {
      errors_.add(line, what + "a joint of " +
                            (joint.parent.empty() ? "the world" : in_quotes(joint.parent)) +
                            " with itself; expected two bodies, or one and the world");
    } else if (!is_dynamic(joint.parent) && !is_dynamic(joint.child)) {
      errors_.add(line, what +
                            "a joint between two immovable bodies; expected one that is neither "
                            "static nor kinematic nor the world");
    }
  }

  void add_forces() {
    for (ForceElement& force : content_.forces) {
      if (!force.body) continue;
      const std::optional<std::uint32_t> body = bodies_.resolve(*force.body, errors_);
      if (!body) continue;
      // A force on a body that does not respond to forces would be ignored.
      if (kinds_[*body] != BodyKind::dynamic) {
        errors_.add(force.body->line, "<force>, body=" + in_quotes(force.body->name) +
                                          ": no force moves a static or kinematic body");
      }
      force.definition.body = force.body->name;
      scene_.forces.push_back(std::move(force.definition));
    }
    for_each_include([&](const IncludeElement& element, IncludedScene& part) {
      for (ForceDefinition& force : part.scene->forces) {
        if (!force.force.allFinite() || !force.torque.allFinite()) {
          errors_.add(element.line, "<include>: a force on " + in_quotes(force.body) +
                                        " is beyond the range of numbers when rotated");
        }
        scene_.forces.push_back(std::move(force));
      }
    });
  }

  void add_expectations() {
    for (ExpectElement& expect : content_.expects) {
      require_within_run(expect, scene_.duration, scene_.timestep, errors_);
      require_measured(expect);
      if (expect.body) {
        bodies_.resolve(*expect.body, errors_);
        expect.expectation.body = expect.body->name;
      }
      if (expect.joint) require_joint(expect);
      scene_.expectations.push_back(std::move(expect.expectation));
    }
  }

  void require_joint(ExpectElement& expect) {
    Expectation& expectation = expect.expectation;
    expectation.joint = expect.joint->name;
    const std::optional<std::uint32_t> joint = joints_.resolve(*expect.joint, errors_);
    const bool is_of_position = expectation.quantity == Quantity::joint_position ||
                                expectation.quantity == Quantity::joint_velocity;
    if (!joint || !is_of_position || has_position(joint_kinds_[*joint])) return;
    errors_.add(expect.line,
                "<expect>, quantity=" + in_quotes(std::string(to_string(expectation.quantity))) +
                    ": " + in_quotes(expectation.joint) + " is " +
                    std::string(to_string(joint_kinds_[*joint])) +
                    "; accepted with revolute and prismatic joints");
  }

  void require_measured(const ExpectElement& expect) {
    if (is_measured(expect.expectation.quantity, scene_.contact)) return;
    errors_.add(expect.line,
                "<expect>, quantity=\"cone_residual\": accepted with <contact model=\"coulomb\" "
                "align=\"slip\"> only");
  }

  SceneContent content_;
  std::vector<IncludedScene> included_;
  FileErrors& errors_;
  Scene scene_;
  NameTable bodies_{"body"}, materials_{"material"}, groups_{"group"}, joints_{"joint"};
  std::vector<BodyKind> kinds_;         ///< of the bodies, by their number in the table
  std::vector<JointKind> joint_kinds_;  ///< likewise
  std::set<const BodyElement*> faulty_;
};

}  // namespace

Scene assemble_scene(SceneContent content, std::vector<IncludedScene> included, bool with_bodies,
                     FileErrors& errors) {
  return SceneAssembly(std::move(content), std::move(included), errors).assemble(with_bodies);
}

}  // namespace stiction
