// tools/make-terrain and tools/make-compound: their files can be read, and are as requested.

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/mass_properties.h>
#include <stiction/geometry/triangle_mesh.h>
#include <stiction/scene/scene.h>

#include <cmath>
#include <numbers>

#include "program.h"

namespace stiction {
namespace {

ProgramResult run_tool(const std::string& tool, const TemporaryFolder& folder,
                       const std::vector<std::string>& arguments) {
  return Program(arguments,
                 {.folder = folder.path(), .program = STICTION_SOURCE_DIR "/tools/" + tool})
      .wait();
}

std::vector<BodyDefinition> bodies_of(const std::string& path) {
  const SceneReadResult result = read_scene_file(path);
  for (const SceneError& error : result.errors) ADD_FAILURE() << error.to_string();
  return result.scene ? result.scene->bodies : std::vector<BodyDefinition>();
}

class MakeTerrain : public testing::TestWithParam<const char*> {};

TEST_P(MakeTerrain, GivesGroundOfTheSizeAskedForInEveryFormat) {
  const TemporaryFolder folder;
  const std::vector<std::string> options = {
      "--kind", GetParam(), "--rows", "17", "--columns", "33", "--size",   "8",
      "4",      "2",        "--seed", "5",  "--digits",  "6",  "--jitter", "0.5"};
  for (const char* name : {"a.obj", "a.png", "a.txt"}) {
    std::vector<std::string> arguments = options;
    arguments.insert(arguments.begin(), name);
    const ProgramResult result = run_tool("make-terrain", folder, arguments);
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out + result.err, "");
  }
  const std::vector<BodyDefinition> bodies =
      bodies_of(folder.write("s.xml",
                             "<scene version=\"1\"><body name=\"b\" static=\"true\">"
                             "<mesh file=\"a.obj\"/><heightfield file=\"a.png\" size=\"8 4 2\"/>"
                             "<heightfield file=\"a.txt\" size=\"8 4 2\"/></body></scene>"));
  ASSERT_EQ(bodies.size(), 1u);
  const TriangleMesh& mesh = *std::get<Mesh>(bodies[0].shapes[0].shape).surface;
  const HeightGrid& picture = *std::get<HeightField>(bodies[0].shapes[1].shape).grid;
  const HeightGrid& text = *std::get<HeightField>(bodies[0].shapes[2].shape).grid;
  EXPECT_EQ(mesh.triangles().size(), 2u * 16 * 32);
  for (const Vec3& normal : mesh.normals()) EXPECT_GT(normal.z(), 0);
  Vec3 lower = mesh.vertices()[0], upper = lower;
  for (const Vec3& vertex : mesh.vertices()) {
    lower = lower.cwiseMin(vertex);
    upper = upper.cwiseMax(vertex);
  }
  const double height = GetParam() == std::string("flat") ? 0 : 2;
  EXPECT_EQ(lower, Vec3(-4, -2, 0));
  EXPECT_EQ(upper, Vec3(4, 2, height));
  ASSERT_EQ(picture.num_x(), 33);
  ASSERT_EQ(picture.num_y(), 17);
  for (int i = 0; i < 33; ++i) {
    for (int j = 0; j < 17; ++j) {
      EXPECT_NEAR(picture.height(i, j), text.height(i, j), 2.0 / 65535);
    }
  }
}

std::string kind_of(const testing::TestParamInfo<const char*>& kind) { return kind.param; }

INSTANTIATE_TEST_SUITE_P(Kinds, MakeTerrain, testing::Values("fractal", "hills", "flat"), kind_of);

TEST(MakeTerrainTool, GivesTheSameForTheSameSeedOnly) {
  const TemporaryFolder folder;
  for (const auto& [name, seed] : {std::pair("a.obj", "1"), {"b.obj", "1"}, {"c.obj", "2"}}) {
    ASSERT_EQ(run_tool("make-terrain", folder, {name, "--seed", seed}).status, 0);
  }
  EXPECT_EQ(read_text(folder / "a.obj"), read_text(folder / "b.obj"));
  EXPECT_NE(read_text(folder / "a.obj"), read_text(folder / "c.obj"));
}

TEST(MakeTerrainTool, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const std::vector<std::vector<std::string>> mistakes = {
      {}, {"a.bmp"}, {"no/such/folder.obj"}, {"a.obj", "--rows", "1"}, {"a.obj", "--rough", "2"}};
  for (const std::vector<std::string>& mistake : mistakes) {
    const ProgramResult result = run_tool("make-terrain", folder, mistake);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find("make-terrain: error: "), std::string::npos) << result.err;
  }
}

/// The volume of the prism over a regular polygon with corners on a circle of radius 1.
double calc_prism_volume(int corners, double height) {
  return corners / 2.0 * std::sin(2 * std::numbers::pi / corners) * height;
}

TEST(MakeCompoundTool, MakesEveryObjectOfHullsThatFillItsVolume) {
  struct Case {
    std::string kind;
    std::size_t num_hulls;
    double volume;
  };
  // Radius 0.5, hole 0.3, height 0.2, 16 segments, 12 teeth.
  const double tooth = [] {
    const double foot = std::sin(std::numbers::pi / 24), foot_at = std::cos(std::numbers::pi / 24);
    const double tip = std::sin(std::numbers::pi / 48), tip_at = std::cos(std::numbers::pi / 48);
    return (foot * 0.5 + tip * 0.625) * (tip_at * 0.625 - foot_at * 0.5) * 0.2;
  }();
  const Case cases[] = {{"ring", 16, calc_prism_volume(16, 0.2) * (0.25 - 0.09)},
                        {"angle", 2, (1 * 0.2 + 0.8 * 0.2) * 0.2},
                        {"channel", 3, (1 * 0.2 + 2 * 0.2 * 0.8) * 0.2},
                        {"socket", 5, 1 * 0.2 + (1 - 0.36) * 0.2},
                        {"gear", 36, calc_prism_volume(24, 0.2) * (0.25 - 0.09) + 12 * tooth},
                        // Between the hollow half balls inscribed in and circumscribed about its
                        // corners.
                        {"bowl", 3 * 16 + 1, 0}};
  for (const Case& wanted : cases) {
    SCOPED_TRACE(wanted.kind);
    const TemporaryFolder folder;
    const ProgramResult result =
        run_tool("make-compound", folder, {"a.xml", wanted.kind, "--height", "0.2"});
    ASSERT_EQ(result.status, 0) << result.err;
    const std::vector<BodyDefinition> bodies = bodies_of((folder / "a.xml").string());
    ASSERT_EQ(bodies.size(), 1u);
    EXPECT_EQ(bodies[0].name, wanted.kind);
    EXPECT_EQ(bodies[0].shapes.size(), wanted.num_hulls);
    double volume = 0;
    for (const ShapeDefinition& shape : bodies[0].shapes) {
      volume += std::get<Hull>(shape.shape).polyhedron->volume();
    }
    if (wanted.volume > 0) {
      EXPECT_NEAR(volume, wanted.volume, 1e-8);
    } else {
      const double shell = 2.0 / 3 * std::numbers::pi * (0.125 - 0.027);
      EXPECT_NEAR(volume, shell, 0.1 * shell);
    }
    EXPECT_EQ(run_stiction({"check", (folder / "a.xml").string()}).status, 0);
  }
}

TEST(MakeCompoundTool, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const std::vector<std::vector<std::string>> mistakes = {{},
                                                          {"a.xml", "torus"},
                                                          {"a.xml", "ring", "--hole", "0.5"},
                                                          {"a.xml", "ring", "--segments", "2"},
                                                          {"no/such/folder.xml", "ring"}};
  for (const std::vector<std::string>& mistake : mistakes) {
    const ProgramResult result = run_tool("make-compound", folder, mistake);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find("make-compound: error: "), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace stiction
