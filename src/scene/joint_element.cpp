// <joint>, <motor> and <position>.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"
#include "nearest_name.h"

namespace stiction {
namespace {

constexpr std::array kJointKinds = {
    JointKind::fixed,     JointKind::revolute,    JointKind::prismatic, JointKind::spherical,
    JointKind::universal, JointKind::cylindrical, JointKind::planar};
constexpr std::array kMotorModes = {MotorMode::velocity, MotorMode::position, MotorMode::effort};

/// The value with the name that the attribute gives.
template <typename Values>
auto read_named(ElementReader& reader, const char* attribute, const Values& values)
    -> std::optional<typename Values::value_type> {
  reader.require(attribute);
  const std::optional<std::string> name = reader.text(attribute);
  if (!name) return {};
  std::vector<std::string> names;
  for (const auto value : values) {
    if (*name == to_string(value)) return value;
    names.emplace_back(to_string(value));
  }
  reader.reject(attribute,
                "unknown" + suggestion(*name, names) + "; accepted are " + joined(names));
  return {};
}

/// True if the attribute applies to this kind of joint; else it is an error to give it.
bool applies(ElementReader& reader, const char* attribute, bool is_of_kind, const char* kinds) {
  if (is_of_kind || !reader.has(attribute)) return is_of_kind;
  reader.text(attribute);  // so that it counts as known
  reader.reject(attribute, std::string("does not apply to this type; accepted on ") + kinds);
  return false;
}

Vec3 read_axis(ElementReader& reader, const char* attribute, const Vec3& usual) {
  const std::optional<Vec3> axis = reader.vector(attribute);
  if (!axis || !axis->isZero(0)) return axis.value_or(usual);
  reader.reject(attribute, "expected an axis that is not zero");
  return usual;
}

/// Reads the attributes of `<motor>` except its joint.
JointMotor read_drive(ElementReader& reader) {
  JointMotor motor;
  const std::optional<MotorMode> mode = read_named(reader, "mode", kMotorModes);
  motor.mode = mode.value_or(motor.mode);
  reader.require("target");
  motor.target = reader.number("target").value_or(0);
  motor.max_effort = reader.number("max_effort", kNotNegative).value_or(motor.max_effort);
  const bool has_gains = !mode || *mode == MotorMode::position;
  for (const auto& [name, gain] : {std::pair("kp", &motor.kp), std::pair("kd", &motor.kd)}) {
    if (!has_gains && reader.has(name)) {
      reader.text(name);
      reader.reject(name, "accepted with mode=\"position\" only");
    } else {
      *gain = reader.number(name, kNotNegative).value_or(0);
    }
  }
  if (mode == MotorMode::position && !reader.has("kp") && !reader.has("kd")) {
    reader.reject("neither kp nor kd; a position motor needs at least one");
  } else if (mode == MotorMode::position && motor.kp == 0 && motor.kd == 0) {
    reader.reject("expected a kp or kd > 0 for a position motor");
  }
  return motor;
}

void read_limits(ElementReader& reader, JointDefinition& definition, bool has_position) {
  constexpr const char* kKinds = "revolute and prismatic";
  if (applies(reader, "lower", has_position, kKinds)) {
    definition.lower = reader.number("lower").value_or(definition.lower);
  }
  if (applies(reader, "upper", has_position, kKinds)) {
    definition.upper = reader.number("upper").value_or(definition.upper);
  }
  if (definition.lower > definition.upper) {
    reader.reject("lower", "expected a bound that is not above upper");
    definition.lower = definition.upper;
  }
  if (applies(reader, "friction", has_position, kKinds)) {
    definition.friction = reader.number("friction", kNotNegative).value_or(0);
  }
  if (applies(reader, "damping", has_position, kKinds)) {
    definition.damping = reader.number("damping", kNotNegative).value_or(0);
  }
}

/// For an unknown type the axes may be missing.
void read_axes(ElementReader& reader, JointDefinition& definition, bool is_known) {
  const JointKind kind = definition.kind;
  const bool has_axis = kind != JointKind::fixed && kind != JointKind::spherical;
  if (applies(reader, "axis", has_axis, "revolute, prismatic, universal, cylindrical and planar")) {
    definition.axis = read_axis(reader, "axis", definition.axis);
  }
  if (!applies(reader, "axis2", kind == JointKind::universal, "universal")) return;
  definition.axis2 = read_axis(reader, "axis2", definition.axis2);
  const Vec3 a = definition.axis.stableNormalized();
  const Vec3 b = definition.axis2.stableNormalized();
  if (a.cross(b).norm() >= kLeastUniversalAngle) return;
  if (is_known || reader.has("axis2")) {
    reader.reject("axis2", "expected an axis that is not parallel to axis");
  }
  definition.axis2 = a.unitOrthogonal();
}

}  // namespace

MotorElement read_motor(const tinyxml2::XMLElement& element, FileErrors& errors) {
  ElementReader reader(element, errors);
  MotorElement motor;
  motor.line = reader.line();
  reader.require("joint");
  motor.joint = reader.reference("joint");
  motor.drive = read_drive(reader);
  reader.finish();
  reject_children(element, errors);
  return motor;
}

PositionElement read_position(const tinyxml2::XMLElement& element, FileErrors& errors) {
  ElementReader reader(element, errors);
  PositionElement position;
  position.line = reader.line();
  reader.require("joint");
  position.joint = reader.reference("joint");
  reader.require("value");
  position.value = reader.number("value").value_or(0);
  reader.finish();
  reject_children(element, errors);
  return position;
}

void read_joint(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  JointElement joint;
  JointDefinition& definition = joint.definition;
  reader.require("name");
  joint.line = reader.line_of("name");
  definition.name = reader.name("name").value_or("");
  const std::optional<JointKind> kind = read_named(reader, "type", kJointKinds);
  // For an unknown type everything is accepted: the type itself was already rejected.
  definition.kind = kind.value_or(JointKind::universal);
  const bool may_have_position = !kind || has_position(*kind);
  reader.require("parent");
  reader.require("child");
  joint.parent = reader.reference("parent");
  joint.child = reader.reference("child");
  if (kind && *kind != JointKind::fixed) reader.require("xyz");
  const bool has_frame = reader.has("xyz") || reader.has("rpy") || reader.has("quat");
  definition.frame = reader.pose();
  read_axes(reader, definition, kind.has_value());
  read_limits(reader, definition, may_have_position);
  const bool is_turned = kind == JointKind::revolute;
  if (is_turned) {
    reader.warn_of_degrees("lower", definition.lower);
    reader.warn_of_degrees("upper", definition.upper);
  }
  definition.collide = reader.boolean("collide").value_or(false);
  reader.finish();
  for (const tinyxml2::XMLElement* child = element.FirstChildElement(); child;
       child = child->NextSiblingElement()) {
    if (std::string_view(child->Name()) != "motor") {
      reject_child(*child, names_accepted_in("joint"), errors);
    } else if (!may_have_position) {
      errors.add(child->GetLineNum(),
                 "<motor>: does not apply to a joint of this type; accepted on revolute and "
                 "prismatic");
    } else {
      if (definition.motor) {
        errors.add(child->GetLineNum(), "<motor>: given twice in a joint; only one is accepted");
      }
      ElementReader motor(*child, errors);
      definition.motor = read_drive(motor);
      if (is_turned && definition.motor->mode == MotorMode::position) {
        motor.warn_of_degrees("target", definition.motor->target);
      }
      motor.finish();
      reject_children(*child, errors);
    }
  }
  if (definition.lower > 0 || definition.upper < 0) {
    errors.warn(joint.line, "<joint>: " + in_quotes(definition.name) +
                                " is outside of its limits at the start, at position 0; "
                                "it will be moved into them");
  }
  // Without a frame, use the frame of a body.
  const bool child_is_world = joint.child && joint.child->name == kWorldName;
  if (!has_frame) definition.anchor = child_is_world ? JointAnchor::parent : JointAnchor::child;
  content.joints.push_back(std::move(joint));
}

}  // namespace stiction
