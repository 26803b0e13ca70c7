// Solids on meshes and height fields.

#include <gtest/gtest.h>
#include <stiction/collision/narrow_phase.h>
#include <stiction/geometry/convex_polyhedron.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "collision/shape_oracle.h"
#include "collision/surface_meshes.h"
#include "constants.h"

namespace stiction {
namespace {

using oracle::least_gap;

Shape make_die(double size, unsigned seed) {
  Random random(seed);
  std::vector<Vec3> points;
  for (int i = 0; i < 20; ++i) points.push_back(size * random.direction());
  return Hull{std::make_shared<ConvexPolyhedron>(points)};
}

std::vector<Shape> all_solids() {
  return {Sphere{0.3},        Box{Vec3(0.5, 0.4, 0.3)}, Capsule{0.15, 0.5},
          Cylinder{0.2, 0.5}, Cone{0.25, 0.6},          make_die(0.3, 7)};
}

ManifoldList contacts(const Shape& solid, const RigidTransform& X_W1, const Collider& surface,
                      double margin, const Vec3& displacement = Vec3::Zero(),
                      const RigidTransform& X_W2 = {}) {
  ManifoldList list;
  calc_manifolds(solid, X_W1, surface, X_W2, {margin, displacement}, list);
  return list;
}

std::vector<ManifoldPoint> all_points(const ManifoldList& list) {
  std::vector<ManifoldPoint> points;
  for (const ShapeManifold& manifold : list) {
    points.insert(points.end(), manifold.points.begin(), manifold.points.end());
  }
  return points;
}

// The least gap after a small rigid motion, to first order, as the contacts predict it.
double gap_after(const ManifoldList& list, const Vec3& v, const Vec3& w, const Vec3& center) {
  double least = kInf;
  for (const ShapeManifold& manifold : list) {
    for (const ManifoldPoint& point : manifold.points) {
      const Vec3 u = v + w.cross(point.point - center);
      least = std::min(least, point.gap + manifold.normal.dot(u));
    }
  }
  return least;
}

void expect_sound_contacts(const ManifoldList& list, double margin) {
  std::set<FeatureId> features;
  for (const ShapeManifold& manifold : list) {
    EXPECT_FALSE(manifold.points.empty());
    EXPECT_NEAR(manifold.normal.norm(), 1, 1e-12);
    FeatureId last = 0;
    for (const ManifoldPoint& point : manifold.points) {
      EXPECT_TRUE(point.point.allFinite());
      EXPECT_TRUE(std::isfinite(point.gap));
      EXPECT_LE(point.gap, margin);
      EXPECT_TRUE(features.insert(point.feature).second) << "a feature twice";
      EXPECT_GE(point.feature, last) << "out of order";
      last = point.feature;
    }
  }
}

// A pose in which the solid is `height` above the plane z = 0.
RigidTransform above_floor(const Shape& solid, const Quat& rotation, double height) {
  RigidTransform X{rotation, Vec3::Zero()};
  X.translation.z() = height - calc_aabb(solid, X).lower.z();
  return X;
}

// A rotation in which a face, an edge or a vertex comes down first.
Quat some_rotation(Random& random) {
  const int kind = random.index(3);
  if (kind == 0) return random.rotation();
  const Quat yaw(Eigen::AngleAxisd(random.uniform(0, 6.3), Vec3::UnitZ()));
  return kind == 1 ? yaw * random.right_rotation()
                   : yaw * Quat(Eigen::AngleAxisd(random.uniform(0, 6.3), Vec3::UnitX()));
}

// A flat floor is a plane, however it is cut into triangles: its contacts allow the same motions.
TEST(SurfaceContacts, OfAFlatFloorAreThoseOfAPlane) {
  const Mesh floor = make_mesh(make_floor(12, 3, 5));
  const Collider collider{Shape(floor)};
  const std::vector<double> no_heights(13 * 13, 0.0);
  const Collider field{
      Shape(HeightField{std::make_shared<HeightGrid>(13, 13, no_heights, Vec3(6, 6, 1))})};
  Random random(1);
  for (const Shape& solid : all_solids()) {
    for (int i = 0; i < 60; ++i) {
      RigidTransform X = above_floor(solid, some_rotation(random), random.uniform(-1e-6, 0.02));
      X.translation.x() = random.uniform(-1.5, 1.5);
      X.translation.y() = random.uniform(-1.5, 1.5);
      const Vec3 motion = random.index(2) * 0.1 * random.direction();
      const ManifoldList expected = contacts(solid, X, Shape(Plane{}), 0.05, motion);
      for (const Collider* surface : {&collider, &field}) {
        const ManifoldList found = contacts(solid, X, *surface, 0.05, motion);
        expect_sound_contacts(found, 0.05);
        ASSERT_EQ(found.size(), 1u) << shape_name(solid);
        EXPECT_LE((found[0].normal - Vec3::UnitZ()).norm(), 1e-14);
        EXPECT_LE(found[0].points.size(), expected[0].points.size());
        EXPECT_NEAR(least_gap(found), least_gap(expected), 1e-13);
        for (int k = 0; k < 10; ++k) {
          const Vec3 v = random.in_cube(1);
          const Vec3 w = 3 * random.in_cube(1);
          EXPECT_NEAR(gap_after(found, v, w, X.translation),
                      gap_after(expected, v, w, X.translation), 1e-8)
              << shape_name(solid);
        }
      }
    }
  }
}

// A point of contact keeps its number while its solid slides over the triangles of one face.
TEST(SurfaceContacts, KeepTheirNumbersOnAFlatFloor) {
  const Collider floor{Shape(make_mesh(make_floor(20, 3, 9)))};
  for (const Shape& solid : all_solids()) {
    RigidTransform X = above_floor(solid, Quat::Identity(), 0);
    std::vector<FeatureId> first;
    for (int i = 0; i < 300; ++i) {
      X.translation.x() = 0.007 * i - 1;
      X.translation.y() = 0.004 * i - 0.7;
      std::vector<FeatureId> features;
      for (const ManifoldPoint& point : all_points(contacts(solid, X, floor, 1e-4))) {
        features.push_back(point.feature);
      }
      if (i == 0) first = features;
      EXPECT_EQ(features, first) << shape_name(solid) << " " << i;
    }
    EXPECT_FALSE(first.empty());
  }
}

// Over a plate smaller than itself, a box rests on the plate's corners.
TEST(SurfaceContacts, OfABoxOverASmallPlateAreItsCorners) {
  const Collider plate{Shape(make_mesh(make_floor(6, 0.3, 3)))};
  const ManifoldList found =
      contacts(Box{Vec3(2, 2, 0.2)}, {Quat::Identity(), Vec3(0.1, 0, 0.1)}, plate, 1e-3);
  expect_sound_contacts(found, 1e-3);
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].points.size(), 4u);
  for (const ManifoldPoint& point : found[0].points) {
    EXPECT_LE((point.point.cwiseAbs() - Vec3(0.3, 0.3, 0)).norm(), 1e-9);
    EXPECT_NEAR(point.gap, 0, 1e-12);
  }
}

// Half over the rim, on two of its own corners and two points of the rim.
TEST(SurfaceContacts, OfABoxOverARimEndThere) {
  const Collider plate{Shape(make_mesh(make_floor(6, 0.6, 3)))};
  for (const double x : {0.55, 0.6, 0.65}) {
    const ManifoldList found =
        contacts(Box{Vec3(0.4, 0.4, 0.4)}, {Quat::Identity(), Vec3(x, 0, 0.2)}, plate, 1e-3);
    ASSERT_EQ(found.size(), 1u) << x;
    double from = kInf;
    double to = -kInf;
    for (const ManifoldPoint& point : found[0].points) {
      from = std::min(from, point.point.x());
      to = std::max(to, point.point.x());
      EXPECT_NEAR(std::abs(point.point.y()), 0.2, 1e-9);
    }
    EXPECT_EQ(found[0].points.size(), 4u);
    EXPECT_NEAR(from, x - 0.2, 1e-9);
    EXPECT_NEAR(to, 0.6, 1e-9);
  }
}

Triangles bumpy(unsigned seed, double amplitude) {
  Random random(seed);
  return make_grid(10, 2, seed,
                   [&](double x, double y) { return Vec3(x, y, random.uniform(0, amplitude)); });
}

// Examining every triangle is another way to the same distance.
double brute_force_distance(const Shape& solid, const RigidTransform& X, const Triangles& all) {
  double least = kInf;
  for (const auto& [a, b, c] : all.triangles) {
    const Triangles one{{all.vertices[a], all.vertices[b], all.vertices[c]}, {{0, 1, 2}}};
    least = std::min(least, least_gap(contacts(solid, X, Shape(make_mesh(one)), 2)));
  }
  return least;
}

TEST(SurfaceContacts, HaveTheDistanceOfTheNearestTriangle) {
  const Triangles all = bumpy(4, 0.6);
  const Collider surface{Shape(make_mesh(all))};
  Random random(3);
  for (const Shape& solid : all_solids()) {
    for (int i = 0; i < 8; ++i) {
      const RigidTransform X{random.rotation(), Vec3(random.uniform(-1, 1), random.uniform(-1, 1),
                                                     random.uniform(0.8, 1.3))};
      const double distance = brute_force_distance(solid, X, all);
      if (distance < 1e-3) continue;
      const ManifoldList found = contacts(solid, X, surface, distance + 0.1);
      expect_sound_contacts(found, distance + 0.1);
      EXPECT_NEAR(least_gap(found), distance, 1e-9) << shape_name(solid);
      EXPECT_TRUE(contacts(solid, X, surface, distance - 1e-6).empty());
    }
  }
}

// A hundred thousand triangles, few of them near: contacts are those of the few.
TEST(SurfaceContacts, DoNotDependOnTrianglesFarAway) {
  const auto hills = [](double x, double y) {
    return Vec3(x, y, 0.3 * std::sin(1.7 * x) * std::cos(1.3 * y));
  };
  const Triangles all = make_grid(224, 10, 3, hills);
  const Collider whole{Shape(make_mesh(all))};
  Random random(31);
  for (int i = 0; i < 10; ++i) {
    const Vec3 at = hills(random.uniform(-8, 8), random.uniform(-8, 8));
    Triangles near{all.vertices, {}};
    for (const auto& triangle : all.triangles) {
      const bool is_near = (all.vertices[triangle[0]] - at).norm() < 1.2;
      if (is_near) near.triangles.push_back(triangle);
    }
    const Collider part{Shape(make_mesh(near))};
    for (const Shape& solid : all_solids()) {
      const RigidTransform X{random.rotation(), at + 0.25 * Vec3::UnitZ()};
      const ManifoldList found = contacts(solid, X, whole, 0.05);
      const ManifoldList expected = contacts(solid, X, part, 0.05);
      ASSERT_EQ(all_points(found).size(), all_points(expected).size()) << shape_name(solid);
      if (found.empty()) continue;
      EXPECT_NEAR(least_gap(found), least_gap(expected), 1e-12) << shape_name(solid);
    }
  }
}

// One collider serves any number of threads.
TEST(SurfaceContacts, AreTheSameInEveryThread) {
  const Collider surface{Shape(make_mesh(bumpy(6, 0.3)))};
  const auto find_all = [&] {
    Random random(2);
    std::vector<ManifoldPoint> points;
    for (int i = 0; i < 200; ++i) {
      const Vec3 at(random.uniform(-1, 1), random.uniform(-1, 1), 0.4);
      const ManifoldList found =
          contacts(Box{Vec3(0.5, 0.4, 0.3)}, {random.rotation(), at}, surface, 0.1);
      const std::vector<ManifoldPoint> more = all_points(found);
      points.insert(points.end(), more.begin(), more.end());
    }
    return points;
  };
  std::vector<std::vector<ManifoldPoint>> results(3);
  std::vector<std::thread> threads;
  for (auto& result : results) threads.emplace_back([&] { result = find_all(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) {
    ASSERT_EQ(result.size(), results[0].size());
    for (std::size_t k = 0; k < result.size(); ++k) {
      EXPECT_EQ(result[k].point, results[0][k].point);
      EXPECT_EQ(result[k].gap, results[0][k].gap);
      EXPECT_EQ(result[k].feature, results[0][k].feature);
    }
  }
}

TEST(SurfaceContacts, DoNotDependOnTheOrderOfTheTriangles) {
  const Triangles all = bumpy(6, 0.3);
  const Collider one{Shape(make_mesh(all))};
  const Collider other{Shape(make_mesh(shuffled(all, 2)))};
  Random random(8);
  const auto sorted = [](const ManifoldList& list) {
    std::vector<std::array<double, 4>> points;
    for (const ManifoldPoint& point : all_points(list)) {
      points.push_back({point.point.x(), point.point.y(), point.point.z(), point.gap});
    }
    std::sort(points.begin(), points.end());
    return points;
  };
  for (const Shape& solid : all_solids()) {
    for (int i = 0; i < 10; ++i) {
      const RigidTransform X{random.rotation(), Vec3(random.uniform(-1, 1), random.uniform(-1, 1),
                                                     random.uniform(0.4, 0.7))};
      const auto a = sorted(contacts(solid, X, one, 0.1));
      const auto b = sorted(contacts(solid, X, other, 0.1));
      ASSERT_EQ(a.size(), b.size()) << shape_name(solid);
      for (std::size_t k = 0; k < a.size(); ++k) {
        for (int c = 0; c < 4; ++c) EXPECT_NEAR(a[k][c], b[k][c], 1e-9) << shape_name(solid);
      }
    }
  }
}

TEST(SurfaceContacts, ExchangeWithTheOrderOfTheBodies) {
  const Collider surface{Shape(make_mesh(bumpy(6, 0.3)))};
  Random random(5);
  for (const Shape& solid : all_solids()) {
    const RigidTransform X{random.rotation(), Vec3(0.1, 0.2, 0.45)};
    const Vec3 u = 0.1 * random.direction();
    ManifoldList forward;
    ManifoldList backward;
    calc_manifolds(solid, X, surface, {}, {0.1, u}, forward);
    calc_manifolds(surface, {}, solid, X, {0.1, -u}, backward);
    ASSERT_EQ(forward.size(), backward.size());
    std::map<FeatureId, std::pair<Vec3, Vec3>> by_feature;
    for (const ShapeManifold& manifold : backward) {
      for (const ManifoldPoint& p : manifold.points)
        by_feature[p.feature] = {p.point, manifold.normal};
    }
    for (const ShapeManifold& manifold : forward) {
      for (const ManifoldPoint& p : manifold.points) {
        const FeatureId exchanged = p.feature << 32 | p.feature >> 32;
        ASSERT_TRUE(by_feature.contains(exchanged));
        EXPECT_EQ(by_feature[exchanged].first, p.point);
        EXPECT_EQ(by_feature[exchanged].second, -manifold.normal);
      }
    }
  }
}

// Two half planes that meet along the y axis, each sloping by `angle` (rad): a ridge if positive, a
// valley if negative.
Mesh make_fold(double angle) {
  const double z = -std::tan(angle);
  return make_mesh({{Vec3(0, -1, 0), Vec3(0, 1, 0), Vec3(1, -1, z), Vec3(1, 1, z), Vec3(-1, -1, z),
                     Vec3(-1, 1, z)},
                    {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}}});
}

// A ball over a ridge: beside it the faces' normals, between them that from the ridge to the
// centre, turning without a jump.
TEST(SurfaceContacts, OfABallAtARidgeTurnFromFaceToFace) {
  const double slope = 0.3;
  const Collider ridge{Shape(make_fold(slope))};
  const double r = 0.2;
  for (double angle = -0.6; angle <= 0.6; angle += 0.01) {
    const Vec3 direction(std::sin(angle), 0, std::cos(angle));
    const bool is_between = std::abs(angle) < slope;
    const double side = angle < 0 ? -1 : 1;
    const Vec3 face(side * std::sin(slope), 0, std::cos(slope));
    const Vec3 n = is_between ? direction : face;
    // Roll on beyond the ridge along the face.
    const Vec3 along(side * std::cos(slope), 0, -std::sin(slope));
    const Vec3 foot = is_between ? Vec3::Zero() : Vec3((std::abs(angle) - slope) * along);
    const ManifoldList found =
        contacts(Sphere{r}, {Quat::Identity(), foot + (r + 1e-3) * n}, ridge, 2e-3);
    ASSERT_EQ(found.size(), 1u) << angle;
    EXPECT_LE((found[0].normal - n).norm(), 1e-9) << angle;
    ASSERT_EQ(found[0].points.size(), 1u);
    EXPECT_NEAR(found[0].points[0].gap, 1e-3, 1e-12) << angle;
  }
}

// In a valley the ball touches both faces and never their common edge.
TEST(SurfaceContacts, OfABallInAValleyAreWithItsFaces) {
  const double slope = 0.3;
  const Collider valley{Shape(make_fold(-slope))};
  const double r = 0.2;
  for (const double x : {-0.02, -1e-6, 0.0, 1e-9, 0.01}) {
    const double height = r / std::cos(slope) + std::abs(x) * std::tan(slope) + 1e-4;
    const ManifoldList found =
        contacts(Sphere{r}, {Quat::Identity(), Vec3(x, 0.1, height)}, valley, 0.05);
    ASSERT_EQ(found.size(), 2u) << x;
    for (const ShapeManifold& manifold : found) {
      EXPECT_NEAR(std::abs(manifold.normal.x()), std::sin(slope), 1e-12);
      EXPECT_NEAR(manifold.normal.z(), std::cos(slope), 1e-12);
    }
  }
}

// Where the floor continues in one plane, only the plane's normal is right, however a solid moves
// over it.
TEST(SurfaceContacts, FeelNoEdgeWithinAFace) {
  const Collider floor{Shape(make_mesh(make_floor(12, 2, 5)))};
  Random random(6);
  for (const Shape& solid : all_solids()) {
    for (int i = 0; i < 100; ++i) {
      RigidTransform X = above_floor(solid, some_rotation(random), random.uniform(-1e-5, 1e-3));
      X.translation.x() = random.uniform(-1, 1);
      X.translation.y() = random.uniform(-1, 1);
      Vec3 motion = 0.1 * random.direction();
      motion.z() *= 0.01;
      for (const ShapeManifold& manifold : contacts(solid, X, floor, 0.15, motion)) {
        EXPECT_LE((manifold.normal - Vec3::UnitZ()).norm(), 1e-12) << shape_name(solid);
      }
    }
  }
}

// A sheet has two sides: a body above is pushed up, a body below down, also when it overlaps.
TEST(SurfaceContacts, OfASheetPushToTheSideOfTheSolid) {
  const Collider sheet{Shape(make_mesh(make_floor(8, 1, 2)))};
  for (const Shape& solid : all_solids()) {
    for (const double side : {-1.0, 1.0}) {
      for (const double gap : {-0.05, -1e-6, 0.0, 1e-3}) {
        RigidTransform X{Quat::Identity(), Vec3(0.03, 0.02, 0)};
        const Aabb bounds = calc_aabb(solid, X);
        X.translation.z() = side > 0 ? gap - bounds.lower.z() : -gap - bounds.upper.z();
        const ManifoldList found = contacts(solid, X, sheet, 0.01);
        ASSERT_FALSE(found.empty()) << shape_name(solid) << " " << side << " " << gap;
        EXPECT_NEAR(least_gap(found), gap, 1e-9) << shape_name(solid);
        for (const ShapeManifold& manifold : found) {
          if (least_gap(found) < gap + 1e-9) {
            EXPECT_NEAR(manifold.normal.z(), side, 1e-9) << shape_name(solid) << " " << gap;
          }
        }
      }
    }
  }
}

// A closed surface bounds a solid, whichever way its triangles face.
TEST(SurfaceContacts, OfAClosedMeshAreThoseOfTheBox) {
  const Vec3 size(1, 0.8, 0.6);
  const Collider outwards{Shape(make_mesh(make_box(size, 3, 1)))};
  const Collider inwards{Shape(make_mesh(turned_over(make_box(size, 3, 1))))};
  Random random(11);
  for (int i = 0; i < 200; ++i) {
    const RigidTransform X{Quat::Identity(), random.in_cube(0.9)};
    const double r = 0.2;
    const ManifoldList expected = contacts(Sphere{r}, X, Shape(Box{size}), 0.3);
    const bool is_inside = (X.translation.cwiseAbs().array() < 0.5 * size.array()).all();
    if (is_inside) continue;
    for (const Collider* mesh : {&outwards, &inwards}) {
      const ManifoldList found = contacts(Sphere{r}, X, *mesh, 0.3);
      ASSERT_EQ(found.empty(), expected.empty());
      if (found.empty()) continue;
      EXPECT_NEAR(least_gap(found), least_gap(expected), 1e-12);
      ASSERT_EQ(found.size(), 1u);
      EXPECT_LE((found[0].normal - expected[0].normal).norm(), 1e-9);
    }
  }
}

// A body within the solid gets a way out.
TEST(SurfaceContacts, WithinTheSolidPushOut) {
  const Collider box{Shape(make_mesh(make_box(Vec3(2, 2, 2), 4, 1)))};
  const std::vector<double> no_heights(30 * 30, 0.0);
  const Collider ground{
      Shape(HeightField{std::make_shared<HeightGrid>(30, 30, no_heights, Vec3(6, 6, 1))})};
  for (const Shape& solid : all_solids()) {
    const ManifoldList near_top = contacts(solid, {Quat::Identity(), Vec3(0.1, 0, 0.4)}, box, 0.01);
    ASSERT_EQ(near_top.size(), 1u) << shape_name(solid);
    EXPECT_NEAR(near_top[0].normal.z(), 1, 1e-12) << shape_name(solid);
    EXPECT_LT(least_gap(near_top), -0.6);
    for (const double z : {-0.1, -1.0, -50.0}) {
      const ManifoldList below =
          contacts(solid, {Quat::Identity(), Vec3(0.1, 0.2, z)}, ground, 0.01);
      ASSERT_EQ(below.size(), 1u) << shape_name(solid) << z;
      EXPECT_NEAR(below[0].normal.z(), 1, 1e-12) << shape_name(solid);
      EXPECT_NEAR(least_gap(below),
                  calc_aabb(solid, {Quat::Identity(), Vec3(0.1, 0.2, z)}).lower.z(), 1e-9);
    }
  }
}

TEST(SurfaceContacts, OfAHeightFieldAreThoseOfItsTriangles) {
  Random random(21);
  std::vector<double> elevations;
  for (int i = 0; i < 9 * 11; ++i) elevations.push_back(random.uniform(0, 1));
  const auto grid = std::make_shared<HeightGrid>(9, 11, elevations, Vec3(3, 2.5, 0.5));
  const Collider field{Shape(HeightField{grid})};
  const Collider mesh{Shape(make_mesh(closed_triangles_of(*grid, -1)))};
  const RigidTransform X_W2{random.rotation(), Vec3(0.3, -2, 1)};
  for (const Shape& solid : all_solids()) {
    for (int i = 0; i < 30; ++i) {
      const RigidTransform X =
          X_W2 * RigidTransform{
                     random.rotation(),
                     Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.6, 0.9))};
      const ManifoldList a = contacts(solid, X, field, 0.1, Vec3::Zero(), X_W2);
      const ManifoldList b = contacts(solid, X, mesh, 0.1, Vec3::Zero(), X_W2);
      ASSERT_EQ(all_points(a).size(), all_points(b).size()) << shape_name(solid);
      EXPECT_EQ(a.empty(), b.empty());
      if (a.empty()) continue;
      EXPECT_NEAR(least_gap(a), least_gap(b), 1e-12);
      for (int k = 0; k < 5; ++k) {
        const Vec3 v = random.in_cube(1);
        const Vec3 w = random.in_cube(1);
        EXPECT_NEAR(gap_after(a, v, w, X.translation), gap_after(b, v, w, X.translation), 1e-9);
      }
    }
  }
}

// A body that comes from the side, with its centre beyond the rim, meets the triangles as those of
// a sheet, even if they are above its centre: it is not inside the solid below them.
TEST(SurfaceContacts, OfAHeightFieldBesideItsRimAreThoseOfASheet) {
  Random random(22);
  int num_below = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> elevations;
    for (int k = 0; k < 4 * 4; ++k) elevations.push_back(random.uniform(0, 1));
    const auto grid = std::make_shared<HeightGrid>(4, 4, elevations, Vec3(3, 2.5, 0.3));
    const Collider field{Shape(HeightField{grid})};
    const Collider sheet{Shape(make_mesh(triangles_of(*grid)))};
    const RigidTransform X_W2{random.rotation(), random.in_cube(1)};
    for (const Shape& solid : all_solids()) {
      const Vec3 center(1.5 + random.uniform(0.4, 1) * bounding_radius(solid),
                        random.uniform(-1, 1), random.uniform(-0.5, 0.5));
      const Quat R = random.rotation();
      const RigidTransform X = X_W2 * RigidTransform{R, center - R * inner_point(solid)};
      const Vec3 way = 0.1 * bounding_radius(solid) * random.in_cube(1);
      const ManifoldList a = contacts(solid, X, field, 0.1, way, X_W2);
      const ManifoldList b = contacts(solid, X, sheet, 0.1, way, X_W2);
      ASSERT_EQ(all_points(a).size(), all_points(b).size()) << shape_name(solid);
      if (a.empty()) continue;
      num_below += center.z() < 0;
      EXPECT_NEAR(least_gap(a), least_gap(b), 1e-12) << shape_name(solid);
    }
  }
  EXPECT_GT(num_below, 100);
}

// Contacts move with the pair, up to round-off.
TEST(SurfaceContacts, DoNotDependOnWhereInTheWorldThePairIs) {
  const Collider surface{Shape(make_mesh(bumpy(6, 0.3)))};
  Random random(17);
  for (const Shape& solid : all_solids()) {
    for (int i = 0; i < 10; ++i) {
      const RigidTransform X{random.rotation(), Vec3(0.1, 0.2, random.uniform(0.4, 0.6))};
      const RigidTransform moved{random.rotation(), random.in_cube(50)};
      const ManifoldList here = contacts(solid, X, surface, 0.1);
      const ManifoldList there = contacts(solid, moved * X, surface, 0.1, Vec3::Zero(), moved);
      ASSERT_EQ(all_points(here).size(), all_points(there).size()) << shape_name(solid);
      if (here.empty()) continue;
      EXPECT_NEAR(least_gap(here), least_gap(there), 1e-11);
    }
  }
}

// A body that flies further than its size meets what is on its path, with the gap that is left
// along it, and nothing else.
TEST(SurfaceContacts, OfAProjectileAreThoseOnItsWay) {
  const Collider wall{Shape(make_mesh(make_floor(10, 2, 5)))};
  const double r = 0.05;
  for (const double side : {-1.0, 1.0}) {
    const RigidTransform X{Quat::Identity(), Vec3(0.2, 0.1, side * 0.8)};
    const ManifoldList hit = contacts(Sphere{r}, X, wall, 3, Vec3(0.3, 0, -2 * side));
    ASSERT_EQ(hit.size(), 1u);
    EXPECT_NEAR(hit[0].normal.z(), side, 1e-12);
    ASSERT_EQ(hit[0].points.size(), 1u);
    EXPECT_NEAR(hit[0].points[0].gap, 0.8 - r, 1e-6);
    EXPECT_LE((hit[0].points[0].point - X.translation).head<2>().norm(), 1e-6);
    EXPECT_TRUE(contacts(Sphere{r}, X, wall, 3, Vec3(0.3, 0, -0.7 * side)).empty());
    EXPECT_TRUE(contacts(Sphere{r}, X, wall, 3, Vec3(9, 0, -2 * side)).empty()) << "beside it";
    EXPECT_TRUE(contacts(Sphere{r}, X, wall, 3, Vec3(1, 0, 2 * side)).empty());
  }
}

// Contacts are sound whatever the numbers.
TEST(SurfaceContacts, AreSoundForAnyPoseSizeAndMotion) {
  Random random(99);
  const Triangles bumps = bumpy(6, 0.6);
  for (int i = 0; i < 300; ++i) {
    const double scale = random.log_uniform(1e-3, 1e3);
    Triangles all = bumps;
    for (Vec3& x : all.vertices) x = scale * x.cwiseProduct(Vec3(1, 1, random.index(3)));
    const Collider surface{Shape(make_mesh(all))};
    for (const Shape& solid : all_solids()) {
      const RigidTransform X{
          some_rotation(random),
          scale * Vec3(random.uniform(-2, 2), random.uniform(-2, 2), random.index(3) * 0.3)};
      const double margin = scale * random.log_uniform(1e-4, 1) * random.index(2);
      const Vec3 motion = random.log_uniform(1e-3, 20) * random.index(2) * random.direction();
      expect_sound_contacts(contacts(solid, X, surface, margin, motion), margin);
    }
  }
}

}  // namespace
}  // namespace stiction
