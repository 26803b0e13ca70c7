// Faulty robots: each fault is reported with its line, all faults of a file in one pass.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <ostream>
#include <string>
#include <vector>

#include "scene/malformed_text.h"
#include "scene/mutation.h"
#include "scene/scene_files.h"
#include "scene/urdf_text.h"

namespace stiction {
namespace {

/// A robot's file with one fault.
struct MalformedRobot {
  std::string kind;
  std::string text;
  int line;
  std::vector<std::string> fragments;  ///< of the message
};

void PrintTo(const MalformedRobot& malformed, std::ostream* out) { *out << malformed.kind; }

/// Elements beside a good link "a" of line 2; they begin in line 3.
MalformedRobot robot(std::string kind, const std::string& elements, int line,
                     std::vector<std::string> fragments) {
  return {std::move(kind), in_robot(heavy_link("a") + elements), line, std::move(fragments)};
}

/// In the link "b" of line 3, which a joint of line 2 attaches to "a" of line 4; parts are in line
/// 4.
MalformedRobot part(std::string kind, const std::string& parts,
                    std::vector<std::string> fragments) {
  return {std::move(kind),
          in_robot(urdf_joint("j", "continuous", "a", "b") + "<link name=\"b\">\n" + parts +
                   "</link>\n" + heavy_link("a")),
          4, std::move(fragments)};
}

MalformedRobot shape(std::string kind, const std::string& geometry,
                     std::vector<std::string> fragments) {
  return part(std::move(kind),
              "<collision><geometry>" + geometry + "</geometry></collision>" + inertial("1"),
              std::move(fragments));
}

/// The joint between the links of lines 2 and 3 is in line 4.
MalformedRobot hinge(std::string kind, const std::string& type, const std::string& parts,
                     std::vector<std::string> fragments) {
  return {std::move(kind),
          in_robot(heavy_link("a") + heavy_link("b") + urdf_joint("j", type, "a", "b", parts)), 4,
          std::move(fragments)};
}

/// The joint "k" of line 6 follows "j" of line 5.
MalformedRobot follower(std::string kind, const std::string& leader, const std::string& type,
                        const std::string& attributes, std::vector<std::string> fragments) {
  return {std::move(kind),
          in_robot(heavy_link("a") + heavy_link("b") + heavy_link("c") +
                   urdf_joint("j", leader, "a", "b") +
                   urdf_joint("k", type, "b", "c", "<mimic joint=\"j\" " + attributes + "/>")),
          6, std::move(fragments)};
}

std::string inertia_of(const std::string& mass, const std::string& inertia) {
  return "<inertial><mass " + mass + "/><inertia " + inertia + "/></inertial>";
}

std::vector<MalformedRobot> malformed_robots() {
  const std::string value = "value=\"1\"";
  const std::string unit = R"(ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1")";
  return {
      // The file.
      {"not_well_formed", "<robot>\n<link name=\"a\">\n</robot>", 3, {"</link>", "line 2"}},
      {"empty_file", "", 1, {"no root element", "<robot"}},
      {"document_type", "<!DOCTYPE robot>\n" + in_robot(heavy_link("a")), 1, {"DOCTYPE"}},
      {"second_root",
       "<robot>" + heavy_link("a") + "</robot>\n<robot/>",
       3,
       {"second root", "one, <robot>"}},
      {"wrong_root", "<sdf>\n</sdf>", 1, {"<sdf>", "expected the root element <robot>"}},
      {"no_link", "<robot name=\"r\">\n</robot>", 1, {"<robot>", "<link>"}},
      {"xacro",
       "<robot>\n" + heavy_link("a") + "<xacro:leg/>\n</robot>",
       3,
       {"xacro:leg", "xacro"}},
      // Links.
      robot("link_without_name", "<link/>", 3, {"<link>", "\"name\" is missing"}),
      robot("link_with_empty_name", "<link name=\"\"/>", 3, {"<link>", "empty"}),
      robot("second_link", heavy_link("a"), 3, {"<link>", "\"a\"", "line 2"}),
      robot("misspelled_link", "<lnk name=\"b\"/>", 3, {"<lnk>", "did you mean \"link\"?"}),
      part("misspelled_collision", "<colision/>" + inertial("1"),
           {"<colision>", "did you mean \"collision\"?"}),
      part("mass_in_a_link", "<mass value=\"1\"/>" + inertial("1"), {"<mass>", "in <inertial>"}),
      part("origin_of_a_link", "<origin xyz=\"0 0 1\"/>" + inertial("1"), {"<origin> in <link>"}),
      part("two_inertials", inertial("1") + inertial("1"), {"<inertial>", "given twice"}),
      part("inertial_without_mass", "<inertial><inertia " + unit + "/></inertial>",
           {"<inertial>", "<mass>", "missing"}),
      part("inertial_without_inertia", "<inertial><mass value=\"1\"/></inertial>",
           {"<inertial>", "<inertia>", "missing"}),
      part("mass_without_value", inertia_of("", unit), {"<mass>", "\"value\" is missing"}),
      part("negative_mass", inertia_of("value=\"-1\"", unit), {"<mass>", "value=\"-1\"", ">= 0"}),
      part("mass_not_a_number", inertia_of("value=\"nan\"", unit), {"<mass>", "value=\"nan\""}),
      part("inertia_without_moment",
           inertia_of(value, R"(ixx="1" ixy="0" ixz="0" iyy="1" iyz="0")"),
           {"<inertia>", "\"izz\" is missing"}),
      part("negative_moment",
           inertia_of(value, R"(ixx="-1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1")"),
           {"<inertia>", "ixx=\"-1\""}),
      part("impossible_inertia",
           inertia_of(value, R"(ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3")"),
           {"<inertia>", "no body can have"}),
      part("inertia_of_no_mass", inertia_of("value=\"0\"", unit),
           {"<inertia>", "no body can have"}),
      {"inertia_of_no_mass_in_a_part_of_another",
       in_robot(heavy_link("a") + link("b", inertia_of("value=\"0\"", unit)) +
                urdf_joint("j", "fixed", "a", "b")),
       3,
       {"<inertia>", "no body can have"}},
      {"link_without_mass",
       in_robot(heavy_link("a") + "<link name=\"b\"/>\n" + urdf_joint("j", "continuous", "a", "b")),
       3,
       {"<link>", "\"b\"", "no mass", "<inertial>"}},
      {"root_without_mass",
       in_robot("<link name=\"a\"/>\n" + heavy_link("b") + urdf_joint("j", "continuous", "a", "b")),
       2,
       {"<link>", "\"a\"", "fixed_base"}},
      {"mass_in_a_point",
       in_robot(link("a", inertia_of(value, R"(ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0")"))),
       2,
       {"<link>", "\"a\"", "a positive definite inertia"}},
      {"centre_of_mass_beyond_range",
       in_robot(link("a", inertial("1", "<origin xyz=\"1e80 0 0\"/>"))),
       2,
       {"<origin>, xyz=\"1e80 0 0\"", "from -1e75 to 1e75"}},
      {"merged_beyond_range",
       in_robot(heavy_link("a") + heavy_link("b") +
                urdf_joint("j", "fixed", "a", "b", "<origin xyz=\"1e75 0 0\"/>")),
       2,
       {"<link>", "\"a\"", "a positive definite inertia"}},
      {"shape_beyond_range",
       in_robot(link("a",
                     "<collision><origin xyz=\"0 1e76 0\"/><geometry><sphere "
                     "radius=\"1\"/></geometry></collision>" +
                         inertial("1"))),
       2,
       {"<origin>, xyz=\"0 1e76 0\"", "from -1e75 to 1e75"}},
      // Shapes.
      part("collision_without_geometry", "<collision/>" + inertial("1"),
           {"<collision>", "<geometry>", "missing"}),
      shape("empty_geometry", "", {"<geometry>", "cylinder"}),
      shape("two_shapes", "<box size=\"1 1 1\"/><sphere radius=\"1\"/>",
            {"<sphere>", "second shape"}),
      shape("unknown_shape", "<spere radius=\"1\"/>", {"<spere>", "did you mean \"sphere\"?"}),
      shape("box_with_two_sizes", "<box size=\"1 1\"/>", {"<box>", "3 finite numbers"}),
      shape("sphere_of_no_size", "<sphere radius=\"0\"/>", {"<sphere>", "> 0"}),
      shape("cylinder_without_length", "<cylinder radius=\"1\"/>", {"\"length\" is missing"}),
      shape("mesh_without_file", "<mesh/>", {"<mesh>", "\"filename\" is missing"}),
      shape("mesh_that_is_not_there", "<mesh filename=\"cube.stl\"/>",
            {"filename=\"cube.stl\"", "no such file"}),
      shape("mesh_of_unknown_kind", "<mesh filename=\"cube.dae\"/>", {"cube.dae", ".obj or .stl"}),
      shape("mesh_of_unknown_scheme", "<mesh filename=\"model://a/b.stl\"/>", {"package://"}),
      shape("mesh_of_unknown_package", "<mesh filename=\"package://nowhere_at_all/b.stl\"/>",
            {"no package \"nowhere_at_all\""}),
      shape("mesh_of_a_package_alone", "<mesh filename=\"package://a\"/>", {"package://NAME/PATH"}),
      shape("mesh_with_zero_scale", "<mesh filename=\"a.stl\" scale=\"1 0 1\"/>", {"scale"}),
      part("origin_with_a_word",
           "<collision><origin xyz=\"0 0 x\"/><geometry><sphere radius=\"1\"/></geometry>"
           "</collision>" +
               inertial("1"),
           {"<origin>", "xyz=\"0 0 x\""}),
      part("origin_with_a_quaternion",
           "<collision><origin quat_xyzw=\"0 0 0 1\"/><geometry><sphere radius=\"1\"/></geometry>"
           "</collision>" +
               inertial("1"),
           {"<origin>", "\"quat_xyzw\""}),
      // Joints.
      hinge("joint_without_limit", "revolute", "", {"<joint>", "<limit>", "missing"}),
      hinge("limit_without_effort", "prismatic", "<limit lower=\"0\" upper=\"1\" velocity=\"1\"/>",
            {"<limit>", "\"effort\" is missing"}),
      hinge("negative_effort", "revolute", "<limit effort=\"-1\" velocity=\"1\"/>",
            {"<limit>", "effort=\"-1\"", ">= 0"}),
      hinge("negative_velocity", "revolute", "<limit effort=\"1\" velocity=\"-1\"/>",
            {"<limit>", "velocity=\"-1\"", ">= 0"}),
      hinge("lower_above_upper", "revolute",
            "<limit lower=\"1\" upper=\"-1\" effort=\"1\" velocity=\"1\"/>",
            {"<limit>", "lower=\"1\"", "not above upper"}),
      hinge("misspelled_limit", "revolute", "<limits/>" + kUrdfLimit,
            {"<limits>", "did you mean \"limit\"?"}),
      hinge("misspelled_attribute", "continuous", "<dynamics dampng=\"1\"/>",
            {"<dynamics>", "\"dampng\"", "did you mean \"damping\"?"}),
      hinge("negative_damping", "continuous", "<dynamics damping=\"-1\"/>", {"<dynamics>", ">= 0"}),
      hinge("zero_axis", "continuous", "<axis xyz=\"0 0 0\"/>", {"<axis>", "not zero"}),
      hinge("axis_without_numbers", "continuous", "<axis/>", {"<axis>", "\"xyz\" is missing"}),
      hinge("two_axes", "continuous", "<axis xyz=\"1 0 0\"/><axis xyz=\"1 0 0\"/>",
            {"<axis>", "given twice"}),
      hinge("unknown_type", "revolut", "", {"type=\"revolut\"", "did you mean \"revolute\"?"}),
      hinge("mimic_of_nothing", "continuous", "<mimic/>", {"<mimic>", "\"joint\" is missing"}),
      hinge("mimic_of_unknown", "continuous", "<mimic joint=\"k\"/>",
            {"<mimic>", "joint=\"k\"", "unknown joint", "did you mean \"j\"?"}),
      hinge("mimic_of_itself", "continuous", "<mimic joint=\"j\"/>",
            {"<mimic>", "joint=\"j\"", "itself", "another joint"}),
      follower("misspelled_multiplier", "continuous", "continuous", "multiplyer=\"2\"",
               {"<mimic>", "did you mean \"multiplier\"?"}),
      follower("mimic_by_zero", "continuous", "continuous", "multiplier=\"0\"",
               {"<mimic>", "multiplier=\"0\"", "not zero"}),
      follower("mimic_by_no_number", "continuous", "continuous", "multiplier=\"inf\"",
               {"<mimic>", "multiplier=\"inf\""}),
      follower("mimic_with_an_offset_of_no_number", "continuous", "continuous", "offset=\"nan\"",
               {"<mimic>", "offset=\"nan\""}),
      follower("fixed_leader", "fixed", "continuous", "",
               {"<mimic>", "joint=\"j\"", "no position"}),
      follower("floating_leader", "floating", "continuous", "",
               {"<mimic>", "joint=\"j\"", "accepted on revolute, continuous and prismatic"}),
      follower("planar_leader", "planar", "continuous", "", {"<mimic>", "no position"}),
      follower("fixed_follower", "continuous", "fixed", "", {"<mimic>", "does not apply"}),
      follower("floating_follower", "continuous", "floating", "", {"<mimic>", "does not apply"}),
      follower("planar_follower", "continuous", "planar", "", {"<mimic>", "does not apply"}),
      follower("two_mimics", "continuous", "continuous", "/><mimic joint=\"j\"",
               {"<mimic>", "given twice"}),
      {"mimic_beyond_numbers",
       in_robot(
           heavy_link("a") + heavy_link("b") + heavy_link("c") + heavy_link("d") +
           urdf_joint("j", "continuous", "a", "b") +
           urdf_joint("k", "continuous", "a", "c", "<mimic joint=\"j\" offset=\"1e300\"/>") +
           urdf_joint("l", "continuous", "a", "d", "<mimic joint=\"k\" multiplier=\"1e300\"/>")),
       8,
       {"<joint>", "\"l\"", "beyond the range"}},
      {"mimics_in_a_circle",
       in_robot(heavy_link("a") + heavy_link("b") + heavy_link("c") +
                urdf_joint("j", "continuous", "a", "b", "<mimic joint=\"k\"/>") +
                urdf_joint("k", "continuous", "b", "c", "<mimic joint=\"j\"/>")),
       5,
       {"<mimic>", "circle", "\"j\" follows \"k\" follows \"j\""}},
      {"joint_without_type",
       in_robot(heavy_link("a") + heavy_link("b") +
                "<joint name=\"j\"><parent link=\"a\"/><child link=\"b\"/></joint>"),
       4,
       {"<joint>", "\"type\" is missing"}},
      {"joint_without_parent",
       in_robot(heavy_link("a") + "<joint name=\"j\" type=\"fixed\"><child link=\"a\"/></joint>"),
       3,
       {"<joint>", "<parent>", "missing"}},
      robot("joint_without_link",
            "<joint name=\"j\" type=\"fixed\"><parent/><child link=\"a\"/></joint>", 3,
            {"<parent>", "\"link\" is missing"}),
      robot("second_joint",
            heavy_link("b") + heavy_link("c") + urdf_joint("j", "fixed", "a", "b") +
                urdf_joint("j", "fixed", "a", "c"),
            6, {"<joint>", "\"j\"", "line 5"}),
      // The tree.
      robot("unknown_parent", heavy_link("b") + urdf_joint("j", "fixed", "aa", "b"), 4,
            {"<parent>", "link=\"aa\"", "unknown link", "did you mean \"a\"?"}),
      robot("unknown_child", heavy_link("bob") + urdf_joint("j", "fixed", "a", "bop"), 4,
            {"<child>", "unknown link", "did you mean \"bob\"?"}),
      robot("joint_with_itself", urdf_joint("j", "fixed", "a", "a"), 3, {"<child>", "itself"}),
      robot("two_parents",
            heavy_link("b") + heavy_link("c") + urdf_joint("ab", "fixed", "a", "b") +
                urdf_joint("ac", "fixed", "a", "c") + urdf_joint("cb", "fixed", "c", "b"),
            7, {"<child>", "link=\"b\"", "second parent", "\"ab\"", "line 5"}),
      robot("two_roots", heavy_link("b"), 3, {"<link>", "\"b\"", "without parent", "line 2"}),
      robot("circle_beside_the_root",
            heavy_link("b") + heavy_link("c") + urdf_joint("bc", "fixed", "b", "c") +
                urdf_joint("cb", "fixed", "c", "b"),
            5, {"<joint>", "circle", "\"b\"", "\"c\""}),
      {"no_root",
       in_robot(heavy_link("a") + heavy_link("b") + urdf_joint("ab", "fixed", "a", "b") +
                urdf_joint("ba", "fixed", "b", "a")),
       4,
       {"<joint>", "circle"}},
  };
}

class MalformedUrdf : public SceneFilesTest, public testing::WithParamInterface<MalformedRobot> {};

TEST_P(MalformedUrdf, IsOneErrorWithItsLine) {
  const MalformedRobot& malformed = GetParam();
  const std::string file = write_bytes("r.urdf", malformed.text);
  write("s.xml", "<urdf file=\"r.urdf\"/>");
  const SceneReadResult result = read("s.xml");
  EXPECT_FALSE(result.scene);
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
  const std::string message = result.errors[0].to_string();
  EXPECT_EQ(message.rfind(file + ":" + std::to_string(malformed.line) + ": ", 0), 0u) << message;
  expect_message(message, malformed.fragments);
}

INSTANTIATE_TEST_SUITE_P(Robots, MalformedUrdf, testing::ValuesIn(malformed_robots()),
                         kind_of<MalformedRobot>);

class UrdfErrors : public SceneFilesTest {
 protected:
  /// Lines of the errors in that file.
  static std::vector<int> lines_of(const SceneReadResult& result, const std::string& file) {
    std::vector<int> lines;
    for (const SceneError& error : result.errors) {
      if (error.place.file == file) lines.push_back(error.place.line);
    }
    return lines;
  }
};

TEST_F(UrdfErrors, AreAllFoundInOnePass) {
  const std::string file = write_bytes(
      "r.urdf", in_robot("<link name=\"a\"><inertial><mass value=\"-1\"/></inertial></link>\n"
                         "<link name=\"a\"><collision/></link>\n"
                         "<joint name=\"j\" type=\"hinge\"><parent link=\"a\"/>\n"
                         "<child link=\"zz\"/><axis xyz=\"0 0\"/></joint>"));
  write("s.xml", "<urdf file=\"r.urdf\" fixed_bse=\"true\"/>\n<body name=\"b\"/>");
  const SceneReadResult result = read("s.xml");
  std::vector<std::string> places;
  for (const SceneError& error : result.errors) {
    places.push_back(error.place.file == file ? std::to_string(error.place.line) : "scene");
  }
  EXPECT_EQ(places, (std::vector<std::string>{"scene", "scene", "2", "2", "3", "3", "4", "5", "5"}))
      << errors_of(result);
}

TEST_F(UrdfErrors, AreFoundInALinkWithoutName) {
  const std::string file = write_bytes(
      "r.urdf",
      in_robot(heavy_link("a") +
               "<link>\n"
               "<inertial><mass value=\"5m\"/>\n"
               "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial>\n"
               "<collision><geometry><sphere radius=\"-1\"/></geometry></collision></link>"));
  write("s.xml", "<urdf file=\"r.urdf\"/>");
  EXPECT_EQ(lines_of(read("s.xml"), file), (std::vector<int>{3, 4, 6}));
}

TEST_F(UrdfErrors, AreFoundInAJointOfNoKnownType) {
  for (const std::string type : {" type=\"revolut\"", ""}) {
    const std::string file = write_bytes(
        "r.urdf", in_robot(heavy_link("a") + heavy_link("b") + "<joint name=\"j\"" + type +
                           ">\n"
                           "<parent link=\"a\"/><child link=\"b\"/><axis xyz=\"1 x\"/>\n"
                           "<dynamics damping=\"-1\"/>\n"
                           "<limit lower=\"a\" upper=\"b\" effort=\"c\" velocity=\"d\"/></joint>"));
    write("s.xml", "<urdf file=\"r.urdf\"/>");
    EXPECT_EQ(lines_of(read("s.xml"), file), (std::vector<int>{4, 5, 6, 7, 7, 7, 7})) << type;
  }
}

/// A joint whose type is misspelled gets no errors about elements that some type accepts: once the
/// type is corrected the file is valid.
TEST_F(UrdfErrors, OfAnUnknownTypeAreNoOthersThanItself) {
  const std::string axis = "<axis xyz=\"0 0 0\"/>", mimic = "<mimic joint=\"j\"/>";
  for (const std::string& parts : {axis, kUrdfLimit, std::string("<dynamics damping=\"1\"/>")}) {
    const std::string file =
        write_bytes("r.urdf", in_robot(heavy_link("a") + heavy_link("b") + heavy_link("c") +
                                       urdf_joint("j", "hinge", "a", "b", parts) +
                                       urdf_joint("k", "continuous", "b", "c", mimic)));
    write("s.xml", "<urdf file=\"r.urdf\"><position joint=\"j\" value=\"1\"/></urdf>");
    const SceneReadResult result = read("s.xml");
    EXPECT_EQ(result.errors.size(), 1u) << errors_of(result);
    EXPECT_EQ(lines_of(result, file), std::vector<int>{5});
  }
}

/// Reading a robot's file ends whatever bytes it holds, and gives either a scene that makes a world
/// or errors with their place.
TEST_F(UrdfErrors, OfAnyBytesHaveTheirPlace) {
  const std::string text =
      "<?xml version=\"1.0\"?>\n" +
      in_robot("<material name=\"m\"/><gazebo>a &lt; b</gazebo>\n" + heavy_link("a") +
               link("b", inertial("2", "<origin xyz=\"0 0 1\" rpy=\"0 1 0\"/>") +
                             "<collision><geometry><box size=\"1 2 3\"/></geometry></collision>"
                             "<collision><geometry><cylinder radius=\"1\" length=\"2\"/>"
                             "</geometry></collision>") +
               heavy_link("c") + link("tool", "") +
               urdf_joint("ab", "revolute", "a", "b", "<axis xyz=\"0 1 0\"/>" + kUrdfLimit) +
               urdf_joint("bc", "continuous", "b", "c",
                          "<mimic joint=\"ab\" offset=\"0.1\"/><dynamics damping=\"1\"/>") +
               urdf_joint("ct", "fixed", "c", "tool", "<origin xyz=\"0 0 1\"/>"));
  const std::vector<std::string> words = {
      "<mimic", "joint=",  "\"ab\"",    "\"bc\"",  "<",       "/>",        "<link", "<joint/>",
      "\"a\"",  "\"b\"",   "-1",        "1e999",   "nan",     "1e308",     "fixed", "parent",
      "child",  "<mass/>", "<origin/>", "</link>", "<robot>", "<!DOCTYPE", "&",     "<visual/>"};
  write("s.xml", "<urdf file=\"r.urdf\"/>");
  Dice dice(1);
  int num_scenes = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string changed = mutated(text, words, dice);
    if (dice.below(2) == 0) changed = mutated(changed, words, dice);
    write_bytes("r.urdf", changed);
    const SceneReadResult result = read("s.xml");
    ASSERT_NE(result.scene.has_value(), !result.errors.empty()) << changed;
    for (const SceneError& error : result.errors) {
      ASSERT_GE(error.place.line, 1) << error.to_string() << "\n" << changed;
      ASSERT_EQ(error.to_string().find('\n'), std::string::npos) << error.to_string();
    }
    if (!result.scene) continue;
    ++num_scenes;
    ASSERT_NO_THROW(make_world(*result.scene)) << changed;
  }
  EXPECT_GT(num_scenes, 20);
}

/// The element in a scene, in line 2, beside a good robot.
struct MalformedUrdfElement {
  std::string kind;
  std::string element;
  std::vector<std::string> fragments;
};

void PrintTo(const MalformedUrdfElement& malformed, std::ostream* out) { *out << malformed.kind; }

std::vector<MalformedUrdfElement> malformed_urdf_elements() {
  const auto motor = [](const std::string& attributes) {
    return "<urdf file=\"r.urdf\"><motor " + attributes + "/></urdf>";
  };
  const auto position = [](const std::string& attributes) {
    return "<urdf file=\"r.urdf\"><position " + attributes + "/></urdf>";
  };
  return {
      {"no_file", "<urdf/>", {"<urdf>", "\"file\" is missing"}},
      {"empty_file", "<urdf file=\"\"/>", {"<urdf>", "a URDF file"}},
      {"missing_file", "<urdf file=\"q.urdf\"/>", {"<urdf>, file=\"q.urdf\"", "no such file"}},
      {"misspelled_attribute", "<urdf file=\"r.urdf\" prefx=\"a\"/>", {"did you mean \"prefix\"?"}},
      {"fixed_base", "<urdf file=\"r.urdf\" fixed_base=\"yes\"/>", {"fixed_base", "true or false"}},
      {"merge_fixed",
       "<urdf file=\"r.urdf\" merge_fixed=\"1\"/>",
       {"merge_fixed", "true or false"}},
      {"unknown_material", "<urdf file=\"r.urdf\" material=\"m\"/>", {"unknown material"}},
      {"child",
       "<urdf file=\"r.urdf\"><body name=\"b\"/></urdf>",
       {"<body>", "accepted are motor, position"}},
      {"motor_without_joint", motor("mode=\"effort\" target=\"1\""), {"\"joint\" is missing"}},
      {"motor_of_unknown_joint",
       motor("joint=\"hingee\" mode=\"effort\" target=\"1\""),
       {"<motor>", "unknown joint", "did you mean \"hinge\"?"}},
      {"motor_of_a_fixed_joint",
       motor("joint=\"weld\" mode=\"effort\" target=\"1\""),
       {"<motor>", "unknown joint"}},
      {"motor_of_a_planar_joint",
       motor("joint=\"slide\" mode=\"effort\" target=\"1\""),
       {"<motor>", "does not apply", "prismatic"}},
      {"position_without_joint",
       "<urdf file=\"r.urdf\"><position value=\"1\"/></urdf>",
       {"<position>", "\"joint\" is missing"}},
      {"position_without_value", position("joint=\"hinge\""), {"\"value\" is missing"}},
      {"position_of_unknown_joint",
       position("joint=\"hingee\" value=\"1\""),
       {"<position>", "unknown joint", "did you mean \"hinge\"?"}},
      {"position_of_a_fixed_joint",
       position("joint=\"weld\" value=\"1\""),
       {"<position>", "no position", "accepted on revolute"}},
      {"position_of_a_follower",
       position("joint=\"follower\" value=\"1\""),
       {"<position>", "it follows \"hinge\"", "<mimic>"}},
      {"position_beyond_a_limit",
       position("joint=\"bounded\" value=\"2.5\""),
       {"<position>", "limits", "-1 to 2"}},
      {"two_positions",
       "<urdf file=\"r.urdf\"><position joint=\"hinge\" value=\"1\"/>"
       "<position joint=\"hinge\" value=\"1\"/></urdf>",
       {"<position>", "given twice"}},
      {"position_in_a_joint",
       "<joint name=\"j\" type=\"revolute\" parent=\"world\" child=\"world\" xyz=\"0 0 0\">"
       "<position/></joint>",
       {"<position>", "belongs in <urdf>"}},
      {"motor_without_target", motor("joint=\"hinge\" mode=\"effort\""), {"\"target\" is missing"}},
      {"two_motors",
       "<urdf file=\"r.urdf\"><motor joint=\"hinge\" mode=\"effort\" target=\"1\"/>"
       "<motor joint=\"hinge\" mode=\"effort\" target=\"1\"/></urdf>",
       {"<motor>", "given twice"}},
      {"placed_beyond_numbers",
       "<urdf file=\"r.urdf\" xyz=\"1e75 0 0\"/>",
       {"<urdf>", "beyond 1e+75 m"}},
  };
}

class MalformedUrdfInScene : public SceneFilesTest,
                             public testing::WithParamInterface<MalformedUrdfElement> {};

TEST_P(MalformedUrdfInScene, IsAnErrorInItsLine) {
  write_bytes(
      "r.urdf",
      in_robot(heavy_link("a") + heavy_link("b") + heavy_link("c") + heavy_link("d") +
               heavy_link("e") + heavy_link("f") + urdf_joint("hinge", "continuous", "a", "b") +
               urdf_joint("weld", "fixed", "a", "c") +
               urdf_joint("follower", "continuous", "a", "e", "<mimic joint=\"hinge\"/>") +
               urdf_joint("bounded", "revolute", "a", "f", kUrdfLimit) +
               urdf_joint("slide", "planar", "a", "d", "<origin xyz=\"1e75 0 0\"/>")));
  write("s.xml", GetParam().element);
  const SceneReadResult result = read("s.xml");
  EXPECT_FALSE(result.scene);
  ASSERT_FALSE(result.errors.empty());
  const std::string message = result.errors[0].to_string();
  EXPECT_EQ(message.rfind(path("s.xml") + ":2: ", 0), 0u) << errors_of(result);
  expect_message(message, GetParam().fragments);
}

INSTANTIATE_TEST_SUITE_P(Elements, MalformedUrdfInScene,
                         testing::ValuesIn(malformed_urdf_elements()),
                         kind_of<MalformedUrdfElement>);

}  // namespace
}  // namespace stiction
