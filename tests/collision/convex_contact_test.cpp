// Contacts of boxes, cylinders, cones and hulls worked out by hand: which points, their places and
// depths.

#include <gtest/gtest.h>

#include <set>

#include "constants.h"
#include "contact_expectations.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::at;
using oracle::contact;
using oracle::features;
using oracle::Posed;
using oracle::prism;
using oracle::turn;

Posed floor_of_box() { return at(Box{Vec3(20, 20, 1)}, Vec3(0, 0, -0.5)); }

TEST(StandingCylinder, HasEightPointsOfItsRimAndTheFaceNormal) {
  for (const double gap : {-1e-4, -1e-10, 0.0, 1e-10, 1e-3}) {
    const Posed cylinder = at(Cylinder{0.5, 2}, Vec3(0.3, 0.4, 1 + gap));
    const ShapeManifold manifold = contact(cylinder, floor_of_box(), 0.1);
    EXPECT_EQ(manifold.normal, Vec3::UnitZ());
    ASSERT_EQ(manifold.points.size(), 8u);
    for (const ManifoldPoint& point : manifold.points) {
      EXPECT_NEAR(point.gap, gap, 1e-15);
      EXPECT_NEAR((point.point - Vec3(0.3, 0.4, 0.5 * gap)).norm(), 0.5, 1e-15);
    }
  }
}

TEST(StandingCylinder, KeepsItsPointsWhileItSpins) {
  const auto spun = [](double angle) {
    return contact(at(Cylinder{0.5, 2}, Vec3(0, 0, 1), turn(angle, Vec3::UnitZ())), floor_of_box(),
                   0.1);
  };
  const std::set<FeatureId> at_rest = features(spun(0));
  for (double angle = 0.1; angle < 6; angle += 0.1) EXPECT_EQ(features(spun(angle)), at_rest);
}

// A cap tilted by t about its centre is r sin t deeper on one side, whatever the spin.
TEST(TiltedCylinder, RestsOnTheLowestPointOfItsRim) {
  const double r = 0.5;
  for (const double tilt : {1e-8, 1e-5, 1e-3, 0.05, 0.3, 1.0}) {
    for (double spin = 0; spin < 1; spin += 0.13) {
      const Quat rotation = turn(tilt, Vec3::UnitY()) * turn(spin, Vec3::UnitZ());
      const double height = std::cos(tilt) + r * std::sin(tilt);
      const Posed cylinder = at(Cylinder{r, 2}, Vec3(0.2, 0.1, height), rotation);
      const ShapeManifold manifold = contact(cylinder, floor_of_box(), 0.1);
      EXPECT_LE((manifold.normal - Vec3::UnitZ()).norm(), tilt < 1e-7 ? 1e-7 : 1e-12);
      EXPECT_NEAR(oracle::least_gap(manifold), 0, tilt < 1e-7 ? 1e-8 : 1e-9 * r);
      if (tilt < 1e-7) continue;
      const auto lowest = std::min_element(
          manifold.points.begin(), manifold.points.end(),
          [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.gap < b.gap; });
      const Vec3 expected(0.2 - std::sin(tilt) + r * std::cos(tilt), 0.1, 0);
      // A fixed point of the rim replaces the lowest one if it is as low to 1e-9 r.
      const double aside = r * std::sqrt(2e-9 / std::sin(tilt));
      EXPECT_LE((lowest->point - expected).norm(), aside + 1e-9) << tilt << " " << spin;
    }
  }
}

TEST(LyingCylinder, TouchesWithBothEndsOfItsSide) {
  const Quat lying = turn(0.5 * kPi, Vec3::UnitY());
  for (double roll = 0; roll < 6; roll += 0.7) {
    const Posed cylinder = at(Cylinder{0.5, 2}, Vec3(0, 0, 0.5), lying * turn(roll, Vec3::UnitZ()));
    const ShapeManifold manifold = contact(cylinder, floor_of_box(), 0.1);
    EXPECT_EQ(manifold.normal, Vec3::UnitZ());
    ASSERT_EQ(manifold.points.size(), 2u);
    for (const ManifoldPoint& point : manifold.points) {
      EXPECT_NEAR(point.gap, 0, 1e-15);
      EXPECT_NEAR(std::abs(point.point.x()), 1, 1e-15);
      EXPECT_NEAR(point.point.y(), 0, 1e-15);
    }
  }
}

TEST(LyingCylinder, IsCutWhereTheFaceEnds) {
  const Posed table = at(Box{Vec3(1, 1, 1)}, Vec3(0, 0, -0.5));
  const Posed cylinder = at(Cylinder{0.5, 3}, Vec3(0.2, 0.1, 0.5), turn(0.5 * kPi, Vec3::UnitY()));
  const ShapeManifold manifold = contact(cylinder, table, 0.1);
  ASSERT_EQ(manifold.points.size(), 2u);
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_NEAR(std::abs(point.point.x()), 0.5, 1e-14);
  }
}

// A cap larger than the face it stands on touches with the face's corners.
TEST(StandingCylinder, TouchesTheCornersOfASmallerFace) {
  const Posed post = at(Box{Vec3(1, 1, 1)}, Vec3(0, 0, -0.5));
  const ShapeManifold manifold = contact(at(Cylinder{2, 1}, Vec3(0, 0, 0.5)), post, 0.1);
  ASSERT_EQ(manifold.points.size(), 4u);
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_NEAR(std::abs(point.point.x()), 0.5, 1e-14);
    EXPECT_NEAR(std::abs(point.point.y()), 0.5, 1e-14);
  }
}

// Beyond the edge of a face: contacts are the rim points over the face, and the crossings of rim
// and edge.
TEST(StandingCylinder, IsCutByTheEdgeOfAFace) {
  const Posed ledge = at(Box{Vec3(10, 10, 1)}, Vec3(-5, 0, -0.5));
  const ShapeManifold manifold = contact(at(Cylinder{1, 1}, Vec3(-0.1, 0, 0.5)), ledge, 0.1);
  int num_on_edge = 0;
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_LE(point.point.x(), 1e-12);
    EXPECT_NEAR((point.point - Vec3(-0.1, 0, 0)).norm(), 1, 1e-12);
    if (std::abs(point.point.x()) < 1e-12) ++num_on_edge;
  }
  EXPECT_EQ(num_on_edge, 2);
  EXPECT_EQ(manifold.points.size(), 7u);  // five of the eight rim points are over it
}

TEST(CrossedCylinders, AreAsFarApartAsTheirAxesLessTheRadii) {
  for (double angle = 0.2; angle < 3; angle += 0.31) {
    for (const double gap : {-0.05, -1e-7, 0.0, 0.2}) {
      const Quat along_x = turn(0.5 * kPi, Vec3::UnitY());
      const Posed lower = at(Cylinder{0.3, 4}, Vec3(0, 0, 0), along_x);
      const Posed upper =
          at(Cylinder{0.2, 4}, Vec3(0.1, 0.2, 0.5 + gap), turn(angle, Vec3::UnitZ()) * along_x);
      const ShapeManifold manifold = contact(upper, lower, 1);
      EXPECT_NEAR(oracle::least_gap(manifold), gap, 1e-13);
      EXPECT_LE((manifold.normal - Vec3::UnitZ()).norm(), 1e-7);
    }
  }
}

TEST(ParallelCylinders, TouchAlongTheStretchThatTheyShare) {
  const Quat along_x = turn(0.5 * kPi, Vec3::UnitY());
  const Posed lower = at(Cylinder{0.3, 2}, Vec3(0, 0, 0), along_x);
  const Posed upper = at(Cylinder{0.2, 2}, Vec3(0.5, 0.3, 0.4), along_x);
  const ShapeManifold manifold = contact(upper, lower, 0.1);
  ASSERT_EQ(manifold.points.size(), 2u);
  EXPECT_NEAR(oracle::least_gap(manifold), 0, 1e-14);
  const double low = std::min(manifold.points[0].point.x(), manifold.points[1].point.x());
  const double high = std::max(manifold.points[0].point.x(), manifold.points[1].point.x());
  EXPECT_NEAR(low, -0.5, 1e-12);
  EXPECT_NEAR(high, 1, 1e-12);
  EXPECT_LE((manifold.normal - Vec3(0, 0.6, 0.8)).norm(), 1e-9);
}

TEST(StackedCylinders, TouchWithBothRimsAndTheirCrossings) {
  const Posed lower = at(Cylinder{0.5, 1}, Vec3(0, 0, -0.5));
  const Posed upper = at(Cylinder{0.5, 1}, Vec3(0.2, 0, 0.5));
  const ShapeManifold manifold = contact(upper, lower, 0.1);
  EXPECT_EQ(manifold.normal, Vec3::UnitZ());
  int num_crossings = 0;
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_NEAR(point.gap, 0, 1e-15);
    const double to_lower = point.point.norm();
    const double to_upper = (point.point - Vec3(0.2, 0, 0)).norm();
    EXPECT_LE(std::max(to_lower, to_upper), 0.5 + 1e-12);
    if (std::min(to_lower, to_upper) > 0.5 - 1e-12) ++num_crossings;
  }
  EXPECT_EQ(num_crossings, 2);
}

TEST(Cone, StandsOnItsApex) {
  const Posed cone = at(Cone{0.5, 1}, Vec3(0.3, 0, 0.49), turn(kPi, Vec3::UnitX()));
  const ShapeManifold manifold = contact(cone, floor_of_box(), 0.1);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.points[0].gap, -0.01, 1e-15);
  EXPECT_LE((manifold.points[0].point - Vec3(0.3, 0, -0.005)).norm(), 1e-15);
}

// A cone on its side: the side's angle to the axis is atan(r / l), and the apex and a point of the
// rim touch.
TEST(Cone, LiesOnItsSide) {
  const double angle = std::atan2(0.5, 1);
  const Quat lying = turn(0.5 * kPi + angle, Vec3::UnitY());
  for (double roll = 0; roll < 6; roll += 0.9) {
    const Quat rotation = lying * turn(roll, Vec3::UnitZ());
    const Vec3 apex = rotation * Vec3(0, 0, 0.5);
    const Posed cone = at(Cone{0.5, 1}, Vec3(0, 0, -apex.z()), rotation);
    const ShapeManifold manifold = contact(cone, floor_of_box(), 0.1);
    EXPECT_EQ(manifold.normal, Vec3::UnitZ());
    ASSERT_EQ(manifold.points.size(), 2u);
    for (const ManifoldPoint& point : manifold.points) EXPECT_NEAR(point.gap, 0, 1e-14);
    EXPECT_NEAR((manifold.points[0].point - manifold.points[1].point).norm(), std::hypot(0.5, 1),
                1e-12);
  }
}

// A prism with many sides lies between the cylinders in and around it.
TEST(Prism, ComesAsNearAsTheCylindersInAndAroundIt) {
  Random random(41);
  const int num_sides = 64;
  const Shape inner = Cylinder{0.5 * std::cos(kPi / num_sides), 1};
  const Shape outer = Cylinder{0.5, 1};
  const Shape middle = prism(num_sides, 0.5, 1);
  for (int i = 0; i < 300; ++i) {
    const Shape other =
        oracle::random_shape(random, i % 2 == 0 ? oracle::Kind::box : oracle::Kind::cone, 0.2, 2);
    const Posed B = at(other, random.in_cube(1.5), random.rotation());
    const Quat rotation = random.rotation();
    const auto gap = [&](const Shape& shape) {
      return oracle::least_gap(contact(at(shape, Vec3::Zero(), rotation), B, 10));
    };
    const double of_prism = gap(middle);
    EXPECT_LE(of_prism, gap(inner) + 1e-7);
    EXPECT_GE(of_prism, gap(outer) - 1e-7);
  }
}

TEST(HullOnHull, HasAllCornersOfTheSharedPolygon) {
  // A hexagon on a square whose corners are outside: only crossings count.
  const Posed hexagon = at(prism(6, 1, 1), Vec3(0, 0, 0.5));
  const Posed square = at(prism(4, 1.1, 1), Vec3(0, 0, -0.5));
  const ShapeManifold manifold = contact(hexagon, square, 0.1);
  EXPECT_NEAR(manifold.normal.z(), 1, 1e-15);
  // |x| + |y| <= 1.1 cuts the four slanted corners (1/2, 0.87) of the hexagon, and leaves (1, 0).
  ASSERT_EQ(manifold.points.size(), 10u);
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_LE(std::abs(point.point.x()) + std::abs(point.point.y()), 1.1 + 1e-12);
    EXPECT_NEAR(point.gap, 0, 1e-14);
  }
}

// A body that slides over the seam of two flush boxes at speed is stopped by neither.
TEST(ConvexSeam, OfFlushBoxesIsNotMet) {
  const Posed behind = at(Box{Vec3(2, 2, 1)}, Vec3(-1, 0, -0.5));
  const Posed ahead = at(Box{Vec3(2, 2, 1)}, Vec3(1, 0, -0.5));
  struct Slider {
    Shape shape;
    double height;
    Quat rotation;
  };
  const std::vector<Slider> sliders{{Cylinder{0.2, 0.4}, 0.2, Quat::Identity()},
                                    {Cylinder{0.2, 0.4}, 0.2, turn(0.5 * kPi, Vec3::UnitX())},
                                    {Cone{0.2, 0.4}, 0.2, Quat::Identity()},
                                    {prism(6, 0.2, 0.4), 0.2, Quat::Identity()},
                                    {prism(5, 0.2, 0.4), 0.2, turn(0.3, Vec3::UnitZ())}};
  const Vec3 d(0.02, 0, -1e-4);
  for (const Slider& slider : sliders) {
    for (const double noise : {-1e-9, 0.0, 1e-9}) {
      for (double x = -0.5; x < 0.5; x += 0.0093) {
        const Posed posed = at(slider.shape, Vec3(x, 0, slider.height + noise), slider.rotation);
        for (const Posed& box : {behind, ahead}) {
          const ShapeManifold manifold = contact(posed, box, 0.05, d);
          for (const ManifoldPoint& point : manifold.points) {
            const bool is_up = manifold.normal.z() > 1 - 1e-9;
            EXPECT_TRUE(is_up || point.gap + manifold.normal.dot(d) >= 0)
                << shape_name(slider.shape) << " at " << x << " normal "
                << manifold.normal.transpose() << " gap " << point.gap;
          }
        }
      }
    }
  }
}

TEST(FastHull, HitsAThinWall) {
  const Posed wall = at(Box{Vec3(0.01, 4, 4)}, Vec3::Zero());
  const std::vector<Shape> shapes{prism(5, 0.02, 0.04), Cylinder{0.02, 0.04}, Cone{0.02, 0.04}};
  for (const Shape& shape : shapes) {
    const Posed posed = at(shape, Vec3(-0.5, 0.3, 0.1), turn(0.4, Vec3(1, 2, 3).normalized()));
    const Vec3 d(1, 0.1, 0);
    const ShapeManifold manifold = contact(posed, wall, 1.1, d);
    ASSERT_FALSE(manifold.points.empty()) << shape_name(shape);
    EXPECT_NEAR(manifold.normal.x(), -1, 1e-9);
    const double reach = oracle::support(posed, Vec3::UnitX());
    EXPECT_NEAR(oracle::least_gap(manifold), -0.005 - reach, 1e-6);
    EXPECT_LT(oracle::least_gap(manifold) + manifold.normal.dot(d), 0);
  }
}

}  // namespace
}  // namespace stiction
