// Closest points, distances, overlaps and casts of shapes, judged by the definition of the shapes.

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "constants.h"
#include "query_shapes.h"

namespace stiction {
namespace {

using oracle::Posed;

// The ball about x that reaches the surface contains no point on the other side of it.
void expect_ball_is_free(const Posed& posed, const Vec3& x, const ClosestPoint& closest,
                         double size, Random& random) {
  const double radius = std::abs(closest.distance) - 1e-10 * size;
  if (radius <= 0) return;
  const double side = closest.distance < 0 ? -1 : 1;
  for (int k = 0; k < 40; ++k) {
    const Vec3 way = k == 0 ? Vec3(-side * closest.normal) : random.direction();
    const double r = (k % 2 == 0 ? 1 : random.uniform(0, 1)) * radius;
    ASSERT_GT(side * oracle::level(posed, x + r * way), -1e-12 * size)
        << shape_name(posed.shape) << " " << closest.distance;
  }
}

TEST(ClosestPoint, OfEverySolidIsOnTheSurfaceAndNoneIsNearer) {
  Random random(61);
  int num_inside = 0;
  for (int i = 0; i < 4000; ++i) {
    const int kind = i % (oracle::kNumSolids + 1);
    const Shape shape = kind == oracle::kNumSolids
                            ? Shape(Plane{random.direction(), random.uniform(-1, 1)})
                            : oracle::random_solid(random, kind, 0.05, 2);
    const Posed posed{shape, oracle::random_pose(random, 3)};
    const double size = std::isfinite(bounding_radius(shape)) ? bounding_radius(shape) : 2;
    const Vec3 x = posed.X_WS * random.in_cube((i % 2 ? 0.7 : 3) * size);
    const auto closest = closest_point(shape, posed.X_WS, x);
    ASSERT_TRUE(closest);
    EXPECT_NEAR(closest->normal.norm(), 1, 1e-12);
    EXPECT_LE((x - closest->distance * closest->normal - closest->point).norm(), 1e-13 * size);
    EXPECT_NEAR(oracle::level(posed, closest->point), 0, 1e-10 * size) << shape_name(shape);
    EXPECT_EQ(closest->distance < 0, oracle::level(posed, x) < 0) << shape_name(shape);
    expect_ball_is_free(posed, x, *closest, size, random);
    num_inside += closest->distance < 0;
    const double just_less = closest->distance - 1e-9 * size;
    if (just_less > 0) {
      EXPECT_FALSE(closest_point(shape, posed.X_WS, x, just_less));
      EXPECT_TRUE(closest_point(shape, posed.X_WS, x, closest->distance + 1e-9 * size));
    } else if (closest->distance < 0) {
      EXPECT_TRUE(closest_point(shape, posed.X_WS, x, 0)) << "inside is near enough";
    }
  }
  EXPECT_GT(num_inside, 500);
}

TEST(ClosestPoint, OfAClosedMeshIsThatOfItsHull) {
  Random random(62);
  for (int i = 0; i < 40; ++i) {
    const Hull hull = oracle::hull_in_cube(random, 8 + random.index(40), 1);
    const Collider mesh(oracle::mesh_of(hull, i % 2 == 0));
    const RigidTransform X_WS = oracle::random_pose(random, 2);
    for (int k = 0; k < 60; ++k) {
      const Vec3 x = X_WS * random.in_cube(k % 2 ? 1 : 4);
      const double reach = k % 3 == 0 ? random.uniform(0, 3) : kInf;
      const auto of_hull = closest_point(Shape(hull), X_WS, x, reach);
      const auto of_mesh = closest_point(mesh, X_WS, x, reach);
      ASSERT_EQ(of_hull.has_value(), of_mesh.has_value());
      if (!of_hull) continue;
      EXPECT_NEAR(of_hull->distance, of_mesh->distance, 1e-11);
      if (of_hull->distance > 0) {
        EXPECT_LE((of_hull->point - of_mesh->point).norm(), 1e-9);
      }
    }
  }
}

TEST(ClosestPoint, OfASheetHasTwoSidesAndNoInside) {
  const Shape sheet = Mesh{std::make_shared<TriangleMesh>(
      std::vector<Vec3>{Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)},
      std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}})};
  for (const double side : {-1.0, 1.0}) {
    const auto over = closest_point(sheet, {}, Vec3(0.2, 0.3, side));
    EXPECT_DOUBLE_EQ(over->distance, 1);
    EXPECT_EQ(over->normal, Vec3(0, 0, side));
    const auto beside = closest_point(sheet, {}, Vec3(4, 0, 4 * side));
    EXPECT_DOUBLE_EQ(beside->distance, 5);
    EXPECT_LE((beside->point - Vec3(1, 0, 0)).norm(), 1e-15);
  }
  const auto on = closest_point(sheet, {}, Vec3(0.2, 0.3, 0));
  EXPECT_EQ(on->distance, 0);
  EXPECT_NEAR(std::abs(on->normal.z()), 1, 1e-15);
}

TEST(ClosestPoint, OfAHeightFieldIsNegativeBelow) {
  Random random(63);
  const Vec3 size(4, 3, 1);
  const Posed posed{oracle::random_field(random, 8, 9, size), oracle::random_pose(random, 2)};
  const Collider collider(posed.shape);
  for (int i = 0; i < 500; ++i) {
    const double x = random.uniform(-0.9, 0.9);
    const double y = random.uniform(-0.4, 0.4);
    const Vec3 p = posed.X_WS * Vec3(x, y, random.uniform(-0.9, 1.9));
    const auto closest = closest_point(collider, posed.X_WS, p);
    ASSERT_TRUE(closest);
    EXPECT_EQ(closest->distance < 0, oracle::level(posed, p) < 0);
    EXPECT_NEAR(oracle::level(posed, closest->point), 0, 1e-12);
    expect_ball_is_free(posed, p, *closest, 1, random);
  }
}

// A shape, and others of all kinds as its target.
Collider random_target(Random& random, int kind) {
  if (kind < oracle::kNumSolids) return oracle::random_solid(random, kind, 0.2, 2);
  if (kind == oracle::kNumSolids) return Shape(Plane{random.direction(), random.uniform(-1, 1)});
  if (kind == oracle::kNumSolids + 1) {
    return Shape(oracle::mesh_of(oracle::hull_in_cube(random, 30, 1), random.index(2) == 0));
  }
  return Shape(oracle::random_field(random, 6, 7, Vec3(4, 3, 0.5)));
}
constexpr int kNumTargets = oracle::kNumSolids + 3;

// The laws of `cast_shape`: separated up to the hit, and touching there.
void expect_first_touch(const Collider& moving, const RigidTransform& X_WM,
                        const Vec3& displacement, const Collider& target,
                        const RigidTransform& X_WT, const std::string& where) {
  const auto distance_at = [&](double s) {
    const auto distance =
        calc_distance(moving, {X_WM.rotation, X_WM.translation + s * displacement}, target, X_WT);
    return distance ? distance->distance : kInf;
  };
  const auto hit = cast_shape(moving, X_WM, displacement, target, X_WT);
  if (hit && hit->fraction == 0) {
    EXPECT_LE(distance_at(0), 1e-8) << where;
    return;
  }
  const double free = hit ? hit->fraction : 1;
  for (int k = 0; k < 12; ++k) {
    ASSERT_GE(distance_at(k / 12.0 * free), -1e-8) << where << " at " << k / 12.0 * free;
  }
  if (!hit) return;
  ASSERT_LE(hit->fraction, 1) << where;
  ASSERT_NEAR(hit->normal.norm(), 1, 1e-9) << where;
  EXPECT_NEAR(distance_at(hit->fraction), 0, 1e-8) << where;
  EXPECT_LT(hit->normal.dot(displacement), 0) << where;
}

TEST(CastShape, StopsAtTheFirstTouchOfEveryPair) {
  Random random(64);
  int num_hits = 0;
  int num_starts = 0;
  for (int i = 0; i < 15 * oracle::kNumSolids * kNumTargets; ++i) {
    const Collider moving(oracle::random_solid(random, i % oracle::kNumSolids, 0.1, 0.8));
    const Collider target = random_target(random, i / oracle::kNumSolids % kNumTargets);
    const RigidTransform X_WT = oracle::random_pose(random, 1);
    RigidTransform X_WM = oracle::random_pose(random, 5);
    if (std::holds_alternative<HeightField>(target.shape())) {  // has no walls: from above
      X_WM.translation = X_WT * (Vec3(0, 0, 3) + random.in_cube(1));
    }
    const Vec3 aim = X_WT.translation + random.in_cube(1.2) - X_WM.translation;
    const Vec3 displacement = random.uniform(0.3, 2) * aim;
    const std::string where = std::to_string(i) + ": " + std::string(shape_name(moving.shape())) +
                              " at " + std::string(shape_name(target.shape()));
    expect_first_touch(moving, X_WM, displacement, target, X_WT, where);
    if (testing::Test::HasFatalFailure()) return;
    const auto hit = cast_shape(moving, X_WM, displacement, target, X_WT);
    num_hits += hit.has_value();
    num_starts += hit && hit->fraction == 0;
  }
  EXPECT_GT(num_hits, 300);
  EXPECT_GT(num_starts, 20);
}

TEST(CastShape, AgreesWithClosedForms) {
  const Vec3 way(8, 0, 0);
  const auto fraction = [&](const Shape& moving, const Vec3& from, const Shape& target) {
    const auto hit = cast_shape(moving, {.translation = from}, way, target, {});
    return hit ? hit->fraction : kInf;
  };
  // Balls of radii 2 and 3 whose centres pass at a distance of 3 touch 4 before the middle.
  EXPECT_NEAR(fraction(Sphere{2}, Vec3(-8, 3, 0), Sphere{3}), 0.5, 1e-9);
  EXPECT_NEAR(fraction(Sphere{1}, Vec3(-5, 0, 0), Box{Vec3(4, 4, 4)}), 0.25, 1e-10);
  // Against the edge: 1^2 = 0.6^2 + 0.8^2.
  EXPECT_NEAR(fraction(Sphere{1}, Vec3(-6.8, 2.6, 0), Box{Vec3(4, 4, 4)}), 0.5, 1e-9);
  EXPECT_NEAR(fraction(Box{Vec3(1, 1, 1)}, Vec3(-4.5, 0, 0), Plane{-Vec3::UnitX(), 0}), 0.5, 1e-10);
  EXPECT_NEAR(fraction(Cylinder{1, 1}, Vec3(-6, 0, 0), Cylinder{1, 1}), 0.5, 1e-9);
  EXPECT_NEAR(fraction(Box{Vec3(2, 2, 2)}, Vec3(-10 + 1e-8, 0, 0), Box{Vec3(2, 2, 2)}), 1, 1e-8);
  EXPECT_EQ(fraction(Box{Vec3(2, 2, 2)}, Vec3(-10, 0, 0), Box{Vec3(2, 2, 2)}), kInf)
      << "touches at the very end, and no more";
  EXPECT_EQ(fraction(Sphere{2}, Vec3(-8, 5.001, 0), Sphere{3}), kInf);
  EXPECT_LT(fraction(Sphere{2}, Vec3(-8, 4.999, 0), Sphere{3}), 1);
}

TEST(CastShape, SlidesAndPartsWithoutAHit) {
  const Box floor{Vec3(4, 4, 2)};
  const Shape mesh = Mesh{std::make_shared<TriangleMesh>(
      std::vector<Vec3>{Vec3(-9, -9, 1), Vec3(0.3, -9, 1), Vec3(9, -9, 1), Vec3(9, 9, 1),
                        Vec3(0.3, 9, 1), Vec3(-9, 9, 1)},
      std::vector<std::array<int, 3>>{{0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}})};
  const Shape movers[] = {Box{Vec3(1, 1, 1)}, Sphere{0.5}, Capsule{0.25, 0.5}, Cylinder{1, 1},
                          Cone{1, 1}};
  for (const Shape& moving : movers) {
    for (const Shape& target : {Shape(floor), mesh}) {
      const std::string pair =
          std::string(shape_name(moving)) + " on " + std::string(shape_name(target));
      for (const double overlap : {0.0, 1e-10}) {
        const RigidTransform on{.translation = Vec3(-5, 0.1, 1.5 - overlap)};
        EXPECT_FALSE(cast_shape(moving, on, Vec3(10, 0.3, 0), target, {}, 1e-9)) << pair;
        const RigidTransform mid{.translation = Vec3(0.1, 0.1, 1.5 - overlap)};
        EXPECT_FALSE(cast_shape(moving, mid, Vec3(0, 0, 10), target, {}, 1e-9)) << pair;
        const auto into = cast_shape(moving, mid, Vec3(5, 0, -1), target, {}, 1e-9);
        ASSERT_TRUE(into) << pair;
        EXPECT_LE(into->fraction, 1e-8) << pair;
        EXPECT_LE((into->normal - Vec3::UnitZ()).norm(), 1e-6) << pair;
      }
      const RigidTransform deep{.translation = Vec3(0.1, 0.1, 1.4)};
      const auto hit = cast_shape(moving, deep, Vec3(0, 0, 10), target, {}, 1e-9);
      ASSERT_TRUE(hit) << pair;
      EXPECT_EQ(hit->fraction, 0) << pair;
    }
  }
}

TEST(CastShape, GoesThroughNoSheetHoweverFast) {
  Random random(65);
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  constexpr int kSide = 30;
  for (int j = 0; j <= kSide; ++j) {
    for (int i = 0; i <= kSide; ++i) vertices.push_back(Vec3(0.1 * i, 0.1 * j, 0));
  }
  for (int j = 0; j < kSide; ++j) {
    for (int i = 0; i < kSide; ++i) {
      const int v = j * (kSide + 1) + i;
      triangles.push_back({v, v + 1, v + kSide + 2});
      triangles.push_back({v, v + kSide + 2, v + kSide + 1});
    }
  }
  const Collider sheet(Shape(Mesh{std::make_shared<TriangleMesh>(vertices, triangles)}));
  for (int i = 0; i < 200; ++i) {
    const Collider moving(oracle::random_solid(random, i % oracle::kNumSolids, 0.01, 0.05));
    const double x = random.uniform(0.5, 2.5);
    const Vec3 goal(x, random.uniform(0.5, 2.5), 0);
    const Vec3 start(x, 1.5, i % 2 ? 30.0 : -30.0);
    const auto hit = cast_shape(moving, {random.rotation(), start}, 2 * (goal - start), sheet, {});
    ASSERT_TRUE(hit) << i;
    EXPECT_NEAR(hit->fraction, 0.5, 0.01);
    EXPECT_NEAR(hit->normal.z(), i % 2 ? 1 : -1, 1e-6) << "face on, not an edge";
  }
}

TEST(CastShape, RefusesWhatIsNoSolid) {
  EXPECT_THROW(cast_shape(Shape(Plane{}), {}, Vec3::UnitX(), Shape(Sphere{1}), {}),
               std::invalid_argument);
}

// The squares of such distances overflow, and some of the distances do, too.
TEST(Queries, OfPlacesBeyondTheRangeFindNothing) {
  Random random(68);
  for (int i = 0; i < 4000; ++i) {
    const Shape A = oracle::random_solid(random, i % oracle::kNumSolids, 0.05, 2);
    const int kind = i / 10 % (oracle::kNumSolids + 2);
    const Shape B =
        kind == oracle::kNumSolids  ? Shape(oracle::mesh_of(oracle::hull_in_cube(random, 12, 1)))
        : kind > oracle::kNumSolids ? Shape(oracle::random_field(random, 4, 5, Vec3(3, 3, 1)))
                                    : oracle::random_solid(random, kind, 0.05, 2);
    const RigidTransform here = oracle::random_pose(random, 3);
    const RigidTransform there{random.rotation(),
                               random.log_uniform(1e141, 1e308) * random.direction()};
    EXPECT_FALSE(closest_point(B, here, there.translation));
    EXPECT_FALSE(calc_distance(A, there, B, here));
    EXPECT_FALSE(calc_distance(B, here, A, there));
    EXPECT_FALSE(overlaps(A, there, B, here));
    EXPECT_FALSE(cast_shape(A, there, -there.translation, B, here));
    EXPECT_FALSE(cast_shape(A, here, there.translation, B, here));
  }
}

// Poses and motions that are not finite, or far out of range, have no contact.
TEST(Manifold, OfWhatIsNoNumberIsEmpty) {
  Random random(69);
  for (int i = 0; i < 2000; ++i) {
    const Shape A = oracle::random_solid(random, i % oracle::kNumSolids, 0.05, 2);
    const Shape B = oracle::random_solid(random, i / 10 % oracle::kNumSolids, 0.05, 2);
    for (const double bad : {kNaN, kInf, 1e200}) {
      RigidTransform X_WA = oracle::random_pose(random, 0.1);
      NarrowPhaseQuery query{.margin = kInf};
      switch (i % 4) {
        case 0:
          X_WA.translation[i % 3] = bad;
          break;
        case 1:
          X_WA.rotation.coeffs()[i % 3] = bad;
          break;
        case 2:
          query.relative_displacement[i % 3] = bad;
          break;
        default:
          query.relative_rotation[i % 3] = bad;
      }
      ShapeManifold manifold;
      calc_manifold(A, X_WA, B, {}, query, manifold);
      EXPECT_TRUE(manifold.points.empty()) << shape_name(A) << ' ' << shape_name(B) << ' ' << bad;
    }
  }
}

TEST(Distance, IsSymmetricAndItsPointsAreOnTheSurfaces) {
  Random random(66);
  for (int i = 0; i < 1500; ++i) {
    const Collider A(oracle::random_solid(random, i % oracle::kNumSolids, 0.1, 1));
    const Collider B = random_target(random, i / oracle::kNumSolids % (oracle::kNumSolids + 1));
    const RigidTransform X_WA = oracle::random_pose(random, 3);
    const RigidTransform X_WB = oracle::random_pose(random, 1);
    const auto ab = calc_distance(A, X_WA, B, X_WB);
    const auto ba = calc_distance(B, X_WB, A, X_WA);
    ASSERT_TRUE(ab && ba);
    const std::string pair =
        std::string(shape_name(A.shape())) + " and " + std::string(shape_name(B.shape()));
    EXPECT_EQ(ab->distance, ba->distance) << pair;
    EXPECT_EQ(ab->normal, -ba->normal) << pair;
    EXPECT_LE((ab->on_a - ab->on_b - ab->distance * ab->normal).norm(), 1e-12);
    EXPECT_EQ(overlaps(A, X_WA, B, X_WB), ab->distance <= 0) << pair;
    if (ab->distance <= 0) {
      EXPECT_TRUE(overlaps(B, X_WB, A, X_WA, -0.99 * ab->distance)) << pair;
      EXPECT_FALSE(overlaps(B, X_WB, A, X_WA, 1e-9 - 1.01 * ab->distance)) << pair;
      continue;
    }
    EXPECT_NEAR(oracle::level({A.shape(), X_WA}, ab->on_a), 0, 1e-6) << pair;
    EXPECT_NEAR(oracle::level({B.shape(), X_WB}, ab->on_b), 0, 1e-6) << pair;
    EXPECT_FALSE(calc_distance(A, X_WA, B, X_WB, 0.99 * ab->distance)) << pair;
  }
}

// Including beside its rim, and below it, where it has no contacts.
TEST(Distance, OfAHeightFieldIsTheLeastOnEverySide) {
  Random random(68);
  int num_apart = 0;
  int num_below = 0;
  for (int i = 0; i < 400; ++i) {
    const Collider A(oracle::random_solid(random, i % oracle::kNumSolids, 0.1, 1));
    const HeightField shape = oracle::random_field(random, 4, 5, Vec3(2, 3, 0.5));
    const Collider field{Shape(shape)};
    const RigidTransform X_WA = oracle::random_pose(random, 3);
    const auto distance = calc_distance(A, X_WA, field, {});
    ASSERT_TRUE(distance);
    EXPECT_EQ(overlaps(A, X_WA, field, {}), distance->distance <= 0);
    if (distance->distance <= 0) continue;
    std::vector<Vec3> on_solid;
    for (int k = 0; k < 300; ++k) {
      const Vec3 far = X_WA.translation + 5 * random.direction();
      on_solid.push_back(closest_point(A, X_WA, far)->point);
    }
    // A solid that is partly under the field is neither separate nor known by its centre.
    const bool is_in_part_under = std::ranges::any_of(
        on_solid, [&](const Vec3& x) { return closest_point(field, {}, x)->distance < 0; });
    if (is_in_part_under) continue;
    ++num_apart;
    num_below += distance->on_a.z() < distance->on_b.z();
    EXPECT_NEAR(oracle::level({A.shape(), X_WA}, distance->on_a), 0, 1e-6) << shape_name(A.shape());
    EXPECT_NEAR(closest_point(field, {}, distance->on_b)->distance, 0, 1e-9);
    for (const Vec3& x : on_solid) {
      EXPECT_GE(closest_point(field, {}, x)->distance, distance->distance - 1e-6);
    }
    for (int k = 0; k < 60; ++k) {
      const double x = random.uniform(-1, 1);
      const double y = random.uniform(-1.5, 1.5);
      const Vec3 on_field(x, y, oracle::field_height(*shape.grid, x, y));
      EXPECT_GE(closest_point(A, X_WA, on_field)->distance, distance->distance - 1e-6);
    }
  }
  EXPECT_GT(num_apart, 200);
  EXPECT_GT(num_below, 50);
}

TEST(Distance, IsNegativeDeepInside) {
  Random random(69);
  const Hull hull = oracle::hull_in_cube(random, 60, 1);
  const Collider mesh(Shape(oracle::mesh_of(hull)));
  const Vec3 middle = hull.polyhedron->center();
  for (int kind = 0; kind < oracle::kNumSolids; ++kind) {
    const Collider small(oracle::random_solid(random, kind, 0.01, 0.02));
    const auto distance = calc_distance(small, {.translation = middle}, mesh, {});
    ASSERT_TRUE(distance);
    EXPECT_NEAR(distance->distance, closest_point(mesh, {}, middle)->distance,
                bounding_radius(small.shape()));
  }
}

TEST(Overlap, KnowsWhatIsInsideAMeshAndUnderAField) {
  Random random(67);
  const Hull hull = oracle::hull_in_cube(random, 60, 1);
  const Collider mesh(Shape(oracle::mesh_of(hull)));
  const Collider field(Shape(oracle::random_field(random, 9, 9, Vec3(4, 4, 0.1))));
  for (int kind = 0; kind < oracle::kNumSolids; ++kind) {
    const Collider small(oracle::random_solid(random, kind, 0.01, 0.02));
    const RigidTransform inside{.translation = hull.polyhedron->center()};
    EXPECT_TRUE(overlaps(small, inside, mesh, {}));
    EXPECT_TRUE(overlaps(mesh, {}, small, inside));
    EXPECT_FALSE(overlaps(small, {.translation = Vec3(3, 0, 0)}, mesh, {}));
    EXPECT_TRUE(overlaps(small, {.translation = Vec3(0, 0, -0.5)}, field, {}));
    EXPECT_FALSE(overlaps(small, {.translation = Vec3(0, 0, 0.5)}, field, {}));
    EXPECT_FALSE(overlaps(small, {.translation = Vec3(2.5, 0, -0.5)}, field, {}));
  }
  EXPECT_FALSE(overlaps(mesh, {}, field, {})) << "surfaces do not collide";
  EXPECT_FALSE(calc_distance(mesh, {}, field, {}));
}

}  // namespace
}  // namespace stiction
