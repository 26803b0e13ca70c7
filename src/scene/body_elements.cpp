// <body>, <inertial> and <replicate>.

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "body_expansion.h"
#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"

namespace stiction {
namespace {

BodyKind read_kind(ElementReader& reader) {
  // A value that is neither true nor false is recorded already; most likely it meant true.
  const bool is_static = reader.boolean("static").value_or(reader.has("static"));
  const bool is_kinematic = reader.boolean("kinematic").value_or(false);
  if (is_static && is_kinematic) {
    reader.reject("kinematic", "expected static or kinematic, got both");
  }
  if (is_static) return BodyKind::fixed;
  return is_kinematic ? BodyKind::kinematic : BodyKind::dynamic;
}

void require_at_rest(ElementReader& reader, const char* attribute, const Vec3& velocity) {
  if (!velocity.isZero(0)) reader.reject(attribute, "expected zero: the body is static");
}

void read_motion(ElementReader& reader, BodyDefinition& definition) {
  definition.kind = read_kind(reader);
  definition.pose = reader.pose();
  definition.linear_velocity = reader.vector("linear_velocity", kPlaces).value_or(Vec3::Zero());
  definition.angular_velocity = reader.vector("angular_velocity", kPlaces).value_or(Vec3::Zero());
  if (definition.kind != BodyKind::fixed) return;
  require_at_rest(reader, "linear_velocity", definition.linear_velocity);
  require_at_rest(reader, "angular_velocity", definition.angular_velocity);
}

/// Reads the shapes and the inertial.
void read_parts(const tinyxml2::XMLElement& element, BodyElement& body, AssetStore& assets,
                FileErrors& errors) {
  for (const tinyxml2::XMLElement* child = element.FirstChildElement(); child;
       child = child->NextSiblingElement()) {
    if (is_shape_element(*child)) {
      read_shape(*child, body, assets, errors);
    } else if (std::string_view(child->Name()) != "inertial") {
      reject_child(*child, names_accepted_in("body"), errors);
    } else {
      if (body.definition.inertial) {
        errors.add(child->GetLineNum(), "<inertial>: given twice in a body; only one is accepted");
      }
      body.definition.inertial = read_inertial(*child, errors);
    }
  }
}

/// Records an error if no such body can exist; its attributes and parts are valid by themselves.
void require_possible(const BodyDefinition& definition, ElementReader& reader) {
  if (definition.kind != BodyKind::fixed && definition.shapes.empty() && !definition.inertial) {
    auto accepted = names_accepted_in("body");
    for (const char* name : {"plane", "heightfield"}) std::erase(accepted, name);  // static only
    reader.reject("body " + in_quotes(definition.name) +
                  " moves but has neither shape nor inertial; accepted are " + joined(accepted) +
                  ", or static=\"true\"");
    return;
  }
  try {
    resolve_mass_properties(definition);
  } catch (const std::invalid_argument& fault) {
    reader.reject(fault.what());
  }
}

double required_number(ElementReader& reader, const char* name, const NumberRange& range) {
  reader.require(name);
  return reader.number(name, range).value_or(0);
}

}  // namespace

BodyElement read_body(const tinyxml2::XMLElement& element, AssetStore& assets, FileErrors& errors) {
  const std::size_t errors_before = errors.num_added();
  ElementReader reader(element, errors);
  BodyElement body;
  reader.require("name");
  body.line = reader.line_of("name");
  body.definition.name = reader.name("name").value_or("");
  read_motion(reader, body.definition);
  body.definition.mass = reader.number("mass", kPositive);
  body.material = reader.reference("material");
  body.group = reader.name("group");
  reader.finish();
  read_parts(element, body, assets, errors);
  if (errors.num_added() == errors_before) require_possible(body.definition, reader);
  return body;
}

MassProperties read_inertial(const tinyxml2::XMLElement& element, FileErrors& errors) {
  const std::size_t errors_before = errors.num_added();
  ElementReader reader(element, errors);
  MassProperties properties;
  properties.mass = required_number(reader, "mass", kPositive);
  const RigidTransform X_BI = reader.placement();
  const double ixx = required_number(reader, "ixx", kPositive);
  const double iyy = required_number(reader, "iyy", kPositive);
  const double izz = required_number(reader, "izz", kPositive);
  const double ixy = reader.number("ixy").value_or(0);
  const double ixz = reader.number("ixz").value_or(0);
  const double iyz = reader.number("iyz").value_or(0);
  reader.finish();
  reject_children(element, errors);
  Mat3 inertia_I;
  inertia_I << ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz;
  properties.inertia = inertia_I;
  properties = transformed(properties, X_BI);
  if (errors.num_added() == errors_before && !is_physical(properties)) {
    reader.reject(kImpossibleInertia);
  }
  return properties;
}

ReplicateElement read_replicate(const tinyxml2::XMLElement& element, AssetStore& assets,
                                FileErrors& errors) {
  ElementReader reader(element, errors);
  ReplicateElement replicate;
  replicate.line = reader.line();
  reader.require("count");
  replicate.count = static_cast<std::uint64_t>(
      reader.integer("count", 1, static_cast<std::int64_t>(BodyTally::kMaxBodies)).value_or(1));
  replicate.transform = reader.placement();
  reader.finish();
  for (const tinyxml2::XMLElement* child = element.FirstChildElement(); child;
       child = child->NextSiblingElement()) {
    const std::string_view name = child->Name();
    if (name == "body") {
      replicate.items.emplace_back().item = read_body(*child, assets, errors);
    } else if (name == "replicate") {
      replicate.items.emplace_back().item = read_replicate(*child, assets, errors);
    } else {
      reject_child(*child, names_accepted_in("replicate"), errors);
    }
  }
  if (!element.FirstChildElement()) {
    errors.add(replicate.line,
               "<replicate>: it is empty; accepted in it are <body> and <replicate>");
  }
  return replicate;
}

}  // namespace stiction
