#include "urdf_elements.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "element_reader.h"
#include "element_readers.h"
#include "nearest_name.h"

namespace stiction {
namespace {

/// An element that is read, and its parent.
struct UrdfElementName {
  std::string_view name, parent;
};

constexpr auto kUrdfNames = std::to_array<UrdfElementName>({
    {"link", "robot"},         {"joint", "robot"},      {"inertial", "link"},
    {"collision", "link"},     {"mass", "inertial"},    {"inertia", "inertial"},
    {"geometry", "collision"}, {"box", "geometry"},     {"sphere", "geometry"},
    {"cylinder", "geometry"},  {"capsule", "geometry"}, {"mesh", "geometry"},
    {"parent", "joint"},       {"child", "joint"},      {"axis", "joint"},
    {"limit", "joint"},        {"dynamics", "joint"},   {"mimic", "joint"},
    {"origin", "joint"},
});

/// Names that URDF defines but a simulation of rigid bodies does not need; not to be taken for
/// misspellings.
constexpr auto kWithoutMeaning = std::to_array<std::string_view>(
    {"visual", "material", "transmission", "gazebo", "calibration", "safety_controller", "sensor",
     "group", "ros2_control", "contact", "verbose", "self_collision_checking"});

bool is_in(std::string_view name, const auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The child of that name; a second one is recorded as an error.
const tinyxml2::XMLElement* find_only(const tinyxml2::XMLElement& element, const char* name,
                                      FileErrors& errors) {
  const tinyxml2::XMLElement* const first = element.FirstChildElement(name);
  const tinyxml2::XMLElement* const second = first ? first->NextSiblingElement(name) : nullptr;
  if (second) {
    errors.add(second->GetLineNum(), describe(*second) + ": given twice in " + describe(element) +
                                         "; only one is accepted");
  }
  return first;
}

/// The same for a child that must exist.
const tinyxml2::XMLElement* require_only(const tinyxml2::XMLElement& element, const char* name,
                                         FileErrors& errors) {
  const tinyxml2::XMLElement* const child = find_only(element, name, errors);
  if (!child) {
    errors.add(element.GetLineNum(), describe(element) + ": <" + name + "> is missing");
  }
  return child;
}

void leave_out_attributes(const tinyxml2::XMLElement& element, ElementReader& reader,
                          LeftOut& left_out) {
  for (const std::string& name : reader.finish_extended()) {
    left_out.add(name + " of " + describe(element));
  }
}

double require_number(ElementReader& reader, const char* name,
                      const NumberRange& range = kAnyNumber) {
  reader.require(name);
  return reader.number(name, range).value_or(0);
}

/// `<origin>`, or the identity if it is missing.
RigidTransform read_origin(const tinyxml2::XMLElement& element, FileErrors& errors) {
  const tinyxml2::XMLElement* const origin = find_only(element, "origin", errors);
  if (!origin) return {};
  ElementReader reader(*origin, errors);
  const RigidTransform X = reader.placement();
  reader.finish();  // nothing that moves or rotates it may be ignored
  return X;
}

// --- Links --------------------------------------------------------------------------------------

/// Nothing for one without mass, which some files give to links that are mere frames.
std::optional<MassProperties> read_urdf_inertial(const tinyxml2::XMLElement& element,
                                                 LeftOut& left_out, FileErrors& errors) {
  const std::size_t errors_before = errors.num_added();
  leave_out_others(element, {"origin", "mass", "inertia"}, left_out, errors);
  const RigidTransform X_LI = read_origin(element, errors);
  MassProperties properties_I;
  if (const tinyxml2::XMLElement* const mass = require_only(element, "mass", errors)) {
    ElementReader reader(*mass, errors);
    properties_I.mass = require_number(reader, "value", kNotNegative);
    leave_out_attributes(*mass, reader, left_out);
  }
  if (const tinyxml2::XMLElement* const inertia = require_only(element, "inertia", errors)) {
    ElementReader reader(*inertia, errors);
    const double ixx = require_number(reader, "ixx", kNotNegative);
    const double ixy = require_number(reader, "ixy");
    const double ixz = require_number(reader, "ixz");
    const double iyy = require_number(reader, "iyy", kNotNegative);
    const double iyz = require_number(reader, "iyz");
    const double izz = require_number(reader, "izz", kNotNegative);
    leave_out_attributes(*inertia, reader, left_out);
    properties_I.inertia << ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz;
    // A point mass is valid as part of a larger body, and so is a mere frame without mass.
    const bool is_point = properties_I.inertia.isZero(0);
    if (errors.num_added() == errors_before && !is_point && !is_physical(properties_I)) {
      reader.reject(kImpossibleInertia);
    }
  }
  if (properties_I.mass == 0) return {};
  return transformed(properties_I, X_LI);
}

std::optional<Shape> read_urdf_mesh(ElementReader& reader, BodyKind body, PackagePaths& packages,
                                    AssetStore& assets) {
  reader.require("filename");
  std::optional<std::string> path;
  if (const std::optional<std::string> uri = reader.text("filename")) {
    const PackagePaths::Result found = packages.find(*uri);
    if (found.fault.empty()) {
      path = found.path;
    } else {
      reader.reject("filename", found.fault);
    }
  }
  return read_surface(reader, "filename", path, body, assets);
}

std::optional<Shape> read_urdf_geometry(const tinyxml2::XMLElement& element, BodyKind body,
                                        PackagePaths& packages, AssetStore& assets,
                                        LeftOut& left_out, FileErrors& errors) {
  constexpr const char* kShapes = "box, sphere, cylinder, capsule, mesh";
  const std::size_t errors_before = errors.num_added();
  leave_out_others(element, {"box", "sphere", "cylinder", "capsule", "mesh"}, left_out, errors);
  const tinyxml2::XMLElement* only = nullptr;
  for (const tinyxml2::XMLElement* child = element.FirstChildElement(); child;
       child = child->NextSiblingElement()) {
    const std::string_view name = child->Name();
    if (name != "mesh" && name != "box" && name != "sphere" && name != "cylinder" &&
        name != "capsule") {
      continue;
    }
    if (only) {
      errors.add(
          child->GetLineNum(),
          describe(*child) +
              ": a second shape in <geometry>; only one is accepted; a link may have several "
              "<collision>s");
      return {};
    }
    only = child;
  }
  if (!only) {
    if (errors.num_added() > errors_before) return {};  // it is misspelled
    errors.add(element.GetLineNum(),
               std::string("<geometry>: expected a shape in it; accepted are ") + kShapes);
    return {};
  }
  ElementReader reader(*only, errors);
  const std::string_view name = only->Name();
  const std::optional<Shape> shape = name == "mesh" ? read_urdf_mesh(reader, body, packages, assets)
                                                    : read_geometry(reader, name, body, assets);
  leave_out_attributes(*only, reader, left_out);
  return shape;
}

void read_collision(const tinyxml2::XMLElement& element, BodyKind body, PackagePaths& packages,
                    AssetStore& assets, UrdfLinkParts& parts, LeftOut& left_out,
                    FileErrors& errors) {
  ElementReader reader(element, errors);
  reader.text("name");
  leave_out_attributes(element, reader, left_out);
  leave_out_others(element, {"origin", "geometry"}, left_out, errors);
  const RigidTransform X_LS = read_origin(element, errors);
  const tinyxml2::XMLElement* const geometry = require_only(element, "geometry", errors);
  if (!geometry) return;
  const std::optional<Shape> shape =
      read_urdf_geometry(*geometry, body, packages, assets, left_out, errors);
  if (shape) parts.shapes.push_back({.shape = *shape, .pose = X_LS});
}

// --- Joints -------------------------------------------------------------------------------------

constexpr auto kJointTypes = std::to_array<std::pair<std::string_view, UrdfJointType>>(
    {{"revolute", UrdfJointType::revolute},
     {"continuous", UrdfJointType::continuous},
     {"prismatic", UrdfJointType::prismatic},
     {"fixed", UrdfJointType::fixed},
     {"floating", UrdfJointType::floating},
     {"planar", UrdfJointType::planar}});

UrdfJointType read_type(ElementReader& reader) {
  reader.require("type");
  const std::optional<std::string> name = reader.text("type");
  if (!name) return UrdfJointType::unknown;
  std::vector<std::string> names;
  for (const auto& [known, type] : kJointTypes) {
    if (*name == known) return type;
    names.emplace_back(known);
  }
  reader.reject("type", "unknown" + suggestion(*name, names) + "; accepted are " + joined(names));
  return UrdfJointType::unknown;
}

std::optional<Reference> read_link_name(const tinyxml2::XMLElement& joint, const char* end,
                                        FileErrors& errors) {
  const tinyxml2::XMLElement* const element = require_only(joint, end, errors);
  if (!element) return {};
  ElementReader reader(*element, errors);
  reader.require("link");
  const std::optional<Reference> link = reader.reference("link");
  reader.finish();
  return link;
}

Vec3 read_urdf_axis(const tinyxml2::XMLElement& joint, UrdfJointType type, FileErrors& errors) {
  const tinyxml2::XMLElement* const element = find_only(joint, "axis", errors);
  if (!element) return Vec3::UnitX();
  ElementReader reader(*element, errors);
  reader.require("xyz");
  const Vec3 axis = reader.vector("xyz").value_or(Vec3::UnitX());
  reader.finish();
  if (!axis.isZero(0)) return axis;
  // Programs that write URDF give fixed joints axes of zero.
  if (type != UrdfJointType::unknown) reader.reject("xyz", "expected an axis that is not zero");
  return Vec3::UnitX();
}

/// A revolute or prismatic joint has limits; a continuous one may have limits of effort and speed.
void read_urdf_limit(const tinyxml2::XMLElement& element, UrdfJoint& joint, LeftOut& left_out,
                     FileErrors& errors) {
  const bool is_bounded =
      joint.type == UrdfJointType::revolute || joint.type == UrdfJointType::prismatic;
  const tinyxml2::XMLElement* const limit =
      is_bounded ? require_only(element, "limit", errors) : find_only(element, "limit", errors);
  if (!limit) return;
  ElementReader reader(*limit, errors);
  const double lower = reader.number("lower").value_or(0);
  const double upper = reader.number("upper").value_or(0);
  if (is_bounded) {
    joint.lower = std::min(lower, upper);
    joint.upper = upper;
    if (lower > upper) reader.reject("lower", "expected a bound that is not above upper");
  }
  joint.effort = require_number(reader, "effort", kNotNegative);
  joint.velocity = require_number(reader, "velocity", kNotNegative);
  left_out.add("velocity of <limit>");
  leave_out_attributes(*limit, reader, left_out);
}

void read_dynamics(const tinyxml2::XMLElement& element, UrdfJoint& joint, LeftOut& left_out,
                   FileErrors& errors) {
  const tinyxml2::XMLElement* const dynamics = find_only(element, "dynamics", errors);
  if (!dynamics) return;
  ElementReader reader(*dynamics, errors);
  joint.damping = reader.number("damping", kNotNegative).value_or(0);
  joint.friction = reader.number("friction", kNotNegative).value_or(0);
  leave_out_attributes(*dynamics, reader, left_out);
}

UrdfMimic read_mimic(const tinyxml2::XMLElement& element, FileErrors& errors) {
  ElementReader reader(element, errors);
  UrdfMimic mimic;
  reader.require("joint");
  mimic.joint = reader.reference("joint");
  mimic.multiplier = reader.number("multiplier").value_or(1);
  mimic.offset = reader.number("offset").value_or(0);
  if (mimic.multiplier == 0) {
    reader.reject("multiplier",
                  "expected a number that is not zero; a joint that stays where it "
                  "is has the type fixed");
  }
  reader.finish();
  return mimic;
}

/// Notes elements for which the joint's type has no use.
void leave_out_unused(const tinyxml2::XMLElement& element, const char* name,
                      const std::string& type, LeftOut& left_out) {
  if (!element.FirstChildElement(name)) return;
  left_out.add(std::string("<").append(name).append("> of ").append(type).append(" joints"));
}

}  // namespace

void leave_out_others(const tinyxml2::XMLElement& element,
                      const std::vector<std::string_view>& accepted, LeftOut& left_out,
                      FileErrors& errors) {
  const std::vector<std::string> here(accepted.begin(), accepted.end());
  for (const tinyxml2::XMLElement* child = element.FirstChildElement(); child;
       child = child->NextSiblingElement()) {
    const std::string name = child->Name();
    if (is_in(name, accepted)) continue;
    const auto elsewhere = std::ranges::find(kUrdfNames, name, &UrdfElementName::name);
    const std::string what = "<" + name + "> in " + describe(element) + ": ";
    const std::string nearest = is_in(name, kWithoutMeaning) ? "" : suggestion(name, here);
    if (name.starts_with("xacro:")) {
      errors.add(child->GetLineNum(), what + "this is xacro; expected URDF, the output of xacro");
    } else if (elsewhere != kUrdfNames.end()) {
      errors.add(child->GetLineNum(), what + "this element belongs in <" +
                                          std::string(elsewhere->parent) + ">; accepted are " +
                                          joined(here));
    } else if (!nearest.empty()) {
      errors.add(child->GetLineNum(),
                 what + "unknown element" + nearest + "; accepted are " + joined(here));
    } else {
      left_out.add("<" + name + ">");
    }
  }
}

UrdfLink read_urdf_link(const tinyxml2::XMLElement& element, LeftOut& left_out,
                        FileErrors& errors) {
  ElementReader reader(element, errors);
  reader.require("name");
  UrdfLink link{reader.name("name").value_or(""), &element, reader.line_of("name")};
  leave_out_attributes(element, reader, left_out);
  return link;
}

UrdfLinkParts read_urdf_link_parts(const UrdfLink& link, BodyKind body, PackagePaths& packages,
                                   AssetStore& assets, LeftOut& left_out, FileErrors& errors) {
  const tinyxml2::XMLElement& element = *link.element;
  leave_out_others(element, {"inertial", "collision"}, left_out, errors);
  UrdfLinkParts parts;
  if (const tinyxml2::XMLElement* const inertial = find_only(element, "inertial", errors)) {
    parts.inertial = read_urdf_inertial(*inertial, left_out, errors);
  }
  for (const tinyxml2::XMLElement* collision = element.FirstChildElement("collision"); collision;
       collision = collision->NextSiblingElement("collision")) {
    read_collision(*collision, body, packages, assets, parts, left_out, errors);
  }
  return parts;
}

UrdfJoint read_urdf_joint(const tinyxml2::XMLElement& element, LeftOut& left_out,
                          FileErrors& errors) {
  ElementReader reader(element, errors);
  UrdfJoint joint;
  reader.require("name");
  joint.line = reader.line_of("name");
  joint.name = reader.name("name").value_or("");
  joint.type = read_type(reader);
  leave_out_attributes(element, reader, left_out);
  leave_out_others(element, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"},
                   left_out, errors);
  joint.X_PJ = read_origin(element, errors);
  joint.parent = read_link_name(element, "parent", errors);
  joint.child = read_link_name(element, "child", errors);
  const tinyxml2::XMLElement* const mimic = find_only(element, "mimic", errors);
  if (mimic) joint.mimic = read_mimic(*mimic, errors);

  const bool has_axis = joint.type != UrdfJointType::fixed && joint.type != UrdfJointType::floating;
  if (mimic && !has_position(joint.type)) {
    errors.add(mimic->GetLineNum(), "<mimic>: does not apply to a joint of this type; " +
                                        std::string(kTypesWithPosition));
    joint.mimic.reset();
  }
  if (has_axis) joint.axis = read_urdf_axis(element, joint.type, errors);
  if (has_position(joint.type)) {
    read_urdf_limit(element, joint, left_out, errors);
    read_dynamics(element, joint, left_out, errors);
  } else {
    const std::string name = *reader.text("type");
    if (!has_axis) leave_out_unused(element, "axis", name, left_out);
    leave_out_unused(element, "limit", name, left_out);
    leave_out_unused(element, "dynamics", name, left_out);
  }
  return joint;
}

}  // namespace stiction
