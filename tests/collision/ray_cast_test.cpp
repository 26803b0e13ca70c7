// A ray's hit is on the surface, no point of the shape is nearer on the ray, and a ray that misses
// meets nothing: judged by the definition of the shapes.

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <vector>

#include "constants.h"
#include "query_shapes.h"

namespace stiction {
namespace {

using oracle::Posed;

std::optional<RayHit> cast(const Posed& posed, const Ray& ray) {
  return ray_cast(posed.shape, posed.X_WS, ray);
}

std::string in_words(const Posed& posed, const Ray& ray) {
  std::ostringstream text;
  text.precision(17);
  text << shape_name(posed.shape) << " at " << posed.X_WS.translation.transpose() << " turned "
       << posed.X_WS.rotation.coeffs().transpose() << ", ray from " << ray.origin.transpose()
       << " along " << ray.direction.transpose() << " to " << ray.max_distance;
  return text.str();
}

// A ray aimed at a point in or near the shape, from anywhere; often along an axis.
Ray random_ray(Random& random, const Posed& posed, double size) {
  const Vec3 target = posed.X_WS * random.in_cube(1.1 * size);
  Vec3 direction = random.direction();
  if (random.index(3) == 0) direction = posed.X_WS.rotation * Vec3::Unit(random.index(3));
  if (random.index(6) == 0) direction = -direction;
  const double back = random.index(4) == 0 ? 0.5 * size : 4 * size;
  Ray ray{target - random.uniform(0, back) * direction, random.log_uniform(1e-3, 1e3) * direction};
  if (random.index(3) == 0) ray.max_distance = random.uniform(0, 4 * size);
  return ray;
}

void expect_on_surface(const Posed& posed, const Ray& ray, const RayHit& hit, double size) {
  const Vec3 direction = ray.direction.normalized();
  ASSERT_TRUE(hit.point.allFinite() && hit.normal.allFinite()) << in_words(posed, ray);
  EXPECT_NEAR(hit.normal.norm(), 1, 1e-12) << in_words(posed, ray);
  EXPECT_LE(hit.normal.dot(direction), 1e-9) << in_words(posed, ray);
  EXPECT_LE((hit.point - ray.origin - hit.distance * direction).norm(), 1e-12 * size);
  if (hit.distance == 0) {
    EXPECT_LE(oracle::level(posed, ray.origin), 1e-12 * size) << in_words(posed, ray);
    return;
  }
  EXPECT_NEAR(oracle::level(posed, hit.point), 0, 1e-10 * size) << in_words(posed, ray);
  EXPECT_GT(oracle::level(posed, hit.point + 1e-6 * size * hit.normal), 0) << in_words(posed, ray);
}

// The laws for one ray; `size` is that of the numbers involved.
void expect_first_hit(const Posed& posed, const Ray& ray, double size) {
  const std::optional<RayHit> hit = cast(posed, ray);
  const Vec3 direction = ray.direction.normalized();
  const double reach = std::min(ray.max_distance, 8 * size);
  if (hit) {
    ASSERT_GE(hit->distance, 0);
    ASSERT_LE(hit->distance, ray.max_distance);
    expect_on_surface(posed, ray, *hit, size);
    if (hit->distance == 0) return;
  }
  const double free = hit ? hit->distance : reach;
  for (int k = 0; k < 64; ++k) {
    const double t = k / 64.0 * free;
    ASSERT_GE(oracle::level(posed, ray.origin + t * direction), -1e-10 * size)
        << in_words(posed, ray) << " is inside at " << t << " before "
        << (hit ? hit->distance : kInf);
  }
}

TEST(RayCast, HitsTheFirstPointOfEverySolid) {
  Random random(51);
  int num_hits = 0;
  for (int i = 0; i < 6600; ++i) {
    const int kind = i % (oracle::kNumSolids + 1);
    const Shape shape = kind == oracle::kNumSolids
                            ? Shape(Plane{random.direction(), random.uniform(-1, 1)})
                            : oracle::random_solid(random, kind, 0.05, 2);
    const Posed posed{shape, oracle::random_pose(random, 3)};
    const double size = std::isfinite(bounding_radius(shape)) ? bounding_radius(shape) : 2;
    const Ray ray = random_ray(random, posed, size);
    expect_first_hit(posed, ray, std::max(size, 1.0) * 4);
    num_hits += cast(posed, ray).has_value();
  }
  EXPECT_GT(num_hits, 2000);
  EXPECT_LT(num_hits, 5000);
}

/// A ray through the middle of a solid, which it cannot miss, from that far away.
Ray ray_through_middle(Random& random, const Posed& posed, double least, double most) {
  const Vec3 direction = random.direction();
  return {posed.X_WS.translation - random.log_uniform(least, most) * direction, direction};
}

TEST(RayCast, IsExactFromFarAwayAndForThinShapes) {
  Random random(52);
  for (int i = 0; i < 3000; ++i) {
    const double size = random.log_uniform(1e-3, 1e3);
    const Shape shape = oracle::random_solid(random, i % 5, 1e-6 * size, size);
    const Posed posed{shape, oracle::random_pose(random, size)};
    const Ray ray = ray_through_middle(random, posed, 2 * size, 1e4 * size);
    const double back = (posed.X_WS.translation - ray.origin).norm();
    const std::optional<RayHit> hit = cast(posed, ray);
    ASSERT_TRUE(hit) << in_words(posed, ray);
    EXPECT_NEAR(oracle::level(posed, hit->point), 0, 1e-14 * (back + size)) << in_words(posed, ray);
    EXPECT_LE(hit->distance, back);
  }
}

// Rays from more than 1000 sizes away missed ellipsoids and rounded solids.
TEST(RayCast, HitsEverySolidFromFarAway) {
  Random random(54);
  for (int i = 0; i < 3000; ++i) {
    const double size = random.log_uniform(1e-3, 1e3);
    const Shape shape = oracle::random_solid(random, i % oracle::kNumSolids, 0.1 * size, size);
    const Posed posed{shape, oracle::random_pose(random, size)};
    const Ray ray = ray_through_middle(random, posed, 1e2 * size, 1e7 * size);
    const double back = (posed.X_WS.translation - ray.origin).norm();
    const std::optional<RayHit> hit = cast(posed, ray);
    ASSERT_TRUE(hit) << in_words(posed, ray);
    EXPECT_NEAR(oracle::level(posed, hit->point), 0, 1e-12 * size + 1e-14 * back)
        << in_words(posed, ray);
  }
}

TEST(RayCast, HitsAtOnceFromInside) {
  Random random(53);
  for (int i = 0; i < 300; ++i) {
    const Shape shape = oracle::random_solid(random, i % oracle::kNumSolids, 0.1, 2);
    const Posed posed{shape, oracle::random_pose(random, 3)};
    const Vec3 direction = random.direction();
    for (const double reach : {0.0, 1e-6, kInf}) {
      const auto hit = cast(posed, {posed.X_WS * inner_point(shape), direction, reach});
      ASSERT_TRUE(hit) << shape_name(shape);
      EXPECT_EQ(hit->distance, 0);
      EXPECT_LE((hit->normal + direction).norm(), 1e-14);
    }
  }
  EXPECT_EQ(cast({Plane{}, {}}, {Vec3(0, 0, -5), Vec3::UnitZ()})->distance, 0);
}

TEST(RayCast, LeavesASurfaceWithoutHittingIt) {
  const Hull cube{std::make_shared<ConvexPolyhedron>(
      std::vector<Vec3>{Vec3(-1, -1, -1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(1, 1, -1),
                        Vec3(-1, -1, 1), Vec3(1, -1, 1), Vec3(-1, 1, 1), Vec3(1, 1, 1)})};
  const Shape shapes[] = {
      Sphere{1}, Box{Vec3(2, 2, 2)},   Capsule{0.5, 1}, Cylinder{1, 2}, Plane{Vec3::UnitZ(), 1},
      cube,      oracle::mesh_of(cube)};
  for (const Shape& shape : shapes) {
    EXPECT_FALSE(cast({shape, {}}, {Vec3(0, 0, 1), Vec3::UnitZ()})) << shape_name(shape);
    const auto entering = cast({shape, {}}, {Vec3(0, 0, 1), -Vec3::UnitZ()});
    ASSERT_TRUE(entering) << shape_name(shape);
    EXPECT_EQ(entering->distance, 0) << shape_name(shape);
    EXPECT_LE((entering->normal - Vec3::UnitZ()).norm(), 1e-15) << shape_name(shape);
  }
}

TEST(RayCast, SeesClosedFormsByHand) {
  const auto distance = [](const Shape& shape, const Vec3& origin, const Vec3& direction) {
    const auto hit = ray_cast(shape, {}, {origin, direction});
    return hit ? hit->distance : kInf;
  };
  EXPECT_DOUBLE_EQ(distance(Sphere{5}, Vec3(-10, 3, 0), Vec3(2, 0, 0)), 6);
  EXPECT_DOUBLE_EQ(distance(Capsule{1, 4}, Vec3(0, 0, 9), -Vec3::UnitZ()), 6);
  EXPECT_DOUBLE_EQ(distance(Capsule{1, 4}, Vec3(7, 0, 1.5), -Vec3::UnitX()), 6);
  EXPECT_DOUBLE_EQ(distance(Cylinder{5, 2}, Vec3(-10, 3, 0.5), Vec3::UnitX()), 6);
  EXPECT_DOUBLE_EQ(distance(Cylinder{5, 2}, Vec3(1, 1, -4), Vec3::UnitZ()), 3);
  EXPECT_DOUBLE_EQ(distance(Cone{1, 2}, Vec3(0, 0, 5), -Vec3::UnitZ()), 4) << "the apex";
  EXPECT_DOUBLE_EQ(distance(Cone{1, 2}, Vec3(3, 0, 0), -Vec3::UnitX()), 2.5) << "half way up";
  EXPECT_DOUBLE_EQ(distance(Cone{1, 2}, Vec3(0.5, 0, 5), -Vec3::UnitZ()), 5) << "the side";
  // Along the side, from apex to rim, and a hair beside it.
  EXPECT_LT(distance(Cone{1, 2}, Vec3(0, 0, 1 - 1e-12) - Vec3(1, 0, -2), Vec3(1, 0, -2)), kInf);
  EXPECT_EQ(distance(Cone{1, 2}, Vec3(0, 0, 1 + 1e-9) - Vec3(1, 0, -2), Vec3(1, 0, -2)), kInf);
}

TEST(RayCast, GrazesWhatItTouchesAndMissesWhatItDoesNot) {
  const Ray level{Vec3(-5, 0, 1), Vec3::UnitX()};
  for (const Shape& shape : {Shape(Sphere{1}), Shape(Box{Vec3(2, 2, 2)}), Shape(Capsule{0.5, 1}),
                             Shape(Cylinder{3, 2}), Shape(Cone{3, 2})}) {
    EXPECT_TRUE(ray_cast(shape, {}, level)) << shape_name(shape);
    EXPECT_FALSE(ray_cast(shape, {.translation = Vec3(0, 0, -1e-9)}, level)) << shape_name(shape);
    EXPECT_TRUE(ray_cast(shape, {.translation = Vec3(0, 0, 1e-9)}, level)) << shape_name(shape);
  }
}

TEST(RayCast, SeesTheSameOfAHullAndOfItsMesh) {
  Random random(54);
  for (int i = 0; i < 60; ++i) {
    const Hull hull = oracle::hull_in_cube(random, 8 + random.index(40), 1);
    const RigidTransform X_WS = oracle::random_pose(random, 3);
    const Collider mesh(oracle::mesh_of(hull, i % 2 == 0));
    for (int k = 0; k < 40; ++k) {
      const Ray ray = random_ray(random, {hull, X_WS}, 1);
      const auto of_hull = ray_cast(Shape(hull), X_WS, ray);
      const auto of_mesh = ray_cast(mesh, X_WS, ray);
      ASSERT_EQ(of_hull.has_value(), of_mesh.has_value()) << in_words({hull, X_WS}, ray);
      if (!of_hull) continue;
      ASSERT_NEAR(of_hull->distance, of_mesh->distance, 1e-11) << in_words({hull, X_WS}, ray);
      ASSERT_LE((of_hull->normal - of_mesh->normal).norm(), 1e-9);
      const bool is_inside = of_hull->distance == 0;
      if (is_inside) continue;
      const auto& corners = std::get<Mesh>(mesh.shape()).surface->triangles()[of_mesh->face];
      const auto& face = hull.polyhedron->faces()[of_hull->face];
      for (const int corner : corners) {
        const Vec3& x = std::get<Mesh>(mesh.shape()).surface->vertices()[corner];
        EXPECT_NEAR(face.normal.dot(x), face.offset, 1e-9) << "another face";
      }
    }
  }
}

TEST(RayCast, SlipsThroughNoEdgeOrVertexOfAMesh) {
  Random random(55);
  const Hull hull = oracle::hull_in_cube(random, 200, 1);
  const Collider mesh(oracle::mesh_of(hull));
  const TriangleMesh& surface = *std::get<Mesh>(mesh.shape()).surface;
  const RigidTransform X_WS{random.rotation(), Vec3(0.1, 0.2, 0.3)};
  const Vec3 center = hull.polyhedron->center();
  const auto expect_hit = [&](const Vec3& target) {
    const Vec3 origin = center + 5 * (target - center);
    const auto hit = ray_cast(mesh, X_WS, {X_WS * origin, X_WS.rotation * Vec3(center - origin)});
    ASSERT_TRUE(hit);
    EXPECT_LE((hit->point - X_WS * target).norm(), 1e-12);
  };
  for (const Vec3& vertex : surface.vertices()) expect_hit(vertex);
  for (const TriangleMesh::Edge& edge : surface.edges()) {
    const double s = random.uniform(0, 1);
    expect_hit(s * surface.vertices()[edge.start] + (1 - s) * surface.vertices()[edge.end]);
  }
}

TEST(RayCast, SeesBothSidesOfASheet) {
  const Shape sheet = Mesh{std::make_shared<TriangleMesh>(
      std::vector<Vec3>{Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)},
      std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}})};
  for (const double side : {-1.0, 1.0}) {
    const auto hit = ray_cast(sheet, {}, {Vec3(0.3, 0.2, 2 * side), Vec3(0, 0, -side)});
    ASSERT_TRUE(hit);
    EXPECT_DOUBLE_EQ(hit->distance, 2);
    EXPECT_EQ(hit->normal, Vec3(0, 0, side));
    EXPECT_EQ(hit->face, 0);
    EXPECT_EQ(ray_cast(sheet, {}, {Vec3(-0.3, 0.2, 2 * side), Vec3(0, 0, -side)})->face, 1);
    EXPECT_FALSE(ray_cast(sheet, {}, {Vec3(1.1, 0.2, 2 * side), Vec3(0, 0, -side)}));
  }
  EXPECT_FALSE(ray_cast(sheet, {}, {Vec3(-5, 0, 0), Vec3::UnitX()})) << "edge on";
}

TEST(RayCast, FollowsAHeightField) {
  Random random(56);
  int num_hits = 0;
  for (int i = 0; i < 40; ++i) {
    const Vec3 size(4, 3, random.index(4) == 0 ? 1e-3 : 1);
    const Posed posed{oracle::random_field(random, 2 + random.index(9), 2 + random.index(9), size),
                      oracle::random_pose(random, 2)};
    const Collider collider(posed.shape);
    for (int k = 0; k < 100; ++k) {
      // Between two points over the grid, so that the ray never leaves it.
      const auto point_over = [&](double low, double high) -> Vec3 {
        const double x = random.uniform(-1.99, 1.99);
        const double y = random.uniform(-1.49, 1.49);
        return posed.X_WS * Vec3(x, y, random.uniform(low, high) * size.z());
      };
      const Vec3 from = point_over(0.2, 2);
      const Vec3 to = point_over(-0.5, 1.5);
      const Ray ray{from, to - from, (to - from).norm()};
      expect_first_hit(posed, ray, 4);
      num_hits += ray_cast(collider, posed.X_WS, ray).has_value();
    }
  }
  EXPECT_GT(num_hits, 2000);
}

TEST(RayCast, NamesTheTriangleOfAHeightField) {
  // 3 columns, 2 rows: cells 0 and 1.
  const Shape field =
      HeightField{std::make_shared<HeightGrid>(2, 3, std::vector<double>(6, 0.0), Vec3(4, 2, 1))};
  const auto face_under = [&](double x, double y) {
    return ray_cast(field, {}, {Vec3(x, y, 1), -Vec3::UnitZ()})->face;
  };
  EXPECT_EQ(face_under(-0.5, -0.5), 0);
  EXPECT_EQ(face_under(-1.5, 0.5), 1);
  EXPECT_EQ(face_under(1.5, -0.5), 2);
  EXPECT_EQ(face_under(0.5, 0.5), 3);
}

TEST(RayCast, NeverFailsOnAnyFiniteNumber) {
  const double numbers[] = {0, -0.0, 1, -1, 1e-310, 1e-150, 1e150, 1e300, -1e308};
  Random random(57);
  const Shape shapes[] = {Sphere{1},
                          Box{Vec3(1, 2, 3)},
                          Capsule{1, 1},
                          Plane{},
                          Cylinder{1, 1},
                          Cone{1, 1},
                          oracle::hull_in_cube(random, 8, 1),
                          oracle::mesh_of(oracle::hull_in_cube(random, 8, 1)),
                          oracle::random_field(random, 3, 3, Vec3(1, 1, 1))};
  const auto pick = [&] { return numbers[random.index(9)]; };
  for (int i = 0; i < 20000; ++i) {
    Ray ray{Vec3(pick(), pick(), pick()), Vec3(pick(), pick(), pick()), std::abs(pick())};
    if (ray.direction.isZero(0)) continue;
    const auto hit = ray_cast(shapes[i % 9], {}, ray);
    if (!hit) continue;
    EXPECT_TRUE(std::isfinite(hit->distance) && hit->point.allFinite() && hit->normal.allFinite());
    EXPECT_TRUE(hit->distance >= 0 && hit->distance <= ray.max_distance);
  }
}

}  // namespace
}  // namespace stiction
