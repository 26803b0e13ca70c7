// The table of all elements in docs/scenes.md is what the parser accepts. The parser tells it in
// its messages about unknown attributes and elements: "accepted are ...".

#include <stiction/scene/scene.h>

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "scene/guide_blocks.h"

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

/// What an error behind `what` says is accepted; over all errors of the text.
Names names_told(const std::string& scene, const std::string& what) {
  Names names;
  for (const SceneError& error : read_scene_text(scene, "probe.xml").errors) {
    if (error.what.find(what) == std::string::npos) continue;
    const std::string mark = "accepted are ";
    const std::size_t place = error.what.rfind(mark);
    if (place == std::string::npos) continue;
    names.merge(split_names(error.what.substr(place + mark.size())));
  }
  return names;
}

/// A scene with an element, and what is in it, in its parent.
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

/// What some elements ask of others before they look at all of theirs.
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

/// From the parser, beginning with the root.
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

/// From the table: in its first two columns names in backticks, in the third attributes, which are
/// those before a colon or another attribute, and no values.
std::map<std::string, Element> read_table() {
  std::map<std::string, Element> elements;
  const std::string text = read_source("docs/scenes.md");
  std::istringstream lines(text.substr(text.find("\n## All elements\n")));
  const auto names_in = [](const std::string& cell) {
    Names names;
    const std::regex quoted("`([^`]+)`");
    for (std::sregex_iterator name(cell.begin(), cell.end(), quoted), end; name != end; ++name) {
      names.insert((*name)[1]);
    }
    return names;
  };
  for (std::string line; std::getline(lines, line);) {
    std::smatch row;
    if (!std::regex_match(line, row, std::regex("\\| (`.*?) \\| (.*?) ?\\| (.*) \\|"))) continue;
    Names attributes;
    std::istringstream parts(row[3]);
    for (std::string part; std::getline(parts, part, ';');) {
      // What follows the colon are values, but for "those of all shapes: ...".
      const std::size_t colon = part.find(':');
      const std::string before = part.substr(0, colon);
      attributes.merge(names_in(before));
      if (before.find("those of all shapes") == std::string::npos) continue;
      attributes.merge(names_in(part.substr(colon)));
    }
    for (const std::string& name : names_in(row[1])) {
      elements[name].attributes = attributes;
      elements[name].parents = names_in(row[2]);
    }
  }
  return elements;
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

TEST(SceneReference, TheBlocksOfThePageAreRead) {
  const std::vector<std::string> blocks = Guide("docs/scenes.md").code_blocks("xml");
  ASSERT_EQ(blocks.size(), 2u);
  const std::string joint =
      "<scene version=\"1\"> <body name=\"door\"> <box size=\"1 1 1\"/> </body>" + blocks[0] +
      "</scene>";
  EXPECT_TRUE(read_scene_text(joint, "page.xml").scene);
  // Of the robot all is well but that it is another one here.
  std::string robot = "<scene version=\"1\"> <material name=\"rubber\"/>" + blocks[1] + "</scene>";
  robot.replace(robot.find("robot.urdf"), 10, "page_robot.urdf");
  const std::filesystem::path folder = ::testing::TempDir();
  const std::string inertial =
      R"(<inertial> <mass value="1"/> <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/> </inertial>)";
  std::ofstream(folder / "page_robot.urdf")
      << "<robot name=\"r\"> <link name=\"thigh\">" << inertial << "</link> <link name=\"shin\">"
      << inertial << R"(</link>
    <joint name="knee" type="revolute"> <parent link="thigh"/> <child link="shin"/>
    <limit lower="-1" upper="1" effort="100" velocity="1"/> </joint> </robot>)";
  const SceneReadResult result = read_scene_text(robot, (folder / "page.xml").string());
  EXPECT_TRUE(result.scene) << result.errors.front().to_string();
}

}  // namespace
}  // namespace stiction
