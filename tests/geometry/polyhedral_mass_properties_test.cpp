#include "point_sets.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/mass_properties.h>
#include <stiction/geometry/triangle_mesh.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "complaint.h"

namespace stiction {
namespace {

using test::PointSets;

// The difference relative to the size of a body: mass, centre and inertia in units of `length`.
double relative_difference(const MassProperties& a, const MassProperties& b, double length) {
  return std::max({std::abs(a.mass - b.mass) / b.mass, (a.center - b.center).norm() / length,
                   (a.inertia - b.inertia).norm() / b.inertia.norm()});
}

MassProperties of_hull(const std::vector<Vec3>& points) {
  const auto solid = std::make_shared<const ConvexPolyhedron>(points);
  return calc_mass_properties(Hull{solid}, solid->volume());
}

// The triangles of a hull's faces as a mesh.
TriangleMesh mesh_of(const ConvexPolyhedron& solid) {
  std::vector<std::array<int, 3>> triangles;
  for (int f = 0; f < static_cast<int>(solid.faces().size()); ++f) {
    const std::span<const int> corners = solid.corners(f);
    for (std::size_t k = 2; k < corners.size(); ++k) {
      triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
  }
  return {solid.vertices(), triangles};
}

// Points of two rings, or of one ring and an apex.
std::vector<Vec3> round_points(int n, double radius, double length, bool is_cone) {
  std::vector<Vec3> points;
  for (int k = 0; k < n; ++k) {
    const double angle = 2 * std::numbers::pi * k / n;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), -0.5 * length);
    if (!is_cone) points.push_back(points.back() + Vec3(0, 0, length));
  }
  if (is_cone) points.emplace_back(0, 0, 0.5 * length);
  return points;
}

std::string complaint_about_mass(const TriangleMesh& mesh) {
  return complaint([&] { calc_mass_properties(mesh, 1); });
}

TEST(PolyhedralMassProperties, OfABoxesCornersAreThoseOfTheBox) {
  PointSets random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3 size(random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1));
    const MassProperties box = calc_mass_properties(Box{size}, size.prod());
    const std::vector<Vec3> corners = PointSets::box_corners(0.5 * size);
    EXPECT_LE(relative_difference(of_hull(corners), box, size.norm()), 1e-14);
    const MassProperties mesh = calc_mass_properties(mesh_of(ConvexPolyhedron(corners)), 1);
    EXPECT_LE(relative_difference(mesh, box, size.norm()), 1e-14);
  }
}

// The corner of a cube: all moments are integrals of monomials over the unit simplex,
// x: 1/24, x^2: 1/60, x y: 1/120, at volume 1/6.
TEST(PolyhedralMassProperties, OfATetrahedronAreTheClosedForm) {
  const MassProperties solid = of_hull({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()});
  EXPECT_NEAR(solid.mass, 1.0 / 6, 1e-16);
  EXPECT_LE((solid.center - Vec3::Constant(0.25)).norm(), 1e-15);
  const double square = 1.0 / 60 - 1.0 / 6 / 16;
  const double product = 1.0 / 120 - 1.0 / 6 / 16;
  Mat3 inertia = Mat3::Constant(-product);
  inertia.diagonal().setConstant(2 * square);
  EXPECT_LE((solid.inertia - inertia).norm(), 1e-16);
}

// A regular n-gon's area and second moment are known, and so are those of a prism and a pyramid
// over it; they tend to the cylinder and the cone as 1/n^2.
TEST(PolyhedralMassProperties, OfRoundSolidsInManyCornersTendToTheClosedForms) {
  const Cylinder cylinder{0.4, 1.5};
  const Cone cone{0.8, 1.3};
  double last_cylinder = 1;
  double last_cone = 1;
  for (const int n : {16, 64, 256}) {
    const double of_cylinder =
        relative_difference(of_hull(round_points(n, 0.4, 1.5, false)),
                            calc_mass_properties(cylinder, volume(cylinder)), 1);
    const double of_cone = relative_difference(of_hull(round_points(n, 0.8, 1.3, true)),
                                               calc_mass_properties(cone, volume(cone)), 1);
    EXPECT_LE(of_cylinder, 20.0 / (n * n));
    EXPECT_LE(of_cone, 20.0 / (n * n));
    EXPECT_LE(of_cylinder, last_cylinder / 12);
    EXPECT_LE(of_cone, last_cone / 12);
    last_cylinder = of_cylinder;
    last_cone = of_cone;
  }
}

TEST(PolyhedralMassProperties, MoveWithTheBody) {
  PointSets random(2);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<Vec3> points;
    for (int k = 0; k < 30; ++k) points.push_back(random.in_cube());
    for (const double distance : {1.0, 1e3, 1e6}) {
      const RigidTransform X_BS{random.rotation(), distance * random.in_cube()};
      const MassProperties expected = transformed(of_hull(points), X_BS);
      std::vector<Vec3> moved;
      for (const Vec3& p : points) moved.push_back(X_BS * p);
      // Rounding of the points, not of the moments.
      EXPECT_LE(relative_difference(of_hull(moved), expected, 1), 1e-13 + 1e-14 * distance);
    }
  }
}

// The two parts into which a plane cuts a body add up to the whole.
TEST(PolyhedralMassProperties, OfTwoPartsAddUp) {
  PointSets random(3);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Vec3> points;
    for (int k = 0; k < 40; ++k) points.push_back(random.in_cube());
    const ConvexPolyhedron whole(points);
    const Vec3 normal = random.normal().normalized();
    const double offset = normal.dot(whole.center()) + random.uniform(-0.2, 0.2);
    std::array<std::vector<Vec3>, 2> parts;
    for (const Vec3& p : whole.vertices()) parts[normal.dot(p) > offset].push_back(p);
    for (const ConvexPolyhedron::Edge& edge : whole.edges()) {
      const Vec3& a = whole.vertices()[edge.start];
      const Vec3& b = whole.vertices()[edge.end];
      const double height_a = normal.dot(a) - offset;
      const double height_b = normal.dot(b) - offset;
      if ((height_a > 0) == (height_b > 0)) continue;
      const Vec3 cut = a + height_a / (height_a - height_b) * (b - a);
      for (auto& part : parts) part.push_back(cut);
    }
    const std::array properties{of_hull(parts[0]), of_hull(parts[1])};
    EXPECT_LE(relative_difference(combined(properties), of_hull(points), 1), 1e-12);
  }
}

// Two shells of one mesh, one within the other and inside out: a hollow box.
TEST(PolyhedralMassProperties, OfAMeshLeaveOutItsCavity) {
  const ConvexPolyhedron outer(PointSets::box_corners(Vec3(1, 2, 3)));
  const ConvexPolyhedron inner(PointSets::box_corners(Vec3(0.5, 0.4, 0.3)));
  const TriangleMesh shell = mesh_of(outer);
  const TriangleMesh cavity = mesh_of(inner);
  std::vector<Vec3> vertices = shell.vertices();
  auto triangles = shell.triangles();
  const int shift = static_cast<int>(vertices.size());
  for (const Vec3& p : cavity.vertices()) vertices.push_back(p);
  for (const auto& [a, b, c] : cavity.triangles()) {
    triangles.push_back({shift + b, shift + a, shift + c});
  }
  const MassProperties hollow = calc_mass_properties(TriangleMesh(vertices, triangles), 5);
  const MassProperties solid = calc_mass_properties(Box{Vec3(2, 4, 6)}, 5 * 48);
  const MassProperties air = calc_mass_properties(Box{Vec3(1, 0.8, 0.6)}, 5 * 0.48);
  EXPECT_NEAR(hollow.mass, solid.mass - air.mass, 1e-12);
  EXPECT_LE((hollow.inertia - solid.inertia + air.inertia).norm(), 1e-11);
}

TEST(PolyhedralMassProperties, ArePhysicalForEveryHull) {
  PointSets random(4);
  for (int round = 0; round < 30; ++round) {
    for (const test::PointSet& set : random.make()) {
      const auto solid = std::make_shared<const ConvexPolyhedron>(set.points);
      EXPECT_TRUE(is_physical(calc_mass_properties(Hull{solid}, 2.5))) << set.kind;
      EXPECT_EQ(volume(Hull{solid}), solid->volume());
    }
  }
}

TEST(PolyhedralMassProperties, SayThatAMeshIsOpen) {
  const TriangleMesh closed = mesh_of(ConvexPolyhedron(PointSets::box_corners(Vec3::Ones())));
  auto triangles = closed.triangles();
  triangles.pop_back();
  const TriangleMesh open(closed.vertices(), triangles);
  EXPECT_EQ(
      complaint_about_mass(open).find("expected a closed mesh, got an open one: 3 of 18 edges have "
                                      "only one triangle, the first from "),
      0u)
      << complaint_about_mass(open);
  EXPECT_EQ(volume(Mesh{std::make_shared<const TriangleMesh>(open)}), 0);
}

TEST(PolyhedralMassProperties, SayThatAMeshIsInverted) {
  const TriangleMesh closed = mesh_of(ConvexPolyhedron(PointSets::box_corners(Vec3::Ones())));
  auto triangles = closed.triangles();
  for (auto& triangle : triangles) std::swap(triangle[0], triangle[1]);
  const TriangleMesh inverted(closed.vertices(), triangles);
  EXPECT_EQ(complaint_about_mass(inverted),
            "expected a mesh that looks outwards, got an inverted one: its corners run clockwise "
            "seen from outside, its volume is -8 m^3");
  EXPECT_NEAR(volume(Mesh{std::make_shared<const TriangleMesh>(inverted)}), 8, 1e-14);
}

TEST(PolyhedralMassProperties, SayThatAMeshBranches) {
  const TriangleMesh closed = mesh_of(ConvexPolyhedron(PointSets::box_corners(Vec3::Ones())));
  auto triangles = closed.triangles();
  std::swap(triangles[3][0], triangles[3][1]);
  EXPECT_EQ(complaint_about_mass(TriangleMesh(closed.vertices(), triangles))
                .find("expected a closed mesh, got a branching one: 3 of 18 edges have more than "
                      "two triangles or two that disagree on which side is out, the first from "),
            0u);
}

}  // namespace
}  // namespace stiction
