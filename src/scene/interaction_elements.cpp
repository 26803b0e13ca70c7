// <filter>, <force> and <include>.

#include <utility>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"

namespace stiction {

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
    reader.reject("neither force nor torque; expected one of them or both");
  }
  if (reader.has("point") && !reader.has("force")) {
    reader.reject("point", "a point without a force; a torque has none");
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
  IncludeElement include;
  include.line = reader.line();
  include.file_line = reader.line_of("file");
  reader.require("file");
  include.file = reader.text("file").value_or("");
  if (reader.has("file") && include.file.empty()) {
    reader.reject("file", "expected the path of a scene file");
  }
  include.transform = reader.placement();
  include.prefix = reader.name("prefix").value_or("");
  reader.finish();
  reject_children(element, errors);
  content.items.emplace_back().item = std::move(include);
}

}  // namespace stiction
