// The tables of docs/scenes.md are what the parser accepts. The parser lists the accepted names in
// messages about unknown ones ("accepted are ..."); a default is found by reading a scene without
// the attribute.

#include <stiction/scene/run_description.h>

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "scene/guide_blocks.h"
#include "scene/scene_files.h"

namespace stiction {
namespace {

using Names = std::set<std::string>;

Names split_names(const std::string& list) {
  Names names;
  std::istringstream stream(list);
  for (std::string name; std::getline(stream, name, ',');) {
    name.erase(0, name.find_first_not_of(' '));
    names.insert(name);
  }
  return names;
}

/// The accepted names in errors that contain `what`, over all errors of the text.
Names names_told(const std::string& scene, const std::string& what,
                 const std::string& mark = "accepted are ") {
  Names names;
  for (const SceneError& error : read_scene_text(scene, "probe.xml").errors) {
    if (error.what.find(what) == std::string::npos) continue;
    const std::size_t place = error.what.rfind(mark);
    if (place == std::string::npos) continue;
    names.merge(split_names(error.what.substr(place + mark.size())));
  }
  return names;
}

/// A scene with an element and its contents, in the element's parent.
std::string scene_with(const std::string& parent, const std::string& element) {
  const std::map<std::string, std::pair<std::string, std::string>> around = {
      {"scene", {"", ""}},
      {"body", {"<body name=\"b\" static=\"true\">", "</body>"}},
      {"replicate", {"<replicate count=\"1\">", "</replicate>"}},
      {"joint", {"<joint name=\"j\" type=\"revolute\" parent=\"world\" child=\"b\">", "</joint>"}},
      {"urdf", {"<urdf file=\"none.urdf\">", "</urdf>"}}};
  const auto& [before, after] = around.at(parent);
  return "<scene version=\"1\">" + before + element + after + "</scene>";
}

/// Attributes that some elements require before they look at all others.
const std::map<std::string, std::vector<std::string>>& variants() {
  static const std::map<std::string, std::vector<std::string>> kVariants = {
      {"joint", {"type=\"revolute\"", "type=\"universal\""}},
      {"motor", {"mode=\"position\""}},
      {"hull", {"file=\"none.obj\"", "points=\"0 0 0\""}}};
  return kVariants;
}

struct Element {
  Names parents;
  Names attributes;
};

/// Asks the parser for all elements, beginning with the root.
std::map<std::string, Element> ask_parser() {
  std::map<std::string, Element> elements;
  elements["scene"].attributes =
      names_told("<scene version=\"1\" unknown-one=\"\"/>", "unknown attribute");
  for (const std::string parent : {"scene", "body", "replicate", "joint", "urdf"}) {
    for (const std::string& name :
         names_told(scene_with(parent, "<unknown-one/>"), "unknown element")) {
      elements[name].parents.insert(parent);
      const auto found = variants().find(name);
      for (const std::string& given :
           found == variants().end() ? std::vector<std::string>{""} : found->second) {
        elements[name].attributes.merge(names_told(
            scene_with(parent, "<" + name + " " + given + " unknown-one=\"\"/>"), "unknown-one"));
      }
    }
  }
  return elements;
}

std::vector<std::string> in_backticks(const std::string& text) {
  std::vector<std::string> names;
  const std::regex quoted("`([^`]+)`");
  for (std::sregex_iterator name(text.begin(), text.end(), quoted), end; name != end; ++name) {
    names.push_back((*name)[1]);
  }
  return names;
}

Names names_in(const std::string& cell) {
  const std::vector<std::string> names = in_backticks(cell);
  return {names.begin(), names.end()};
}

/// The cells of table rows that begin with names, in a section of the page.
std::vector<std::array<std::string, 3>> read_rows(const std::string& heading) {
  const std::string text = read_source("docs/scenes.md");
  const std::size_t begin = text.find("\n## " + heading + "\n");
  EXPECT_NE(begin, std::string::npos) << heading;
  std::istringstream lines(text.substr(begin, text.find("\n## ", begin + 1) - begin));
  std::vector<std::array<std::string, 3>> rows;
  const std::regex cells("\\| (`.*?) \\| (.*?) ?\\| (.*) \\|");
  std::smatch row;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, row, cells)) rows.push_back({row[1], row[2], row[3]});
  }
  return rows;
}

/// A part of the third column: attributes, a colon, and the value that holds without them.
struct AttributesCell {
  std::vector<std::string> names;
  std::string value;
};

std::vector<AttributesCell> read_attributes(const std::string& cell) {
  std::vector<AttributesCell> attributes;
  std::istringstream parts(cell);
  for (std::string part; std::getline(parts, part, ';');) {
    // Attributes that all shapes have follow this phrase.
    const std::string all = "those of all shapes: ";
    const std::size_t skipped = part.find(all);
    if (skipped != std::string::npos) part.erase(0, skipped + all.size());
    const std::size_t colon = part.find(':');
    attributes.push_back({in_backticks(part.substr(0, colon)),
                          colon == std::string::npos ? "" : part.substr(colon + 2)});
  }
  return attributes;
}

/// Reads the table: names in backticks in its first two columns, attributes in the third.
std::map<std::string, Element> read_table() {
  std::map<std::string, Element> elements;
  for (const auto& [names, parents, attributes] : read_rows("All elements")) {
    for (const std::string& name : names_in(names)) {
      elements[name].parents = names_in(parents);
      for (const AttributesCell& cell : read_attributes(attributes)) {
        elements[name].attributes.insert(cell.names.begin(), cell.names.end());
      }
    }
  }
  return elements;
}

/// Prints everything in a scene that a default affects.
std::string print_scene(const Scene& scene) {
  std::ostringstream text;
  text << describe_run_start(Simulation(scene)) << scene.effort << ' '
       << static_cast<int>(scene.integrator) << static_cast<int>(scene.on_unsolved) << ' '
       << scene.contact.directions << static_cast<int>(scene.contact.alignment);
  for (const Material& m : scene.materials) {
    text << '\n' << m.friction << ' ' << m.restitution << ' ' << m.viscosity;
  }
  for (const BodyDefinition& body : scene.bodies) {
    text << '\n' << body.linear_velocity.transpose() << ' ' << body.angular_velocity.transpose();
    if (body.kind == BodyKind::dynamic) text << resolve_mass_properties(body).inertia;
  }
  for (const Scene::Joint& joint : scene.joints) {
    const JointDefinition& j = joint.definition;
    text << '\n' << j.axis2.transpose() << ' ' << j.friction << ' ' << j.damping << j.collide;
    if (j.motor) text << ' ' << j.motor->kp << ' ' << j.motor->kd;
  }
  for (const ForceDefinition& f : scene.forces) {
    text << '\n' << f.force.transpose() << ' ' << f.torque.transpose() << ' ' << f.from;
  }
  return text.str();
}

/// A scene in which an element has further attributes in place of @.
std::string scene_around(const std::string& element, const std::string& attribute) {
  const std::string box = "<body name=\"b\"> <box size=\"1 1 1\"/> </body>";
  const std::string joint = box + "<joint name=\"j\" type=\"" +
                            (attribute == "axis2" ? "universal" : "revolute") +
                            "\" parent=\"world\" child=\"b\" xyz=\"0 0 0\" ";
  // A motor that keeps a position needs at least one of the two gains, a <force> one of two loads.
  const std::string other_gain = attribute == "kp" ? "kd" : "kp";
  const std::string other_load = attribute == "force" ? "torque" : "force";
  const std::map<std::string, std::string> scenes = {
      {"option", box + "<option @/>"},
      {"contact", box + "<contact @/>"},
      {"material", "<material name=\"m\" @/>"},
      {"body", "<body name=\"b\" @> <box size=\"1 1 1\"/> </body>"},
      {"inertial", R"(<body name="b"> <inertial mass="1" ixx="9" iyy="9" izz="9" @/> </body>)"},
      {"box", R"(<body name="b"> <sphere radius="1"/> <box size="1 1 1" @/> </body>)"},
      {"cylinder", R"(<body name="b"> <cylinder radius="1" length="1" @/> </body>)"},
      {"hull", R"(<body name="b"> <hull points="0 0 0  1 0 0  0 1 0  0 0 1" @/> </body>)"},
      {"plane", R"(<body name="b" static="true"> <plane @/> </body>)"},
      {"mesh", R"(<body name="b" static="true"> <mesh file="assets/corner.obj" @/> </body>)"},
      {"joint", joint + "@/>"},
      {"motor",
       joint + "> <motor mode=\"position\" target=\"0\" " + other_gain + "=\"1\" @/> </joint>"},
      {"force", box + "<force body=\"b\" " + other_load + "=\"1 0 0\" @/>"},
      {"urdf", R"(<urdf file="robots/quadruped.urdf" @/>)"}};
  const auto found = scenes.find(element);
  return found == scenes.end() ? "" : "<scene version=\"1\">" + found->second + "</scene>";
}

/// Prints the scene with the attribute, or without it if the value is empty. Empty if it is not
/// valid.
std::string print_with(std::string text, const std::string& attribute, const std::string& value) {
  text.replace(text.find('@'), 1, value.empty() ? "" : attribute + "=\"" + value + "\"");
  const SceneReadResult result = read_scene_text(text, source_path("scenes/default.xml").string());
  return result.scene ? print_scene(*result.scene) : "";
}

/// The value of a default in the table: a name, a boolean or numbers; empty for words.
std::string value_in(const std::string& text) {
  std::smatch found;
  if (text.starts_with('`')) return in_backticks(text).front();
  const std::regex literal("(true|false|-?[0-9.]+( -?[0-9.]+)*)\\b.*");
  return std::regex_match(text, found, literal) ? found[1].str() : "";
}

TEST(SceneReference, HasTheElementsAndAttributesThatTheParserAccepts) {
  const std::map<std::string, Element> accepted = ask_parser();
  const std::map<std::string, Element> shown = read_table();
  ASSERT_GE(accepted.size(), 22u);
  for (const auto& [name, element] : accepted) {
    ASSERT_TRUE(shown.contains(name)) << name;
    EXPECT_EQ(shown.at(name).parents, element.parents) << name;
    EXPECT_EQ(shown.at(name).attributes, element.attributes) << name;
  }
  for (const auto& [name, element] : shown) EXPECT_TRUE(accepted.contains(name)) << name;
}

TEST(SceneReference, HasTheDefaultsOfTheParser) {
  std::set<std::string> judged;
  for (const auto& [names, parents, attributes] : read_rows("All elements")) {
    for (const AttributesCell& cell : read_attributes(attributes)) {
      const std::string value = value_in(cell.value);
      for (const std::string& attribute : cell.names) {
        const std::string element = in_backticks(names).front();
        if (value.empty() || attribute == "version") continue;
        SCOPED_TRACE("<" + element + " " + attribute + "=\"" + value + "\">");
        const std::string scene = scene_around(element, attribute);
        ASSERT_FALSE(scene.empty()) << "a scene to try it in";
        const std::string without = print_with(scene, attribute, "");
        ASSERT_FALSE(without.empty());
        EXPECT_EQ(print_with(scene, attribute, value), without);
        // Another value gives another scene; otherwise the comparison would show nothing.
        Names others;
        for (const std::string other : {"0.25", "2", "10", "1 2 3", "true", "false", "first-order",
                                        "best", "viscous", "world"}) {
          others.insert(print_with(scene, attribute, other));
        }
        others.erase("");
        others.erase(without);
        EXPECT_FALSE(others.empty());
        judged.insert(element + " " + attribute);
      }
    }
  }
  EXPECT_GE(judged.size(), 30u);
}

TEST(SceneReference, HasTheQuantitiesOfTheParser) {
  const std::vector<std::array<std::string, 3>> subjects = {
      {"`body`", "body=\"b\"", "accepted with a body are "},
      {"`joint`", "joint=\"j\"", "accepted with a joint are "},
      {"the scene", "", "accepted with neither body nor joint are "}};
  for (const auto& [subject, attribute, mark] : subjects) {
    Names shown;
    for (const auto& [names, of, measured] : read_rows("Expectations")) {
      if (of == subject) shown.merge(names_in(names));
    }
    const std::string probe = "<expect " + attribute + " quantity=\"unknown-one\" below=\"1\"/>";
    EXPECT_EQ(shown, names_told(scene_with("scene", probe), "unknown-one", mark)) << subject;
    EXPECT_FALSE(shown.empty());
  }
}

class SceneReferenceFilesTest : public SceneFilesTest {};

TEST_F(SceneReferenceFilesTest, TheBlocksOfThePageAreRead) {
  const std::vector<std::string> blocks = Guide("docs/scenes.md").code_blocks("xml");
  ASSERT_EQ(blocks.size(), 2u);
  const std::string joint =
      "<scene version=\"1\"> <body name=\"door\"> <box size=\"1 1 1\"/> </body>" + blocks[0] +
      "</scene>";
  EXPECT_TRUE(read_scene_text(joint, "page.xml").scene);
  // The robot block is valid except that the robot is another one here.
  std::string robot = "<scene version=\"1\"> <material name=\"rubber\"/>" + blocks[1] + "</scene>";
  robot.replace(robot.find("robot.urdf"), 10, "page_robot.urdf");
  const std::string inertial =
      R"(<inertial> <mass value="1"/> <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/> </inertial>)";
  write_bytes("page_robot.urdf", "<robot name=\"r\"> <link name=\"thigh\">" + inertial +
                                     "</link> <link name=\"shin\">" + inertial + R"(</link>
    <joint name="knee" type="revolute"> <parent link="thigh"/> <child link="shin"/>
    <limit lower="-1" upper="1" effort="100" velocity="1"/> </joint> </robot>)");
  const SceneReadResult result = read_scene_text(robot, path("page.xml"));
  EXPECT_TRUE(result.scene) << result.errors.front().to_string();
}

}  // namespace
}  // namespace stiction
