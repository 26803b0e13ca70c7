// The contents of files of surfaces and heights, in any notation.

#include <gtest/gtest.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>
#include <stiction/scene/scene.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "scene/asset_texts.h"
#include "scene/mutation.h"
#include "scene/png_text.h"
#include "scene/scene_files.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

class AssetReader : public SceneFilesTest {
 protected:
  /// The shape of a static body that has only this element.
  Shape shape_of(const std::string& element) const {
    write("main.xml", "<body name=\"b\" static=\"true\">" + element + "</body>");
    const SceneReadResult result = read("main.xml");
    EXPECT_TRUE(result.scene) << errors_of(result);
    return result.scene ? result.scene->bodies[0].shapes[0].shape : Sphere{1};
  }

  std::shared_ptr<const TriangleMesh> mesh_of(const std::string& name, const std::string& bytes,
                                              const std::string& scale = "1") const {
    write_bytes(name, bytes);
    const Shape shape = shape_of("<mesh file=\"" + name + "\" scale=\"" + scale + "\"/>");
    return std::holds_alternative<Mesh>(shape) ? std::get<Mesh>(shape).surface : nullptr;
  }

  std::shared_ptr<const HeightGrid> grid_of(const std::string& name, const std::string& bytes,
                                            const std::string& size) const {
    write_bytes(name, bytes);
    const Shape shape = shape_of("<heightfield file=\"" + name + "\" size=\"" + size + "\"/>");
    return std::holds_alternative<HeightField>(shape) ? std::get<HeightField>(shape).grid : nullptr;
  }

  void expect_cube(const std::string& name, const std::string& bytes) const {
    SCOPED_TRACE(bytes);
    const auto mesh = mesh_of(name, bytes);
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->vertices().size(), 8u);
    EXPECT_EQ(mesh->triangles().size(), 12u);
    EXPECT_TRUE(mesh->is_closed());
    EXPECT_NEAR(mesh->signed_volume(), 8, 1e-14);
  }

  void expect_tetrahedron(const std::string& name, const std::string& bytes) const {
    const auto mesh = mesh_of(name, bytes);
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->vertices().size(), 4u);
    EXPECT_EQ(mesh->triangles().size(), 4u);
    EXPECT_TRUE(mesh->is_closed());
    EXPECT_NEAR(mesh->signed_volume(), 1.0 / 6, 1e-15);
  }
};

std::string with_line_ends(const std::string& text, const std::string& end) {
  std::string result;
  for (const char c : text) result += c == '\n' ? end : std::string(1, c);
  return result;
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

TEST_F(AssetReader, ObjMeansTheSameHoweverItIsWritten) {
  expect_cube("cube.obj", kCubeObj);
  expect_cube("CUBE.OBJ", kCubeObj);
  expect_cube("cube.obj", with_line_ends(kCubeObj, "\r\n"));
  expect_cube("cube.obj", with_line_ends(kCubeObj, "\r"));
  expect_cube("cube.obj", "\xef\xbb\xbf" + kCubeObj);
  expect_cube("cube.obj", kCubeObj.substr(0, kCubeObj.size() - 1));
  expect_cube("cube.obj", replaced(kCubeObj, "v 1 1 1", "\tv  1.0 +1e0\t1.000 # a comment"));
  expect_cube("cube.obj", replaced(kCubeObj, "v 1 1 1", "v 1 1 1 1.0"));
  expect_cube("cube.obj", replaced(kCubeObj, "v 1 1 1", "v 1 1 1 0.5 0.5 0.5"));
  expect_cube("cube.obj", replaced(kCubeObj, "f 1 4 3 2", "f 1/1 4/2 3/3 2/1"));
  expect_cube("cube.obj", replaced(kCubeObj, "f 1 4 3 2", "f 1//1 4//2 3//3 2//-1"));
  expect_cube("cube.obj", replaced(kCubeObj, "f 1 4 3 2", "f 1/1/1 4/2/2 3/3/3 2/1/1"));
  expect_cube("cube.obj", replaced(kCubeObj, "f 1 4 3 2", "f -8 -5 -6 -7"));
  expect_cube("cube.obj", replaced(kCubeObj, "f 1 4 3 2", "f 1 4 \\\n3 2"));
  expect_cube("cube.obj", replaced(kCubeObj, "f 1 4 3 2", "f 1 4 3\nf 1 3 2"));
  expect_cube("cube.obj", replaced(kCubeObj, "f 1 4 3 2", "f 1 4 3 2\nf 3 3 4\nf 2 2 2 2"));
  expect_cube("cube.obj", kCubeObj + "v 9 9 9\n");  // a vertex that no face uses
  expect_cube(
      "cube.obj",
      "mtllib a.mtl\no a b c\ng\ns off\nusemtl m#1\nvt 0 0\nvn 0 0 1\nl 1 2\np 1\n" + kCubeObj);
}

TEST_F(AssetReader, ObjFacesMayComeBeforeTheirVertices) {
  const std::size_t faces = kCubeObj.find("f ");
  expect_cube("cube.obj", kCubeObj.substr(faces) + kCubeObj.substr(0, faces));
}

/// A prism with one face at each end, and quadrilaterals as sides.
std::string prism_obj(const std::vector<Vec2>& outline, double height) {
  const int n = static_cast<int>(outline.size());
  std::string text, bottom = "f", top = "f", sides;
  for (const double z : {0.0, height}) {
    for (const Vec2& p : outline) {
      char line[100];
      std::snprintf(line, sizeof line, "v %.17g %.17g %.17g\n", p.x(), p.y(), z);
      text += line;
    }
  }
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    bottom += " " + std::to_string(n - i);
    top += " " + std::to_string(n + i + 1);
    sides += "f " + std::to_string(i + 1) + " " + std::to_string(j + 1) + " " +
             std::to_string(n + j + 1) + " " + std::to_string(n + i + 1) + "\n";
  }
  return text + bottom + "\n" + top + "\n" + sides;
}

double area_of(const std::vector<Vec2>& outline) {
  double doubled = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2& a = outline[i];
    const Vec2& b = outline[(i + 1) % outline.size()];
    doubled += a.x() * b.y() - a.y() * b.x();
  }
  return doubled / 2;
}

TEST_F(AssetReader, ConcaveFacesAreCutWithoutLossOrOverlap) {
  std::vector<std::vector<Vec2>> outlines = {
      {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},          // an L
      {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {2, 1}, {0, 1}},  // corners on straight sides
      {{0, 0}, {4, 0}, {4, 3}, {3, 3}, {3, 1}, {1, 1}, {1, 3}, {0, 3}},  // a U
      {{0, 0}, {3, -1}, {6, 0}, {3, -0.999999}},                         // a sliver
  };
  for (std::uint32_t seed = 0; seed < 60; ++seed) {  // stars with random rays
    Dice dice(seed);
    const std::size_t count = 4 + dice.below(40);
    std::vector<Vec2> star;
    for (std::size_t i = 0; i < count; ++i) {
      const double angle =
          2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
      const double radius = 0.1 + static_cast<double>(dice.below(1000)) / 500;
      star.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    outlines.push_back(star);
  }
  for (const std::vector<Vec2>& outline : outlines) {
    SCOPED_TRACE(prism_obj(outline, 2));
    const auto mesh = mesh_of("prism.obj", prism_obj(outline, 2));
    ASSERT_TRUE(mesh);
    EXPECT_TRUE(mesh->is_closed());
    // 2 (n - 2) triangles in the ends, 2 n in the sides.
    EXPECT_EQ(mesh->triangles().size(), 4 * outline.size() - 4);
    EXPECT_NEAR(mesh->signed_volume(), 2 * area_of(outline), 1e-12);
    double end_area = 0;
    for (std::size_t t = 0; t < mesh->triangles().size(); ++t) {
      if (std::abs(mesh->normals()[t].z()) < 0.5) continue;
      const auto& [a, b, c] = mesh->triangles()[t];
      const Vec3 p = mesh->vertices()[static_cast<std::size_t>(a)];
      end_area += (mesh->vertices()[static_cast<std::size_t>(b)] - p)
                      .cross(mesh->vertices()[static_cast<std::size_t>(c)] - p)
                      .norm() /
                  2;
    }
    EXPECT_NEAR(end_area, 2 * area_of(outline), 1e-12);  // more if triangles overlapped
  }
}

TEST_F(AssetReader, AFaceWithAHoleBehindASlitIsCut) {
  const auto mesh = mesh_of("frame.obj",
                            "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 0 3 0\nv 1 1 0\nv 1 2 0\nv 2 2 0\n"
                            "v 2 1 0\nf 1 2 3 4 1 5 6 7 8 5\n");
  ASSERT_TRUE(mesh);
  double area = 0;
  for (const auto& [a, b, c] : mesh->triangles()) {
    const Vec3 p = mesh->vertices()[static_cast<std::size_t>(a)];
    const Vec3 q = mesh->vertices()[static_cast<std::size_t>(b)];
    const Vec3 r = mesh->vertices()[static_cast<std::size_t>(c)];
    area += (q - p).cross(r - p).z() / 2;
    const Vec3 middle = (p + q + r) / 3;
    EXPECT_FALSE(middle.x() > 1 && middle.x() < 2 && middle.y() > 1 && middle.y() < 2);
  }
  EXPECT_NEAR(area, 8, 1e-14);
}

TEST_F(AssetReader, StlMeansTheSameHoweverItIsWritten) {
  const std::string text = stl_text(tetrahedron());
  expect_tetrahedron("t.stl", text);
  expect_tetrahedron("T.STL", text);
  expect_tetrahedron("t.stl", "\xef\xbb\xbf\n  " + text);
  expect_tetrahedron("t.stl", with_line_ends(text, "\r\n"));
  expect_tetrahedron("t.stl",
                     replaced(text, "facet normal 0 0 0\nouter", "FACET NORMAL nan nan nan OUTER"));
  expect_tetrahedron("t.stl", replaced(text, "endfacet\n", "endfacet endsolid a\nsolid b\n"));
  expect_tetrahedron("t.stl", stl_bytes(tetrahedron(), "made by hand"));
  expect_tetrahedron("t.stl", stl_bytes(tetrahedron(), "solid, but binary"));
}

TEST_F(AssetReader, ScaleStretchesAndMirrorsWithoutTurningInsideOut) {
  for (const char* scale : {"2", "-2", "2 2 -2", "-1 -2 4", "0.5 -4 -4"}) {
    const auto mesh = mesh_of("cube.obj", kCubeObj, scale);
    ASSERT_TRUE(mesh) << scale;
    EXPECT_NEAR(mesh->signed_volume(), 64, 1e-12) << scale;
  }
  const auto mesh = mesh_of("t.stl", stl_text(tetrahedron()), "-1 2 3");
  EXPECT_NEAR(mesh->signed_volume(), 1, 1e-14);
  for (const Vec3& vertex : mesh->vertices()) {
    EXPECT_LE(vertex.x(), 0);
    EXPECT_LE(vertex.y() / 2 + vertex.z() / 3, 1 + 1e-15);
  }
}

TEST_F(AssetReader, APointCloudHasAHull) {
  write_bytes("points.obj", kCubeObj.substr(0, kCubeObj.find("f ")));
  const Shape shape = shape_of("<hull file=\"points.obj\"/>");
  ASSERT_TRUE(std::holds_alternative<Hull>(shape));
  EXPECT_NEAR(std::get<Hull>(shape).polyhedron->volume(), 8, 1e-13);
}

// --- Heights ------------------------------------------------------------------------------------

TEST_F(AssetReader, TheFirstRowIsAtTheLargestYAndHeightsGoFromZeroToZ) {
  const std::string rows = "-1 0 1 # north\n\n  3 1e0\t-1.0\n";
  for (const std::string& text : {rows, with_line_ends(rows, "\r\n"), "\xef\xbb\xbf" + rows,
                                  rows.substr(0, rows.size() - 1)}) {
    const auto grid = grid_of("g.txt", text, "4 2 8");
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->num_x(), 3);
    EXPECT_EQ(grid->num_y(), 2);
    // From -1..3 to 0..8: twice the height above -1.
    EXPECT_EQ(grid->vertex(0, 1), Vec3(-2, 1, 0));
    EXPECT_EQ(grid->vertex(1, 1), Vec3(0, 1, 2));
    EXPECT_EQ(grid->vertex(2, 1), Vec3(2, 1, 4));
    EXPECT_EQ(grid->vertex(0, 0), Vec3(-2, -1, 8));
    EXPECT_EQ(grid->vertex(1, 0), Vec3(0, -1, 4));
    EXPECT_EQ(grid->vertex(2, 0), Vec3(2, -1, 0));
  }
}

TEST_F(AssetReader, PicturesOfEveryKindGiveTheirBrightness) {
  constexpr int kRows = 11, kColumns = 13;
  struct Kind {
    png::ColorType type;
    int depth;
    int channels;
  };
  const Kind kinds[] = {{png::kGray, 1, 1},     {png::kGray, 2, 1},      {png::kGray, 4, 1},
                        {png::kGray, 8, 1},     {png::kGray, 16, 1},     {png::kRgb, 8, 3},
                        {png::kRgb, 16, 3},     {png::kPalette, 1, 1},   {png::kPalette, 4, 1},
                        {png::kPalette, 8, 1},  {png::kGrayAlpha, 8, 2}, {png::kGrayAlpha, 16, 2},
                        {png::kRgbAlpha, 8, 4}, {png::kRgbAlpha, 16, 4}};
  for (const Kind& kind : kinds) {
    for (const bool is_interlaced : {false, true}) {
      SCOPED_TRACE(testing::Message() << kind.type << " of " << kind.depth << " bits, "
                                      << (is_interlaced ? "" : "not ") << "interlaced");
      Dice dice(static_cast<std::uint32_t>(kind.type * 100 + kind.depth));
      png::Picture picture{kRows, kColumns, kind.depth, kind.type, {}, {}, is_interlaced};
      if (kind.type == png::kPalette) {
        for (int i = 0; i < 1 << kind.depth; ++i) {
          const auto byte = [&] { return static_cast<unsigned char>(dice.below(256)); };
          picture.palette.push_back({byte(), byte(), byte()});
        }
      }
      std::vector<double> wanted;
      for (int pixel = 0; pixel < kRows * kColumns; ++pixel) {
        std::vector<unsigned> values;
        for (int c = 0; c < kind.channels; ++c) {
          values.push_back(static_cast<unsigned>(dice.below(std::size_t{1} << kind.depth)));
        }
        picture.samples.insert(picture.samples.end(), values.begin(), values.end());
        if (kind.type == png::kPalette) {
          const auto& entry = picture.palette[values[0]];
          values.assign(entry.begin(), entry.end());
        }
        wanted.push_back(values.size() < 3
                             ? values[0]
                             : 0.2126 * values[0] + 0.7152 * values[1] + 0.0722 * values[2]);
      }
      const auto [lowest, highest] = std::minmax_element(wanted.begin(), wanted.end());
      const auto grid = grid_of("g.png", png::bytes_of(picture), "1 1 5");
      ASSERT_TRUE(grid);
      ASSERT_EQ(grid->num_x(), kColumns);
      ASSERT_EQ(grid->num_y(), kRows);
      for (int row = 0; row < kRows; ++row) {
        for (int column = 0; column < kColumns; ++column) {
          const double value = wanted[static_cast<std::size_t>(row * kColumns + column)];
          EXPECT_NEAR(grid->height(column, kRows - 1 - row),
                      5 * (value - *lowest) / (*highest - *lowest), 1e-13);
        }
      }
    }
  }
}

TEST_F(AssetReader, APictureIsKnownByItsBytesNotItsName) {
  const png::Picture picture{2, 2, 8, png::kGray, {0, 10, 20, 40}, {}, false};
  const auto grid = grid_of("heights.dat", png::bytes_of(picture), "1 1 4");
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->height(0, 1), 0);
  EXPECT_EQ(grid->height(1, 1), 1);
  EXPECT_EQ(grid->height(0, 0), 2);
  EXPECT_EQ(grid->height(1, 0), 4);
}

}  // namespace
}  // namespace stiction
