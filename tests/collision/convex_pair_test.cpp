// Laws of the contacts between boxes, cylinders, cones and hulls that have no closed form.

#include <gtest/gtest.h>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::hull_of_box;
using oracle::Kind;
using oracle::KindPair;
using oracle::Posed;
using oracle::PosedPair;

const std::vector<KindPair> kPairs = {
    {Kind::box, Kind::hull},      {Kind::hull, Kind::hull},     {Kind::cylinder, Kind::box},
    {Kind::cone, Kind::box},      {Kind::cylinder, Kind::hull}, {Kind::cone, Kind::hull},
    {Kind::cone, Kind::cylinder}, {Kind::cone, Kind::cone},     {Kind::cylinder, Kind::cylinder}};

// Far, near and overlapping poses; a third of them with common axes up to a small turn.
Posed pose_near(Random& random, const Shape& shape, const Posed& other) {
  const double reach = bounding_radius(shape) + bounding_radius(other.shape);
  Posed posed{shape, {random.rotation(), other.X_WS.translation + random.in_cube(0.8 * reach)}};
  if (random.index(3) > 0) return posed;
  const Quat tilt(Eigen::AngleAxisd(random.log_uniform(1e-17, 1e-1), random.direction()));
  posed.X_WS.rotation = other.X_WS.rotation * random.right_rotation() * tilt;
  return posed;
}

// In half of the pairs, the first shape is moved along the normal until the gap is of any order of
// magnitude.
PosedPair pair_at_any_gap(Random& random, const KindPair& kinds, double low, double high) {
  PosedPair pair;
  pair.B = {oracle::random_shape(random, kinds.b, low, high),
            {random.rotation(), random.in_cube(2)}};
  pair.A = pose_near(random, oracle::random_shape(random, kinds.a, low, high), pair.B);
  if (random.index(2) == 0) return pair;
  const ShapeManifold now = oracle::contact(pair.A, pair.B, kInf);
  const double sign = random.index(2) == 0 ? -1 : 1;
  const double size = oracle::size_of(pair.A, pair.B);
  const double wanted = sign * random.log_uniform(1e-15, 1e-1) * size;
  pair.A.X_WS.translation += (wanted - oracle::least_gap(now)) * now.normal;
  return pair;
}

// The greatest separation over all faces and all common perpendiculars of edges.
double enumerated_separation(const Posed& A, const Posed& B) {
  double greatest = -kInf;
  const auto consider = [&](const Vec3& n) {
    greatest = std::max(greatest, oracle::separation(A, B, n));
  };
  const auto polyhedron = [](const Posed& posed) -> const ConvexPolyhedron& {
    return *std::get<Hull>(posed.shape).polyhedron;
  };
  const auto edge = [&](const Posed& posed, const ConvexPolyhedron::Edge& e) -> Vec3 {
    const std::vector<Vec3>& vertices = polyhedron(posed).vertices();
    return posed.X_WS.rotation * (vertices[e.end] - vertices[e.start]).normalized();
  };
  for (const auto& face : polyhedron(A).faces()) consider(-(A.X_WS.rotation * face.normal));
  for (const auto& face : polyhedron(B).faces()) consider(B.X_WS.rotation * face.normal);
  for (const auto& a : polyhedron(A).edges()) {
    for (const auto& b : polyhedron(B).edges()) {
      const Vec3 n = edge(A, a).cross(edge(B, b));
      if (n.norm() < 1e-7) continue;
      consider(n.normalized());
      consider(-n.normalized());
    }
  }
  return greatest;
}

TEST(ConvexPair, SeparatesByItsGapAndNoSampledDirectionByMore) {
  Random random(31);
  for (const KindPair& kinds : kPairs) {
    for (int i = 0; i < 600; ++i) {
      const auto [A, B] = pair_at_any_gap(random, kinds, 0.05, 2);
      const ShapeManifold manifold = oracle::contact(A, B, kInf);
      ASSERT_FALSE(manifold.points.empty()) << oracle::describe(A, B);
      const double size = oracle::size_of(A, B);
      const double gap = oracle::least_gap(manifold);
      ASSERT_NEAR(manifold.normal.norm(), 1, 1e-14);
      ASSERT_NEAR(gap, oracle::separation(A, B, manifold.normal), 2e-8 * size)
          << oracle::describe(A, B);
      for (int j = 0; j < 100; ++j) {
        const Vec3 turn = random.log_uniform(1e-7, 0.3) * random.direction();
        const Vec3 n = j % 2 == 0 ? random.direction() : (manifold.normal + turn).normalized();
        ASSERT_LE(oracle::separation(A, B, n), gap + 2e-7 * size) << n.transpose() << "\n"
                                                                  << oracle::describe(A, B);
      }
    }
  }
}

// A gap cannot be less than the distance of any two points: those that are `gap` apart prove it.
TEST(ConvexPair, ApartIsAsNearAsItsPoints) {
  Random random(32);
  int num_apart = 0;
  int num_proved = 0;
  for (const KindPair& kinds : kPairs) {
    for (int i = 0; i < 600; ++i) {
      const auto [A, B] = pair_at_any_gap(random, kinds, 0.05, 2);
      const ShapeManifold manifold = oracle::contact(A, B, kInf);
      const double gap = oracle::least_gap(manifold);
      const double size = oracle::size_of(A, B);
      if (gap <= 0) continue;
      ++num_apart;
      double nearest = kInf;
      for (const ManifoldPoint& point : manifold.points) {
        const Vec3 half = 0.5 * point.gap * manifold.normal;
        nearest = std::min(nearest, (oracle::project(A, point.point + half) -
                                     oracle::project(B, point.point - half))
                                        .norm());
      }
      num_proved += nearest <= gap + 5e-8 * size;
      // Edges and sides that nearly lie along each other have the ends of that stretch.
      ASSERT_LE(nearest, gap + 2e-2 * size) << oracle::describe(A, B);
    }
  }
  EXPECT_GT(num_apart, 1500);
  EXPECT_GT(num_proved, 0.99 * num_apart);
}

TEST(ConvexPair, OfOverlappingHullsHasTheDepthOfAllAxes) {
  Random random(33);
  int num_overlapping = 0;
  for (int i = 0; i < 600; ++i) {
    const auto [A, B] = pair_at_any_gap(random, {Kind::hull, Kind::hull}, 0.1, 1);
    const double gap = oracle::least_gap(oracle::contact(A, B, kInf));
    const double expected = enumerated_separation(A, B);
    if (expected > 0) {
      EXPECT_GE(gap, expected - 2e-8);
      continue;
    }
    ++num_overlapping;
    ASSERT_NEAR(gap, expected, 2e-8) << oracle::describe(A, B);
  }
  EXPECT_GT(num_overlapping, 150);
}

TEST(ConvexPair, TreatsTheHullOfABoxAsTheBox) {
  Random random(34);
  for (int i = 0; i < 2000; ++i) {
    const Box a{Vec3(random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1))};
    const Box b{Vec3(random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1))};
    const Posed B{b, {random.rotation(), random.in_cube(1)}};
    const Posed A = pose_near(random, a, B);
    const ShapeManifold boxes = oracle::contact(A, B, kInf);
    const Posed hull_A{hull_of_box(a.size), A.X_WS};
    const Posed hull_B{hull_of_box(b.size), B.X_WS};
    for (const ShapeManifold& hulls :
         {oracle::contact(hull_A, B, kInf), oracle::contact(hull_A, hull_B, kInf)}) {
      ASSERT_NEAR(oracle::least_gap(boxes), oracle::least_gap(hulls), 5e-8)
          << oracle::describe(A, B);
    }
  }
}

TEST(ConvexPair, ChangesItsGapNoMoreThanTheShapesMove) {
  Random random(35);
  for (const KindPair& kinds : kPairs) {
    for (int i = 0; i < 400; ++i) {
      auto [A, B] = pair_at_any_gap(random, kinds, 0.1, 1);
      const double before = oracle::least_gap(oracle::contact(A, B, kInf));
      const Vec3 step = random.log_uniform(1e-10, 1e-3) * random.direction();
      A.X_WS.translation += step;
      const double after = oracle::least_gap(oracle::contact(A, B, kInf));
      ASSERT_LE(std::abs(after - before), step.norm() + 5e-7) << oracle::describe(A, B);
    }
  }
}

TEST(ConvexPair, ExchangedHasTheSamePointsBitForBit) {
  Random random(36);
  for (const KindPair& kinds : kPairs) {
    for (int i = 0; i < 400; ++i) {
      auto [A, B] = pair_at_any_gap(random, kinds, 0.1, 1);
      if (kinds.a == kinds.b && i % 2 == 0) B.shape = A.shape;
      const Vec3 d = i % 3 == 0 ? Vec3(Vec3::Zero()) : random.in_cube(i % 3 == 1 ? 0.02 : 2);
      const ShapeManifold forward = oracle::contact(A, B, 1, d);
      const ShapeManifold backward = oracle::contact(B, A, 1, -d);
      ASSERT_EQ(forward.points.size(), backward.points.size()) << oracle::describe(A, B);
      ASSERT_TRUE(forward.points.empty() || forward.normal == -backward.normal);
      for (const ManifoldPoint& point : forward.points) {
        const bool is_there = std::any_of(
            backward.points.begin(), backward.points.end(), [&](const ManifoldPoint& other) {
              return other.feature == (point.feature << 32 | point.feature >> 32) &&
                     other.point == point.point && other.gap == point.gap;
            });
        ASSERT_TRUE(is_there) << oracle::describe(A, B);
      }
    }
  }
}

// A hull and its mirror image have the same volume and as many vertices.
TEST(ConvexPair, OrdersHullsOfTheSameSize) {
  Random random(37);
  for (int i = 0; i < 100; ++i) {
    const Hull hull = oracle::random_hull(random, 0.2, 1);
    std::vector<Vec3> mirrored = hull.polyhedron->vertices();
    for (Vec3& vertex : mirrored) vertex.x() = -vertex.x();
    const Posed A{hull, {random.rotation(), Vec3::Zero()}};
    const Posed B{Hull{std::make_shared<const ConvexPolyhedron>(mirrored)},
                  {random.rotation(), Vec3::Zero()}};
    const ShapeManifold forward = oracle::contact(A, B, 1);
    const ShapeManifold backward = oracle::contact(B, A, 1);
    ASSERT_EQ(forward.points.size(), backward.points.size());
    EXPECT_TRUE(forward.normal == -backward.normal);
    EXPECT_EQ(oracle::least_gap(forward), oracle::least_gap(backward));
  }
}

TEST(ConvexPair, NamesItsPointsApart) {
  Random random(38);
  for (const KindPair& kinds : kPairs) {
    for (int i = 0; i < 400; ++i) {
      const auto [A, B] = pair_at_any_gap(random, kinds, 0.1, 1);
      const ShapeManifold manifold = oracle::contact(A, B, 0.5);
      for (std::size_t k = 1; k < manifold.points.size(); ++k) {
        ASSERT_LT(manifold.points[k - 1].feature, manifold.points[k].feature);
      }
    }
  }
}

// Cases in which other libraries returned NaN, a wrong direction or nothing: cubes stacked exactly,
// touching, at the same place, one inside the other, sizes that differ by factors of 25 and a
// million, needles.
TEST(ConvexPair, IsSoundInDegenerateCases) {
  const std::vector<Vec3> needle{{0, 0, 0}, {1, 1e-6, 0}, {1, -1e-6, 1e-6}, {1, 0, -1e-6}};
  const std::vector<Shape> shapes{hull_of_box(Vec3(1, 1, 1)),
                                  hull_of_box(Vec3(25, 25, 25)),
                                  hull_of_box(Vec3(1, 1, 1e-6)),
                                  hull_of_box(Vec3(1e3, 1, 1)),
                                  hull_of_box(1e-3 * Vec3::Ones()),
                                  Box{Vec3(1, 1, 1)},
                                  Box{Vec3(1e3, 1e3, 1e-3)},
                                  Cylinder{0.5, 1},
                                  Cylinder{1e-3, 1e3},
                                  Cylinder{1e3, 1e-3},
                                  Cylinder{12.5, 25},
                                  Cone{0.5, 1},
                                  Cone{1e3, 1e-3},
                                  Cone{1e-6, 1},
                                  Hull{std::make_shared<const ConvexPolyhedron>(needle)}};
  const std::vector<Vec3> places{Vec3::Zero(),       Vec3(0, 0, 1),       Vec3(0, 0, 0.5),
                                 Vec3(1, 0, 0),      Vec3(1, 1, 0),       Vec3(1, 1, 1),
                                 Vec3(0, 0, 1e-300), Vec3(0, 1e-17, 0.5), Vec3(13, 0, 0)};
  const std::vector<Quat> turns{Quat::Identity(),
                                Quat(Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitX())),
                                Quat(Eigen::AngleAxisd(1e-9, Vec3::UnitY())),
                                Quat(Eigen::AngleAxisd(0.25 * std::acos(-1.0), Vec3::UnitZ()))};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      for (const Vec3& place : places) {
        for (const Quat& turn : turns) {
          const Posed A = oracle::at(a, place, turn);
          const Posed B = oracle::at(b, Vec3::Zero());
          const ShapeManifold manifold = oracle::contact(A, B, kInf);
          ASSERT_FALSE(manifold.points.empty()) << oracle::describe(A, B);
          ASSERT_NEAR(manifold.normal.norm(), 1, 1e-9) << oracle::describe(A, B);
          for (const ManifoldPoint& point : manifold.points) {
            ASSERT_TRUE(point.point.allFinite() && std::isfinite(point.gap));
          }
          ASSERT_NEAR(oracle::least_gap(manifold), oracle::separation(A, B, manifold.normal),
                      1e-7 * oracle::size_of(A, B))
              << oracle::describe(A, B);
        }
      }
    }
  }
}

}  // namespace
}  // namespace stiction
