#include <stiction/geometry/triangle_mesh.h>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "complaint.h"
#include "constants.h"

namespace stiction {
namespace {

using Triangle = std::array<int, 3>;

struct Soup {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;

  TriangleMesh mesh() const { return {vertices, triangles}; }
};

Soup tetrahedron() {
  return {{Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()},
          {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

// A flat square of n x n cells, each of two triangles, every triangle with its own corners.
Soup loose_square(int n) {
  Soup soup;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const std::array<Vec3, 4> p{Vec3(i, j, 0), Vec3(i + 1, j, 0), Vec3(i + 1, j + 1, 0),
                                  Vec3(i, j + 1, 0)};
      for (const auto& [a, b, c] : {Triangle{0, 1, 2}, Triangle{0, 2, 3}}) {
        const int first = static_cast<int>(soup.vertices.size());
        for (const int corner : {a, b, c}) soup.vertices.push_back(p[corner]);
        soup.triangles.push_back({first, first + 1, first + 2});
      }
    }
  }
  return soup;
}

std::string complaint_about_mesh(const Soup& soup) {
  return complaint([&] { soup.mesh(); });
}

// Edges, triangles and vertices refer to each other as documented in the header.
void expect_consistent(const TriangleMesh& mesh) {
  const auto& triangles = mesh.triangles();
  std::vector<int> num_sides(mesh.edges().size());
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int number = mesh.edges_of_triangle(t)[k];
      const TriangleMesh::Edge& edge = mesh.edges()[number];
      const int from = triangles[t][k];
      const int to = triangles[t][(k + 1) % 3];
      const bool is_forward = edge.start == from && edge.end == to;
      EXPECT_TRUE(is_forward || (edge.start == to && edge.end == from));
      if (!edge.is_branching) {
        EXPECT_EQ(is_forward ? edge.left : edge.right, t);
      }
      ++num_sides[number];
      const auto around = mesh.triangles_of_vertex(from);
      EXPECT_EQ(std::count(around.begin(), around.end(), t), 1);
    }
    const Vec3& a = mesh.vertices()[triangles[t][0]];
    const Vec3 area =
        (mesh.vertices()[triangles[t][1]] - a).cross(mesh.vertices()[triangles[t][2]] - a);
    EXPECT_LE((mesh.normals()[t] - area.normalized()).norm(), 1e-14);
  }
  for (std::size_t e = 0; e < mesh.edges().size(); ++e) {
    const TriangleMesh::Edge& edge = mesh.edges()[e];
    EXPECT_GE(num_sides[e], 1);
    EXPECT_EQ((edge.left >= 0) + (edge.right >= 0), std::min(num_sides[e], 2));
    EXPECT_TRUE(edge.is_branching || num_sides[e] <= 2);
  }
}

TEST(TriangleMesh, OfATetrahedronIsClosedAndHasItsVolume) {
  const TriangleMesh mesh = tetrahedron().mesh();
  expect_consistent(mesh);
  EXPECT_EQ(mesh.edges().size(), 6u);
  EXPECT_TRUE(mesh.is_closed());
  EXPECT_NEAR(mesh.signed_volume(), 1.0 / 6, 1e-16);
  EXPECT_EQ(mesh.bounding_radius(), 1);
  EXPECT_EQ(mesh.lower(), Vec3::Zero());
  EXPECT_EQ(mesh.upper(), Vec3::Ones());
}

TEST(TriangleMesh, ThatLooksInwardsHasNegativeVolume) {
  Soup soup = tetrahedron();
  for (Triangle& triangle : soup.triangles) std::swap(triangle[0], triangle[1]);
  const TriangleMesh mesh = soup.mesh();
  EXPECT_TRUE(mesh.is_closed());
  EXPECT_NEAR(mesh.signed_volume(), -1.0 / 6, 1e-16);
}

TEST(TriangleMesh, WeldsVerticesAtTheSamePlaceWhateverTheSignOfZero) {
  Soup soup = loose_square(5);
  for (std::size_t v = 0; v < soup.vertices.size(); v += 2) soup.vertices[v].z() = -0.0;
  const TriangleMesh mesh = soup.mesh();
  expect_consistent(mesh);
  EXPECT_EQ(mesh.vertices().size(), 36u);
  EXPECT_EQ(mesh.triangles().size(), 50u);
  EXPECT_EQ(mesh.edges().size(), 36u + 50u - 1);  // Euler: V - E + F = 1 for a disc
  EXPECT_FALSE(mesh.is_closed());
  EXPECT_EQ(mesh.signed_volume(), 0);
  int num_border = 0;
  for (const TriangleMesh::Edge& edge : mesh.edges()) {
    EXPECT_FALSE(edge.is_branching);
    num_border += edge.left < 0 || edge.right < 0;
  }
  EXPECT_EQ(num_border, 20);
}

TEST(TriangleMesh, DropsTrianglesWithoutAreaAndVerticesNobodyUses) {
  Soup soup = tetrahedron();
  soup.vertices.emplace_back(100, 100, 100);
  soup.vertices.emplace_back(0.5, 0, 0);
  soup.vertices.emplace_back(1, 0, 0);
  soup.triangles.insert(soup.triangles.begin(), {0, 0, 1});  // a corner twice
  soup.triangles.push_back({0, 5, 1});                       // on a line
  soup.triangles.push_back({1, 6, 3});                       // two corners at one place
  const TriangleMesh mesh = soup.mesh();
  expect_consistent(mesh);
  EXPECT_EQ(mesh.num_dropped(), 3);
  EXPECT_EQ(mesh.triangles(), tetrahedron().triangles);
  EXPECT_EQ(mesh.vertices(), tetrahedron().vertices);
  EXPECT_TRUE(mesh.is_closed());
}

TEST(TriangleMesh, KeepsThinTrianglesThatHaveArea) {
  for (const double scale : {1e-100, 1e-3, 1.0, 1e40}) {
    const Soup thin{{Vec3::Zero(), scale * Vec3::UnitX(), scale * Vec3(0.5, 1e-12, 0)},
                    {{0, 1, 2}}};
    const TriangleMesh mesh = thin.mesh();
    EXPECT_LE((mesh.normals()[0] - Vec3::UnitZ()).norm(), 1e-15) << scale;
  }
}

TEST(TriangleMesh, TellsEdgesWhereItBranches) {
  // Three sheets at one edge.
  Soup book{{Vec3::Zero(), Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY(), -Vec3::UnitX()},
            {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}};
  TriangleMesh mesh = book.mesh();
  expect_consistent(mesh);
  EXPECT_TRUE(mesh.edges()[0].is_branching);
  EXPECT_EQ(mesh.edges()[0].left, 0);
  EXPECT_EQ(mesh.edges()[0].right, 1);
  // Two triangles that disagree on which side is out.
  book.triangles = {{0, 1, 2}, {0, 1, 3}};
  mesh = book.mesh();
  expect_consistent(mesh);
  EXPECT_TRUE(mesh.edges()[0].is_branching);
  EXPECT_EQ(mesh.edges()[0].left, 0);
  EXPECT_EQ(mesh.edges()[0].right, 1);
  // A closed mesh with one triangle twice.
  Soup twice = tetrahedron();
  twice.triangles.push_back(twice.triangles[0]);
  EXPECT_FALSE(twice.mesh().is_closed());
}

TEST(TriangleMesh, SaysWhatIsWrong) {
  Soup soup = tetrahedron();
  soup.triangles.push_back({0, 1, 4});
  EXPECT_EQ(complaint_about_mesh(soup), "expected corners from 0 to 3, got corner 4 of triangle 4");
  soup.triangles.back()[2] = -1;
  EXPECT_EQ(complaint_about_mesh(soup),
            "expected corners from 0 to 3, got corner -1 of triangle 4");
  soup = tetrahedron();
  soup.vertices[2].y() = kInf;
  EXPECT_EQ(complaint_about_mesh(soup),
            "expected coordinates of at most 1e+50 m, got point 2 at 0 inf 0");
  EXPECT_EQ(complaint_about_mesh({}), "expected a triangle with an area > 0; got 0 without area");
  EXPECT_EQ(complaint_about_mesh({{Vec3::Zero(), Vec3::UnitX()}, {{0, 1, 0}}}),
            "expected a triangle with an area > 0; got 1 without area");
}

TEST(TriangleMesh, OfAHundredThousandTrianglesIsMadeInASecond) {
  const Soup soup = loose_square(224);
  const auto start = std::chrono::steady_clock::now();
  const TriangleMesh mesh = soup.mesh();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(mesh.triangles().size(), 2u * 224 * 224);
  EXPECT_EQ(mesh.vertices().size(), 225u * 225);
#ifdef NDEBUG
  EXPECT_LE(elapsed.count(), 1);
#endif
}

}  // namespace
}  // namespace stiction
