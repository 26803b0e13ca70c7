// <filter>, <force>, <include> and <urdf>.

#include <string>
#include <string_view>
#include <utility>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"

namespace stiction {
namespace {

/// Reads the part that `<include>` and `<urdf>` have in common.
IncludeElement read_part(const tinyxml2::XMLElement& element, ElementReader& reader,
                         const std::string& expected) {
  IncludeElement part;
  part.element = describe(element);
  part.line = reader.line();
  part.file_line = reader.line_of("file");
  reader.require("file");
  part.file = reader.text("file").value_or("");
  if (reader.has("file") && part.file.empty()) {
    reader.reject("file", "expected the path of " + expected);
  }
  part.transform = reader.placement();
  part.prefix = reader.name("prefix").value_or("");
  return part;
}

}  // namespace

void read_filter(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  reader.require("a");
  reader.require("b");
  FilterElement filter;
  filter.a = reader.reference("a");
  filter.b = reader.reference("b");
  reader.finish();
  reject_children(element, errors);
  content.filters.push_back(std::move(filter));
}

void read_force(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  ForceElement force;
  ForceDefinition& definition = force.definition;
  reader.require("body");
  force.body = reader.reference("body");
  definition.force = reader.vector("force").value_or(Vec3::Zero());
  definition.torque = reader.vector("torque").value_or(Vec3::Zero());
  definition.point = reader.vector("point");
  definition.from = reader.number("from", kNotNegative).value_or(0);
  definition.to = reader.number("to", kPositive);
  if (!reader.has("force") && !reader.has("torque")) {
    reader.reject("neither force nor torque; expected at least one");
  }
  if (reader.has("point") && !reader.has("force")) {
    reader.reject("point", "a point applies to a force only, not to a torque");
  }
  if (definition.to && *definition.to <= definition.from) {
    reader.reject("to", "expected a time after from");
  }
  reader.finish();
  reject_children(element, errors);
  content.forces.push_back(std::move(force));
}

void read_include(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  IncludeElement include = read_part(element, reader, "a scene file");
  reader.finish();
  reject_children(element, errors);
  content.items.emplace_back().item = std::move(include);
}

void read_urdf_element(const tinyxml2::XMLElement& element, SceneContent& content,
                       FileErrors& errors) {
  ElementReader reader(element, errors);
  UrdfElement urdf;
  urdf.part = read_part(element, reader, "a URDF file");
  urdf.fixed_base = reader.boolean("fixed_base").value_or(false);
  urdf.merge_fixed = reader.boolean("merge_fixed").value_or(true);
  urdf.material = reader.reference("material");
  urdf.group = reader.name("group");
  reader.finish();
  for (const tinyxml2::XMLElement* child = element.FirstChildElement(); child;
       child = child->NextSiblingElement()) {
    if (std::string_view(child->Name()) == "motor") {
      urdf.motors.push_back(read_motor(*child, errors));
    } else if (std::string_view(child->Name()) == "position") {
      urdf.positions.push_back(read_position(*child, errors));
    } else {
      reject_child(*child, names_accepted_in("urdf"), errors);
    }
  }
  content.items.emplace_back().item = std::move(urdf);
}

}  // namespace stiction
