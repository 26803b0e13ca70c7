// Everything that a scene file must not contain is an error with file, line, and what is accepted.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <ostream>
#include <string>
#include <vector>

#include "scene/malformed_text.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

/// A file with one fault.
struct Malformed {
  std::string kind;
  std::string text;
  int line;
  std::vector<std::string> fragments;  ///< of the message
};

void PrintTo(const Malformed& malformed, std::ostream* out) { *out << malformed.kind; }

const std::string kBall = R"(<body name="ball"><sphere radius="1"/></body>)";
const std::string kGround = R"(<body name="ground" static="true"><plane/></body>)";

std::string nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "<replicate count=\"1\">";
  for (int i = 0; i < depth; ++i) text += "</replicate>";
  return text;
}

/// Elements in lines 2 and later of a scene.
Malformed element(std::string kind, const std::string& elements, int line,
                  std::vector<std::string> fragments) {
  return {std::move(kind), in_scene(elements), line, std::move(fragments)};
}

Malformed body(std::string kind, const std::string& attributes, const std::string& parts,
               std::vector<std::string> fragments) {
  return element(std::move(kind), "<body name=\"b\" " + attributes + ">" + parts + "</body>", 2,
                 std::move(fragments));
}

/// Words of MJCF, URDF and SDF.
std::vector<Malformed> foreign_words() {
  const std::string sphere = "<sphere radius=\"1\"/>";
  return {
      body("MjcfPosition", "pos=\"0 0 1\"", sphere, {"\"pos\"", "in a scene it is called xyz"}),
      body("MjcfGeom", "", "<geom type=\"sphere\" size=\"1\"/>" + sphere,
           {"<geom>", "in a scene a shape is an element of its kind in <body>"}),
      body("MjcfFreeJoint", "", "<freejoint/>" + sphere, {"a body moves freely unless"}),
      body("UrdfOrigin", "", "<origin xyz=\"0 0 1\"/>" + sphere, {"attributes xyz (m) and rpy"}),
      body("SdfPose", "", "<pose/>" + sphere, {"attributes xyz (m) and rpy"}),
      body("HalfExtents", "", "<box size=\"1 1 1\" half_extents=\"1 1 1\"/>",
           {"sizes are full lengths"}),
      body("Diameter", "", "<sphere radius=\"1\" diameter=\"2\"/>", {"given by its radius"}),
      body("Height", "", "<cylinder radius=\"1\" length=\"1\" height=\"2\"/>",
           {"it is called length"}),
      element("MaterialMu", kBall + "<material name=\"m\" mu=\"1\"/>", 2, {"called friction"}),
      {"Mjcf", "<mujoco/>", 1, {"this is MJCF"}},
      {"Urdf", "<robot/>", 1, {"this is URDF"}},
      {"Sdf", "<sdf/>", 1, {"this is SDF"}},
  };
}

Malformed expect(std::string kind, const std::string& attributes,
                 std::vector<std::string> fragments) {
  return element(std::move(kind), kBall + "\n<expect " + attributes + "/>", 3,
                 std::move(fragments));
}

Malformed force(std::string kind, const std::string& attributes,
                std::vector<std::string> fragments) {
  return element(std::move(kind), kBall + "\n<force " + attributes + "/>", 3, std::move(fragments));
}

Malformed declaration(std::string kind, const std::string& attributes,
                      std::vector<std::string> fragments) {
  fragments.emplace_back("the XML declaration");
  return {std::move(kind), "<?xml" + attributes + " ?>\n<scene version=\"1\"/>", 1,
          std::move(fragments)};
}

std::vector<Malformed> not_xml() {
  return {
      {"empty_file", "", 1, {"no root element", "<scene version=\"1\">"}},
      {"blank_file", " \n\n ", 1, {"no root element"}},
      {"unclosed_root", "<scene version=\"1\">\n", 1, {"<scene> is not closed"}},
      {"unclosed_body", in_scene("<body name=\"b\">"), 3, {"</scene>: expected </body>", "line 2"}},
      {"stray_end_tag", "<scene version=\"1\"/>\n</body>", 2, {"</body> closes no element"}},
      {"unquoted_value", in_scene("<option duration=5/>"), 2, {"duration", "in quotes"}},
      {"open_value", in_scene("<option duration=\"5/>"), 2, {"'<' in a value"}},
      {"no_blank", in_scene("<pair a=\"x\"b=\"y\"/>"), 2, {"<pair>: expected a space"}},
      {"attribute_twice", in_scene("<pair\na=\"x\" b=\"y\"\na=\"z\"/>"), 4, {"\"a\"", "twice"}},
      {"less_than_in_value", in_scene("<body name=\"a<b\"/>"), 2, {"name", "&lt;"}},
      {"unknown_entity", in_scene("<body name=\"&foo;\"/>"), 2, {"unknown entity \"&foo;\""}},
      {"plain_ampersand", in_scene("<body name=\"a & b\"/>"), 2, {"unknown entity", "&amp;"}},
      {"reference_to_nul", in_scene("<body name=\"&#0;\"/>"), 2, {"unknown entity"}},
      {"reference_to_surrogate", in_scene("<body name=\"&#xD800;\"/>"), 2, {"unknown entity"}},
      {"reference_too_large", in_scene("<body name=\"&#99999999999;\"/>"), 2, {"unknown entity"}},
      {"nul_byte", in_scene(std::string("<body name=\"a\0b\"/>", 18)), 2, {"0x00"}},
      {"control_character", in_scene("<body name=\"a\x01\"/>"), 2, {"0x01"}},
      {"invalid_utf8", in_scene("<body name=\"\xff\"/>"), 2, {"0xff", "UTF-8"}},
      {"overlong_utf8", in_scene("<body name=\"\xc0\x80\"/>"), 2, {"0xc0"}},
      {"cut_utf8", "<scene version=\"1\">\n\xe2\x82", 2, {"0xe2"}},
      {"utf16", std::string("\xff\xfe<\0s\0", 6), 1, {"0xff", "UTF-8"}},
      {"other_encoding",
       "<?xml version=\"1.0\" encoding=\"latin1\"?>\n<scene version=\"1\"/>",
       1,
       {"UTF-8", "latin1"}},
      declaration("declaration_of_nothing", "", {"version=\"1.0\"", "got none"}),
      declaration("declaration_without_version", " encoding=\"UTF-8\"", {"got \"encoding\""}),
      declaration("declaration_of_other_version", " version=\"1.1\"", {"1.0, got \"1.1\""}),
      declaration("declaration_twice", " version=\"1.0\" version=\"1.0\"", {"got \"version\""}),
      declaration("declaration_out_of_order",
                  " version=\"1.0\" standalone=\"yes\" encoding=\"UTF-8\"", {"got \"encoding\""}),
      declaration("declaration_of_unknown", " version=\"1.0\" author=\"me\"", {"got \"author\""}),
      declaration("declaration_without_blank", " version=\"1.0\"encoding=\"UTF-8\"", {"a space"}),
      declaration("declaration_standalone", " version=\"1.0\" standalone=\"1\"", {"yes or no"}),
      {"open_comment", in_scene("<!-- never ends"), 2, {"comment"}},
      {"hyphens_in_comment", in_scene("<!-- a -- b -->"), 2, {"'--'"}},
      {"bad_element_name", in_scene("< body/>"), 2, {"expected an element's name after '<'"}},
      {"bad_attribute_name",
       in_scene("<expect =quals=\"2\"/>"),
       2,
       {"<expect>: expected an attribute's name", "got \"=quals"}},
      {"nested_too_deep", in_scene(nested(100)), 2, {"deeper than 64"}},
  };
}

std::vector<Malformed> not_a_scene() {
  return {
      {"second_root", "<scene version=\"1\"/>\n<scene version=\"1\"/>", 2, {"second root"}},
      {"text_behind_root", "<scene version=\"1\"/>\nend", 2, {"stray text \"end\"", "outside"}},
      {"text_before_root", "begin\n<scene version=\"1\"/>", 1, {"stray text \"begin\""}},
      {"stray_text", in_scene("hello"), 2, {"stray text \"hello\"", "<scene>"}},
      {"stray_text_in_body",
       in_scene("<body name=\"b\">1<sphere radius=\"1\"/></body>"),
       2,
       {"stray text \"1\"", "<body>"}},
      {"cdata", in_scene("<![CDATA[ x ]]>"), 2, {"CDATA"}},
      {"processing_instruction", in_scene("<?php x ?>"), 2, {"processing instruction"}},
      {"late_xml_declaration", in_scene("<?xml version=\"1.0\"?>"), 2, {"processing instruction"}},
      {"doctype", "<!DOCTYPE scene>\n<scene version=\"1\"/>", 1, {"DOCTYPE", "not accepted"}},
      {"doctype_with_entity",
       "<!DOCTYPE s [\n<!ENTITY a \"]>\">\n<!-- ]> -->\n]>\n<scene version=\"1\"/>",
       1,
       {"entity declarations", "not accepted"}},
      {"other_root", "<!-- a\n-->\n<robot name=\"r\"/>", 3, {"<robot>", "<scene version=\"1\">"}},
      {"misspelled_root", "<scnee version=\"1\"/>", 1, {"did you mean \"scene\"?"}},
      {"no_version", "<scene>\n</scene>", 1, {"<scene>", "\"version\" is missing"}},
      {"other_version", "<scene\nversion=\"2\"/>", 2, {"version=\"2\"", "expected 1"}},
      element("unknown_element", "<bodi name=\"b\"/>", 2,
              {"<bodi>", "<scene>", "did you mean \"body\"?", "accepted are"}),
      element("unknown_attribute", "<option\n timestp=\"1\"/>", 3,
              {"<option>", "\"timestp\"", "did you mean \"timestep\"?", "duration, gravity"}),
      element("misplaced_element", "<sphere radius=\"1\"/>", 2, {"<sphere>", "belongs in <body>"}),
      element("misspelled_and_misplaced_element", "<shpere radius=\"1\"/>", 2,
              {"<shpere>", "did you mean \"sphere\"?", "accepted are"}),
      element("misspelled_element_of_later", "<jiont name=\"j\"/>", 2,
              {"<jiont>", "did you mean \"joint\"?"}),
      element("child_of_leaf", "<material name=\"m\"><box size=\"1 1 1\"/></material>", 2,
              {"<box>", "<material>", "no elements"}),
      element("second_option", "<option/>\n<option/>", 3, {"<option>", "twice", "line 2"}),
      element("second_contact", "<contact/>\n\n<contact/>", 4, {"<contact>", "twice", "line 2"}),
  };
}

std::vector<Malformed> bad_values() {
  return {
      element("timestep_zero", "<option timestep=\"0\"/>", 2, {"timestep=\"0\"", "> 0"}),
      element("timestep_negative", "<option timestep=\"-0.01\"/>", 2, {"> 0"}),
      element("duration_negative", "<option duration=\"-1\"/>", 2, {"duration", ">= 0"}),
      element("too_many_steps", "<option timestep=\"1e-300\"/>", 2, {"1e12 steps"}),
      element("infinite", "<option gravity=\"0 0 -inf\"/>", 2, {"gravity", "finite", "\"-inf\""}),
      element("duration_of_too_many_steps", "<option duration=\"1e308\"/>", 2,
              {"<option>: duration / timestep exceeds 1e12 steps"}),
      element("not_a_number", "<option duration=\"nan\"/>", 2, {"duration", "\"nan\""}),
      element("overflow", "<option duration=\"1e999\"/>", 2, {"duration", "\"1e999\""}),
      element("hexadecimal", "<option duration=\"0x10\"/>", 2, {"\"0x10\""}),
      element("decimal_comma", "<option timestep=\"0,01\"/>", 2, {"\"0,01\""}),
      element("with_unit", "<option duration=\"5s\"/>", 2, {"\"5s\""}),
      element("two_signs", "<option duration=\"+-5\"/>", 2, {"\"+-5\""}),
      element("empty_number", "<option duration=\"\"/>", 2,
              {"one finite number >= 0", "got 0 numbers"}),
      element("three_for_one_number", "<option timestep=\"1 2 3\"/>", 2,
              {"expected one finite number > 0, got 3 numbers"}),
      element("number_with_unit", "<option timestep=\"3 ms\"/>", 2, {"got \"ms\""}),
      element("one_for_three_numbers", "<option gravity=\"3\"/>", 2,
              {"expected 3 finite numbers, got one number"}),
      element("two_numbers", "<option gravity=\"0 -9.81\"/>", 2, {"3 finite numbers", "got 2"}),
      element("four_numbers", "<option gravity=\"0 0 0 0\"/>", 2, {"3 finite numbers", "got 4"}),
      element("unknown_model", "<contact model=\"coulom\"/>", 2, {"did you mean \"coulomb\"?"}),
      element("misspelled_model", "<contact model=\"viscos\"/>", 2,
              {"did you mean \"viscous\"?", "accepted are coulomb, no-slip, viscous"}),
      element("solver_of_another_model", "<contact model=\"viscous\" solver=\"reduced-lemke\"/>", 2,
              {"accepted are ppm, active-set, lemke"}),
      element("solver_without_cone", "<contact solver=\"dantzig\"/>", 2,
              {"does not apply here", "accepted are reduced-lemke"}),
      element("underflow", "<option timestep=\"1e-400\"/>", 2, {"timestep", "\"1e-400\""}),
      element("unknown_integrator", "<option integrator=\"first\"/>", 2,
              {"integrator", "accepted are auto, first-order"}),
      element("unknown_solver", "<contact solver=\"lemk\"/>", 2, {"did you mean \"lemke\"?"}),
      element("unknown_align", "<contact align=\"slap\"/>", 2, {"did you mean \"slip\"?"}),
      element("few_directions", "<contact directions=\"2\"/>", 2, {"directions", "from 4 to"}),
      element("odd_directions", "<contact directions=\"5\"/>", 2,
              {"directions", "even number from 4 to 64"}),
      element("commas", "<body name=\"a\"><box size=\"1,1,1\"/></body>", 2,
              {"size", "separated by spaces, got \"1,1,1\""}),
      element("many_directions", "<contact directions=\"1000\"/>", 2, {"directions", "to 64"}),
      element("broken_directions", "<contact directions=\"8.5\"/>", 2, {"whole number"}),
      element("friction_negative", "<material name=\"m\" friction=\"-1\"/>", 2, {">= 0"}),
      element("restitution_beyond", "<material name=\"m\" restitution=\"2\"/>", 2, {"in 0..1"}),
      element("viscosity_negative", "<material name=\"m\" viscosity=\"-1\"/>", 2, {">= 0"}),
      element("unnamed_material", "<material friction=\"1\"/>", 2, {"\"name\" is missing"}),
      element("second_material", "<material name=\"m\"/>\n<material name=\"m\"/>", 3,
              {"second material", "\"m\"", "line 2"}),
      element("empty_pair", "<material name=\"m\"/>\n<pair a=\"m\" b=\"m\"/>", 3, {"nothing"}),
      element("unknown_in_pair",
              "<material name=\"wood\"/>\n<pair a=\"wood\"\nb=\"wod\" friction=\"1\"/>", 4,
              {"b=\"wod\"", "unknown material", "did you mean \"wood\"?"}),
      element(
          "second_pair",
          "<material name=\"a\"/>\n<material name=\"b\"/>\n<pair a=\"a\" b=\"b\" friction=\"1\"/>"
          "\n<pair a=\"b\" b=\"a\" friction=\"1\"/>",
          5, {"second pair"}),
      element("unknown_group",
              "<filter a=\"left\" b=\"lefd\"/>\n"
              "<body name=\"b\" group=\"left\"><sphere radius=\"1\"/></body>",
              2, {"b=\"lefd\"", "unknown group", "did you mean \"left\"?"}),
      element("filter_without_b",
              "<filter a=\"x\"/>\n<body name=\"b\" group=\"x\"><sphere radius=\"1\"/></body>", 2,
              {"\"b\" is missing"}),
  };
}

std::vector<Malformed> bad_bodies() {
  return {
      element("unnamed_body", "<body><sphere radius=\"1\"/></body>", 2, {"\"name\" is missing"}),
      element("empty_name", "<body name=\"\"><sphere radius=\"1\"/></body>", 2, {"an empty one"}),
      element("line_break_in_name", "<body name=\"a&#10;b\"><sphere radius=\"1\"/></body>", 2,
              {"control characters"}),
      element("long_name", "<body name=\"" + std::string(256, 'n') + "\"/>", 2, {"255 bytes"}),
      element("second_body", kBall + "\n" + kBall, 3, {"second body", "\"ball\"", "line 2"}),
      body("static_typo", "static=\"yes\"", "<sphere radius=\"1\"/>", {"true or false"}),
      body("static_kinematic", "static=\"true\" kinematic=\"true\"", "", {"both"}),
      body("static_moving", "static=\"true\" linear_velocity=\"1 0 0\"", "", {"static"}),
      body("neither_shape_nor_inertial", "mass=\"1\"", "", {"neither shape nor inertial"}),
      body("kinematic_without_either", "kinematic=\"true\"", "", {"neither shape nor inertial"}),
      body("plane_on_moving", "", "<plane/>", {"<plane>", "moves", "static=\"true\""}),
      body("plane_on_kinematic", "kinematic=\"true\"", "<plane/>", {"<plane>", "moves"}),
      body("mass_zero", "mass=\"0\"", "<sphere radius=\"1\"/>", {"mass=\"0\"", "> 0"}),
      body("zero_quaternion", "quat=\"0 0 0 0\"", "<sphere radius=\"1\"/>", {"quat", "not zero"}),
      body("short_quaternion", "quat=\"1 0 0\"", "<sphere radius=\"1\"/>", {"4 finite numbers"}),
      body("rpy_and_quat", "rpy=\"0 0 0\" quat=\"1 0 0 0\"", "<sphere radius=\"1\"/>", {"both"}),
      body("unknown_material", "material=\"m\"", "<sphere radius=\"1\"/>", {"unknown material"}),
      body("unknown_shape_material", "", "<sphere radius=\"1\" material=\"m\"/>", {"<sphere>"}),
      body("no_radius", "", "<sphere/>", {"<sphere>", "\"radius\" is missing"}),
      body("radius_negative", "", "<sphere radius=\"-1\"/>", {"radius=\"-1\"", "> 0"}),
      body("flat_box", "", "<box size=\"1 0 1\"/>", {"size", "each > 0"}),
      body("box_without_size", "", "<box/>", {"\"size\" is missing"}),
      body("capsule_without_length", "", "<capsule radius=\"1\"/>", {"\"length\" is missing"}),
      body("zero_normal", "static=\"true\"", "<plane normal=\"0 0 0\"/>", {"normal", "not zero"}),
      body("density_zero", "", "<sphere radius=\"1\" density=\"0\"/>", {"density", "> 0"}),
      body("two_inertials", "",
           "<inertial mass=\"1\" ixx=\"1\" iyy=\"1\" izz=\"1\"/>"
           "<inertial mass=\"1\" ixx=\"1\" iyy=\"1\" izz=\"1\"/>",
           {"<inertial>", "twice"}),
      body("inertial_without_mass", "", "<inertial ixx=\"1\" iyy=\"1\" izz=\"1\"/>", {"mass"}),
      body("inertia_beyond_triangle", "", "<inertial mass=\"1\" ixx=\"1\" iyy=\"1\" izz=\"3\"/>",
           {"<inertial>", "no body can have"}),
      body("inertia_indefinite", "",
           "<inertial mass=\"1\" ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"2\"/>", {"no body can have"}),
      body("inertia_of_a_hair", "", "<inertial mass=\"1\" ixx=\"1\" iyy=\"1\" izz=\"1e-13\"/>",
           {"no body can have", "1e12 times the least"}),
      body("hair", "", "<box size=\"1e8 0.5 0.5\"/>", {"body 'b'", "1e12 times the least"}),
      body("place_beyond_range", "xyz=\"0 1e76 0\"", "<sphere radius=\"1\"/>",
           {"<body>, xyz=\"0 1e76 0\": expected 3 finite numbers, each from -1e75 to 1e75, got "
            "\"1e76\""}),
      body("speed_beyond_range", "linear_velocity=\"1e76 0 0\"", "<sphere radius=\"1\"/>",
           {"<body>, linear_velocity", "each from -1e75 to 1e75"}),
      body("spin_beyond_range", "angular_velocity=\"0 0 -1e76\"", "<sphere radius=\"1\"/>",
           {"<body>, angular_velocity", "each from -1e75 to 1e75"}),
      body("delete_in_a_name", "material=\"a\x7f\"", "<sphere radius=\"1\"/>", {"material=\"a \""}),
      body("place_of_a_shape_beyond_range", "", "<sphere radius=\"1\" xyz=\"1e76 0 0\"/>",
           {"<sphere>, xyz", "from -1e75 to 1e75"}),
      body("centre_of_mass_beyond_range", "",
           "<inertial mass=\"1\" xyz=\"1e76 0 0\" ixx=\"1\" iyy=\"1\" izz=\"1\"/>",
           {"<inertial>, xyz", "from -1e75 to 1e75"}),
      body("mass_beyond_numbers", "", "<sphere radius=\"1e60\" density=\"1e300\"/>", {"body 'b'"}),
      body("length_beyond_range", "static=\"true\"", "<sphere radius=\"1e200\"/>",
           {"<sphere>", "expected a sphere radius from 1e-70 to 1e+70 m, got 1e+200"}),
      body("trigger_beyond_range", "",
           "<sphere radius=\"1\"/><cone radius=\"1\" length=\"1e-71\" trigger=\"true\"/>",
           {"<cone>", "expected a cone length from 1e-70 to 1e+70 m, got 1e-71"}),
      body("rounding_beyond_range", "static=\"true\"", "<box size=\"1 1 1\" rounding=\"1e71\"/>",
           {"<box>", "expected a rounding from 1e-70 to 1e+70 m, got 1e+71"}),
      body("nested_body", "", "<sphere radius=\"1\"/><body name=\"c\"/>", {"<body> in <body>"}),
      element("no_count", "<replicate>" + kBall + "</replicate>", 2, {"\"count\" is missing"}),
      element("replicate_empty",
              "<replicate count=\"1000000\">\n<replicate count=\"1000000\"/></replicate>", 3,
              {"it is empty", "<body>"}),
      element("count_zero", "<replicate count=\"0\">" + kBall + "</replicate>", 2, {"from 1 to"}),
      element("count_huge", "<replicate count=\"99999999999999999999\">" + kBall + "</replicate>",
              2, {"from 1 to 1000000"}),
      element("too_many_bodies",
              "<replicate count=\"1000\">\n<replicate count=\"1001\">" + kBall +
                  "</replicate></replicate>",
              2, {"1001000 bodies", "at most 1000000"}),
      element("overflowing_number_of_bodies",
              "<replicate count=\"1000000\"><replicate count=\"1000000\"><replicate "
              "count=\"1000000\"><replicate count=\"1000000\">" +
                  kBall + "</replicate></replicate></replicate></replicate>",
              2, {"at most 1000000"}),
      element("force_in_replicate", "<replicate count=\"2\"><force body=\"b\"/></replicate>", 2,
              {"<force>", "belongs in <scene>"}),
      element("names_that_meet",
              "<body name=\"ball-1\"><sphere radius=\"1\"/></body>\n<replicate count=\"2\">\n" +
                  kBall + "</replicate>",
              4, {"second body", "\"ball-1\"", "line 2"}),
      element("placed_beyond_numbers",
              "<replicate count=\"1000\" xyz=\"1e75 0 0\">\n" + kBall + "</replicate>", 3,
              {"beyond 1e+75 m"}),
      element("moving_beyond_numbers",
              "<replicate count=\"2\" rpy=\"0.3 0.4 0.5\">\n<body name=\"b\" "
              "linear_velocity=\"1e75 1e75 1e75\"><sphere radius=\"1\"/></body>"
              "</replicate>",
              3, {"\"b-1\"", "moves, beyond 1e+75 m"}),
      element("urdf", "<urdf file=\"r.urdf\"/>", 2, {"<urdf>", "no such file"}),
  };
}

std::vector<Malformed> bad_shapes() {
  const std::string tetrahedron = "points=\"0 0 0  1 0 0  0 1 0  0 0 1\"";
  const auto fixed = [](std::string kind, const std::string& shape,
                        std::vector<std::string> fragments) {
    return body(std::move(kind), "static=\"true\"", shape, std::move(fragments));
  };
  return {
      body("cylinder_without_radius", "", "<cylinder length=\"1\"/>", {"\"radius\" is missing"}),
      body("cylinder_without_length", "", "<cylinder radius=\"1\"/>", {"\"length\" is missing"}),
      body("cylinder_flat", "", "<cylinder radius=\"1\" length=\"0\"/>", {"length=\"0\"", "> 0"}),
      body("cylinder_negative", "", "<cylinder radius=\"-1\" length=\"1\"/>", {"radius", "> 0"}),
      body("cylinder_infinite", "", "<cylinder radius=\"inf\" length=\"1\"/>", {"\"inf\""}),
      body("cylinder_sized", "", "<cylinder radius=\"1\" length=\"1\" height=\"1\"/>",
           {"unknown attribute \"height\"", "accepted are radius, length"}),
      body("cone_without_radius", "", "<cone length=\"1\"/>", {"<cone>", "\"radius\" is missing"}),
      body("rounding_below_zero", "", "<box size=\"1 2 3\" rounding=\"-0.1\"/>",
           {"<box>", "rounding=\"-0.1\"", ">= 0"}),
      body("rounding_of_words", "", "<cylinder radius=\"1\" length=\"2\" rounding=\"wide\"/>",
           {"<cylinder>", "\"wide\""}),
      body("rounding_of_a_cone", "", "<cone radius=\"1\" length=\"1\" rounding=\"0.1\"/>",
           {"<cone>", "rounding", "accepted"}),
      body("cone_without_length", "", "<cone radius=\"1\"/>", {"<cone>", "\"length\" is missing"}),
      body("cone_of_no_radius", "", "<cone radius=\"0\" length=\"1\"/>", {"radius=\"0\"", "> 0"}),
      body("cone_of_words", "", "<cone radius=\"wide\" length=\"1\"/>", {"\"wide\""}),
      body("misspelled_cylinder", "", "<sphere radius=\"1\"/><cilinder/>",
           {"did you mean \"cylinder\"?"}),
      body("trigger_typo", "", "<cone radius=\"1\" length=\"1\" trigger=\"1\"/>",
           {"trigger=\"1\"", "true or false"}),
      body("hull_of_nothing", "", "<hull/>", {"<hull>", "either points or file", "neither"}),
      body("hull_of_both", "", "<hull " + tetrahedron + " file=\"a.obj\"/>", {"got both"}),
      body("hull_empty_points", "", "<hull points=\"\"/>", {"at least 4 points", "got 0"}),
      body("hull_three_points", "", "<hull points=\"0 0 0 1 0 0 0 1 0\"/>",
           {"at least 4 points", "got 9"}),
      body("hull_point_and_a_half", "", "<hull points=\"0 0 0 1 0 0 0 1 0 0 0 1 5\"/>", {"got 13"}),
      body("hull_nan", "", "<hull points=\"0 0 0 1 0 0 0 1 0 0 0 nan\"/>", {"\"nan\""}),
      body("body_damping", "linear_damping=\"0.1\"", "<sphere radius=\"1\"/>",
           {"attribute \"linear_damping\" is not supported yet", "accepted are"}),
      body("hull_commas", "", "<hull points=\"0,0,0, 1,0,0, 0,1,0, 0,0,1\"/>",
           {"points", "separated by spaces, got \"0,0,0,\""}),
      body("hull_flat", "", "<hull points=\"0 0 0 1 0 0 0 1 0 1 1 0\"/>", {"<hull>", "points="}),
      body("hull_on_a_line", "", "<hull points=\"0 0 0 1 1 1 2 2 2 3 3 3\"/>", {"points="}),
      body("hull_of_one_point", "", "<hull points=\"1 2 3 1 2 3 1 2 3 1 2 3\"/>", {"points="}),
      body("hull_nearly_flat", "", "<hull points=\"0 0 0 1 0 0 0 1 0 1 1 1e-12\"/>", {"points="}),
      body("hull_empty_file", "", "<hull file=\"\"/>", {"the path of an OBJ or STL file"}),
      body("hull_missing_file", "", "<hull file=\"no-such-file.stl\"/>", {"no such file"}),
      body("hull_other_format", "", "<hull file=\"a.dae\"/>", {"ends in .obj or .stl"}),
      body("hull_scaled", "", "<hull " + tetrahedron + " scale=\"2\"/>",
           {"unknown attribute \"scale\""}),
      fixed("mesh_without_file", "<mesh/>", {"<mesh>", "\"file\" is missing"}),
      fixed("mesh_empty_file", "<mesh file=\"\"/>", {"the path of an OBJ or STL file"}),
      fixed("mesh_missing_file", "<mesh file=\"no-such-file.obj\"/>", {"<mesh>", "no such file"}),
      body("mesh_missing_file_of_moving", "", "<mesh file=\"no-such-file.obj\"/>",
           {"<mesh>", "no such file"}),
      fixed("mesh_other_format", "<mesh file=\"a.ply\"/>", {"ends in .obj or .stl"}),
      fixed("mesh_device", "<mesh file=\"/dev/zero.obj\"/>", {"<mesh>"}),
      fixed("mesh_scale_zero", "<mesh file=\"a.obj\" scale=\"0\"/>",
            {"scale=\"0\"", "other than 0"}),
      fixed("mesh_scale_partly_zero", "<mesh file=\"a.obj\" scale=\"1 0 1\"/>", {"other than 0"}),
      fixed("mesh_two_scales", "<mesh file=\"a.obj\" scale=\"1 1\"/>", {"1 or 3 numbers", "got 2"}),
      fixed("mesh_no_scale", "<mesh file=\"a.obj\" scale=\"\"/>", {"1 or 3 numbers", "got 0"}),
      fixed("mesh_scale_infinite", "<mesh file=\"a.obj\" scale=\"inf\"/>", {"\"inf\""}),
      fixed("heightfield_without_file", "<heightfield size=\"1 1 1\"/>",
            {"<heightfield>", "\"file\" is missing"}),
      fixed("heightfield_without_size", "<heightfield file=\"a.png\"/>", {"\"size\" is missing"}),
      fixed("heightfield_empty_file", "<heightfield file=\"\" size=\"1 1 1\"/>",
            {"the path of a PNG picture or a text grid"}),
      fixed("heightfield_missing_file", "<heightfield file=\"none.png\" size=\"1 1 1\"/>",
            {"no such file"}),
      fixed("heightfield_directory", "<heightfield file=\"/\" size=\"1 1 1\"/>",
            {"is a directory"}),
      fixed("heightfield_flat", "<heightfield file=\"a.png\" size=\"1 1 0\"/>",
            {"size", "each > 0"}),
      fixed("heightfield_two_lengths", "<heightfield file=\"a.png\" size=\"1 1\"/>",
            {"3 finite numbers", "got 2"}),
  };
}

std::vector<Malformed> bad_expects_and_forces() {
  const std::string on_ball = "body=\"ball\" quantity=\"speed\" ";
  return {
      expect("expects_nothing", "below=\"1\"", {"\"quantity\" is missing"}),
      expect("unknown_quantity", "body=\"ball\" quantity=\"sped\" below=\"1\"",
             {"did you mean \"speed\"?"}),
      expect("about_nobody", "quantity=\"speed\" below=\"1\"", {"\"body\" is missing"}),
      expect("about_unknown_body", "body=\"bal\" quantity=\"speed\" below=\"1\"",
             {"unknown body", "did you mean \"ball\"?"}),
      expect("body_of_scene_quantity", "body=\"ball\" quantity=\"energy\" below=\"1\"",
             {"whole scene"}),
      expect("misspelled_joint_quantity", "quantity=\"joint_positon\" below=\"1\"",
             {"did you mean \"joint_position\"?"}),
      expect("no_condition", on_ball, {"no condition", "equals"}),
      expect("two_conditions", on_ball + "above=\"1\" below=\"2\"", {"more than one condition"}),
      expect("equals_without_tolerance", on_ball + "equals=\"1\"", {"\"tolerance\" is missing"}),
      expect("tolerance_without_equals", on_ball + "below=\"1\" tolerance=\"1\"", {"equals only"}),
      expect("tolerance_negative", on_ball + "equals=\"1\" tolerance=\"-1\"", {">= 0"}),
      expect("at_and_from", on_ball + "below=\"1\" at=\"1\" from=\"1\"", {"both"}),
      expect("from_behind_to", on_ball + "below=\"1\" from=\"2\" to=\"1\"", {"not after to"}),
      expect("at_negative", on_ball + "below=\"1\" at=\"-1\"", {">= 0"}),
      expect("at_behind_end", on_ball + "below=\"1\" at=\"5.1\"", {"after the end", "up to 5"}),
      expect("to_behind_end", on_ball + "below=\"1\" to=\"6\"", {"after the end"}),
      element("at_behind_end_in_its_line",
              kBall + "\n<expect quantity=\"energy\"\n below=\"1\"\n at=\"9\"/>", 5,
              {"at=\"9\"", "after the end"}),
      expect("between_steps", on_ball + "below=\"1\" from=\"0.011\" to=\"0.012\"",
             {"no step ends"}),
      element("at_behind_later_option",
              kBall + "\n<expect quantity=\"energy\" below=\"1\" at=\"2\"/>\n<option "
                      "duration=\"1\"/>",
              3, {"after the end", "up to 1"}),
      force("force_on_nobody", "force=\"1 0 0\"", {"\"body\" is missing"}),
      force("force_on_unknown", "body=\"bell\" force=\"1 0 0\"", {"did you mean \"ball\"?"}),
      force("force_without_any", "body=\"ball\"", {"neither force nor torque"}),
      force("point_of_torque", "body=\"ball\" torque=\"1 0 0\" point=\"0 0 0\"", {"point"}),
      force("force_backwards", "body=\"ball\" force=\"1 0 0\" from=\"2\" to=\"1\"",
            {"a time after from"}),
      element("force_on_static", kGround + "\n<force body=\"ground\" force=\"1 0 0\"/>", 3,
              {"\"ground\"", "static"}),
      element("include_without_file", "<include/>", 2, {"\"file\" is missing"}),
      element("include_empty_file", "<include file=\"\"/>", 2, {"path of a scene file"}),
      element("include_missing_file", "<include\nfile=\"there-is-no-such-file.xml\"/>", 3,
              {"<include>", "no such file"}),
      element("include_directory", "<include file=\"/\"/>", 2, {"is a directory"}),
      element("include_device", "<include file=\"/dev/zero\"/>", 2, {"not a regular file"}),
  };
}

class MalformedScene : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedScene, IsOneErrorWithItsLine) {
  const Malformed& malformed = GetParam();
  const SceneReadResult result = read_scene_text(malformed.text, "test.xml");
  EXPECT_FALSE(result.scene);
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
  const std::string message = result.errors[0].to_string();
  EXPECT_EQ(result.errors[0].place.line, malformed.line) << message;
  EXPECT_EQ(message.rfind("test.xml:" + std::to_string(malformed.line) + ": ", 0), 0u) << message;
  expect_message(message, malformed.fragments);
}

INSTANTIATE_TEST_SUITE_P(NotXml, MalformedScene, testing::ValuesIn(not_xml()), kind_of<Malformed>);
INSTANTIATE_TEST_SUITE_P(NotAScene, MalformedScene, testing::ValuesIn(not_a_scene()),
                         kind_of<Malformed>);
INSTANTIATE_TEST_SUITE_P(Values, MalformedScene, testing::ValuesIn(bad_values()),
                         kind_of<Malformed>);
INSTANTIATE_TEST_SUITE_P(Bodies, MalformedScene, testing::ValuesIn(bad_bodies()),
                         kind_of<Malformed>);
INSTANTIATE_TEST_SUITE_P(Shapes, MalformedScene, testing::ValuesIn(bad_shapes()),
                         kind_of<Malformed>);
INSTANTIATE_TEST_SUITE_P(ForeignWords, MalformedScene, testing::ValuesIn(foreign_words()),
                         kind_of<Malformed>);
INSTANTIATE_TEST_SUITE_P(ExpectsAndForces, MalformedScene,
                         testing::ValuesIn(bad_expects_and_forces()), kind_of<Malformed>);

TEST(MalformedSceneFile, ReportsAllErrorsInOnePassInOrder) {
  const SceneReadResult result = read_scene_text(R"(<!DOCTYPE scene>
<scene version="2" nmae="x">
  <option timestep="0" duration="1"/>
  <expect body="crte" quantity="speed" below="1"/>
  stray
  <material name="wood" friction="-1"/>
  <body name="crate" material="wod" mass="x">
    <box size="1 1"/>
    <bax/>
  </body>
  <expect quantity="residual" at="2" below="1"/>
  <body name="ground" static="1"><plane/></body>
  <expect quantity="residul" at="2" equals="1"/>
</scene>
<scene/>
)",
                                                 "all.xml");
  std::vector<int> lines;
  for (const SceneError& error : result.errors) lines.push_back(error.place.line);
  EXPECT_EQ(lines, (std::vector<int>{1, 2, 2, 3, 4, 5, 6, 7, 7, 8, 9, 11, 12, 13, 13, 13, 15}))
      << errors_of(result);
}

TEST(MalformedSceneFile, ReportsTheErrorsOfWhatIsGivenTwice) {
  const SceneReadResult result = read_scene_text(R"(<scene version="1">
<option/>
<option timestep="0"/>
<body name="b">
  <inertial mass="1" ixx="1" iyy="1" izz="1"/>
  <inertial mass="x" ixx="1" iyy="1" izz="1"/>
</body>
<joint name="j" type="revolute" parent="world" child="b" xyz="0 0 0">
  <motor mode="velocity" target="1"/>
  <motor mode="velocity" target="x"/>
</joint>
</scene>)",
                                                 "twice.xml");
  std::vector<int> lines;
  for (const SceneError& error : result.errors) lines.push_back(error.place.line);
  EXPECT_EQ(lines, (std::vector<int>{3, 3, 6, 6, 10, 10})) << errors_of(result);
}

TEST(MalformedSceneFile, ReportsTheFirstFaultOfIllFormedXmlAndWhatStandsBefore) {
  const SceneReadResult result =
      read_scene_text("<scene version=\"1\">\nstray\n<a b=c/>\n<d e=f/>\n</scene>", "f.xml");
  ASSERT_EQ(result.errors.size(), 2u) << errors_of(result);
  EXPECT_EQ(result.errors[0].place.line, 2);
  EXPECT_EQ(result.errors[1].place.line, 3);
}

TEST(MalformedSceneFile, ListsAThousandErrorsAndCountsTheRest) {
  std::string elements;
  for (int i = 0; i < 3000; ++i) elements += "<wrong/>\n";
  const SceneReadResult result = read_scene_text(in_scene(elements), "f.xml");
  ASSERT_EQ(result.errors.size(), 1001u);
  EXPECT_NE(result.errors.back().what.find("3000 errors"), std::string::npos);
}

TEST(MalformedSceneFile, ThatCannotBeReadIsAnErrorWithItsName) {
  for (const std::string& path : {std::string("/no/such/scene.xml"), testing::TempDir(),
                                  std::string("/dev/zero"), std::string(5000, 'x')}) {
    const SceneReadResult result = read_scene_file(path);
    EXPECT_FALSE(result.scene);
    ASSERT_EQ(result.errors.size(), 1u) << path;
    EXPECT_EQ(result.errors[0].to_string().rfind(path + ":1: ", 0), 0u) << errors_of(result);
  }
}

}  // namespace
}  // namespace stiction
