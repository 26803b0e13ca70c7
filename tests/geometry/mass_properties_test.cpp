#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/mass_properties.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/math/rotation.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "../collision/shape_oracle.h"
#include "constants.h"

namespace stiction {
namespace {

Mat3 diagonal(double x, double y, double z) { return Vec3(x, y, z).asDiagonal(); }

struct Inside {
  Vec3 p;
  bool operator()(const Sphere& sphere) const { return p.norm() <= sphere.radius; }
  bool operator()(const Box& box) const {
    return (p.cwiseAbs().array() <= 0.5 * box.size.array()).all();
  }
  bool operator()(const Capsule& capsule) const {
    const double half = 0.5 * capsule.length;
    return (p - Vec3(0, 0, std::clamp(p.z(), -half, half))).norm() <= capsule.radius;
  }
  bool operator()(const Cylinder& cylinder) const {
    return std::abs(p.z()) <= 0.5 * cylinder.length && std::hypot(p.x(), p.y()) <= cylinder.radius;
  }
  bool operator()(const Cone& cone) const {
    const double share = 0.5 - p.z() / cone.length;  // of the radius, from the apex down
    return share >= 0 && share <= 1 && std::hypot(p.x(), p.y()) <= share * cone.radius;
  }
  bool operator()(const Hull& hull) const {
    const auto& faces = hull.polyhedron->faces();
    return std::all_of(faces.begin(), faces.end(), [&](const ConvexPolyhedron::Face& face) {
      return face.normal.dot(p) <= face.offset;
    });
  }
  // For an ellipsoid.
  bool operator()(const Convex& convex) const {
    const Vec3 radii(convex.solid->support(Vec3::UnitX()).x(),
                     convex.solid->support(Vec3::UnitY()).y(),
                     convex.solid->support(Vec3::UnitZ()).z());
    return p.cwiseQuotient(radii).norm() <= 1;
  }
  bool operator()(const Rounded& rounded) const {
    const Vec3 nearest = oracle::project({core_of(rounded), {}}, p);
    return (nearest - p).norm() <= rounded.radius;
  }
  bool operator()(const Plane&) const { return false; }
  bool operator()(const Mesh&) const { return false; }
  bool operator()(const HeightField&) const { return false; }
};

// Volume, centre and second moments by the midpoint rule on a grid, which uses only which points
// are inside.
struct Quadrature {
  double volume = 0;
  Vec3 center = Vec3::Zero();
  Mat3 unit_inertia = Mat3::Zero();
};

Quadrature integrate(const Shape& shape, int cells) {
  const Aabb bounds = calc_aabb(shape, {});
  const Vec3 step = (bounds.upper - bounds.lower) / cells;
  double count = 0;
  Vec3 first_moments = Vec3::Zero();
  Mat3 second_moments = Mat3::Zero();
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      for (int k = 0; k < cells; ++k) {
        const Vec3 p = bounds.lower + step.cwiseProduct(Vec3(i + 0.5, j + 0.5, k + 0.5));
        if (!std::visit(Inside{p}, shape)) continue;
        count += 1;
        first_moments += p;
        second_moments += p * p.transpose();
      }
    }
  }
  const Vec3 center = first_moments / count;
  const Mat3 second = second_moments / count - center * center.transpose();
  return {count * step.prod(), center, second.trace() * Mat3::Identity() - second};
}

// Not centred, and not symmetric.
Shape octahedron() {
  const std::array<Vec3, 6> corners{Vec3(1, 0, 0),    Vec3(-0.5, 0, 0), Vec3(0, 0.8, 0),
                                    Vec3(0, -0.3, 0), Vec3(0, 0, 0.7),  Vec3(0, 0, -1.2)};
  return Hull{std::make_shared<const ConvexPolyhedron>(corners)};
}

double difference(const MassProperties& a, const MassProperties& b) {
  return std::max({std::abs(a.mass - b.mass), (a.center - b.center).norm(),
                   (a.inertia - b.inertia).cwiseAbs().maxCoeff()});
}

TEST(Volume, IsTheClosedForm) {
  EXPECT_NEAR(volume(Sphere{3}), 36 * kPi, 1e-12);
  EXPECT_EQ(volume(Box{Vec3(2, 3, 4)}), 24);
  EXPECT_NEAR(volume(Capsule{3, 2}), 18 * kPi + 36 * kPi, 1e-12);
  EXPECT_NEAR(volume(Cylinder{3, 2}), 18 * kPi, 1e-13);
  EXPECT_NEAR(volume(Cone{3, 2}), 6 * kPi, 1e-14);
  EXPECT_EQ(volume(Plane{}), kInf);
}

TEST(MassProperties, AreTheTextbookMoments) {
  EXPECT_LE(difference(calc_mass_properties(Sphere{2}, 5), {5, Vec3::Zero(), diagonal(8, 8, 8)}),
            1e-14);
  EXPECT_LE(difference(calc_mass_properties(Box{Vec3(1, 2, 3)}, 12),
                       {12, Vec3::Zero(), diagonal(13, 10, 5)}),
            1e-14);
  EXPECT_LE(difference(calc_mass_properties(Cylinder{2, 3}, 12),
                       {12, Vec3::Zero(), diagonal(21, 21, 24)}),
            1e-14);
  // About the apex a cone has 3/5 m (r^2/4 + h^2) across its axis; its centre is 3/4 h below.
  const double across = 0.6 * 20 * (1 + 9) - 20 * 2.25 * 2.25;
  EXPECT_LE(difference(calc_mass_properties(Cone{2, 3}, 20),
                       {20, Vec3(0, 0, -0.75), diagonal(across, across, 0.3 * 20 * 4)}),
            1e-13);
}

// Steiner's formula: V + A r + M r^2 + 4 pi/3 r^3, with the surface A of the core and M half the
// sum over its edges of length times outer angle, of a cylinder 2 pi h + pi^2 R.
TEST(Volume, OfARoundedShapeIsSteinersPolynomial) {
  const double r = 0.3;
  const double ball = 4.0 / 3.0 * kPi * r * r * r;
  EXPECT_NEAR(volume(Rounded{Box{Vec3(1, 2, 4)}, r}), 8 + 28 * r + kPi * 7 * r * r + ball, 1e-13);
  EXPECT_NEAR(volume(Rounded{Cylinder{0.5, 2}, r}),
              0.5 * kPi + 2.5 * kPi * r + (2 * kPi + 0.5 * kPi * kPi) * r * r + ball, 1e-13);
  const Shape core = octahedron();
  const ConvexPolyhedron& hull = *std::get<Hull>(core).polyhedron;
  double area = 0;
  for (const ConvexPolyhedron::Face& face : hull.faces()) area += face.area;
  double mean_curvature = 0;
  for (const ConvexPolyhedron::Edge& edge : hull.edges()) {
    const double cosine = hull.faces()[edge.left].normal.dot(hull.faces()[edge.right].normal);
    const double length = (hull.vertices()[edge.end] - hull.vertices()[edge.start]).norm();
    mean_curvature += 0.5 * length * std::acos(cosine);
  }
  EXPECT_NEAR(volume(Rounded{std::get<Hull>(core), r}),
              hull.volume() + area * r + mean_curvature * r * r + ball, 1e-13);
}

// int x^2 over a rounded box of half length a, by its pieces: core and faces along x; the two faces
// across it; sectors that make up cylinders along x, along y and z; sectors that make up a ball.
double rounded_box_second_moment(const Vec3& half, double r, int axis) {
  const double a = half[axis], b = half[(axis + 1) % 3], c = half[(axis + 2) % 3];
  const double uniform = 8 * a * b * c + 8 * a * r * (b + c) + 2 * a * kPi * r * r;
  const double faces = 8.0 / 3.0 * b * c * (std::pow(a + r, 3) - a * a * a);
  const double disc = a * a * kPi * r * r + 8.0 / 3.0 * a * r * r * r + kPi / 4 * std::pow(r, 4);
  const double ball = 4.0 / 3.0 * kPi * a * a * r * r * r + kPi * a * std::pow(r, 4) +
                      4.0 / 15.0 * kPi * std::pow(r, 5);
  return uniform * a * a / 3 + faces + 2 * (b + c) * disc + ball;
}

TEST(MassProperties, OfARoundedBoxAreTheClosedForm) {
  const Vec3 half(0.3, 1.1, 2);
  for (const double r : {1e-3, 0.2, 5.0}) {
    const Rounded box{Box{2 * half}, r};
    const double mass = volume(box);
    Vec3 square;
    for (int axis = 0; axis < 3; ++axis) square[axis] = rounded_box_second_moment(half, r, axis);
    const Mat3 inertia = (Vec3::Constant(square.sum()) - square).asDiagonal();
    EXPECT_LE(difference(calc_mass_properties(box, mass), {mass, Vec3::Zero(), inertia}),
              1e-14 * inertia.norm());
  }
}

// The hull of a turned box's corners, anywhere.
TEST(MassProperties, OfARoundedHullAreThoseOfTheRoundedBoxThatItIs) {
  const Box box{Vec3(0.6, 2.2, 4)};
  const RigidTransform X_HB{exp_rotation(Vec3(0.3, -1, 0.7)), Vec3(3, -2, 1)};
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    const Vec3 sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    corners.push_back(X_HB * (0.5 * sign.cwiseProduct(box.size)));
  }
  const Hull hull{std::make_shared<const ConvexPolyhedron>(corners)};
  for (const double r : {1e-3, 0.2, 5.0}) {
    const MassProperties expected = transformed(calc_mass_properties(Rounded{box, r}, 2), X_HB);
    EXPECT_LE(difference(calc_mass_properties(Rounded{hull, r}, 2), expected),
              1e-13 * expected.inertia.norm());
  }
}

// A prism of n sides is a cylinder up to O(1/n^2).
TEST(MassProperties, OfARoundedPrismTendToThoseOfTheRoundedCylinder) {
  const auto calc_error = [](int num_sides) {
    std::vector<Vec3> corners;
    for (int i = 0; i < num_sides; ++i) {
      const double angle = 2 * kPi * i / num_sides;
      for (const double z : {-0.6, 0.6}) {
        corners.emplace_back(0.5 * std::cos(angle), 0.5 * std::sin(angle), z);
      }
    }
    const Hull prism{std::make_shared<const ConvexPolyhedron>(corners)};
    return difference(calc_mass_properties(Rounded{prism, 0.2}, 1),
                      calc_mass_properties(Rounded{Cylinder{0.5, 1.2}, 0.2}, 1));
  };
  const double error = calc_error(100);
  EXPECT_LE(error, 5e-4);
  EXPECT_NEAR(calc_error(200) / error, 0.25, 1e-3);
}

TEST(MassProperties, AgreeWithQuadratureOverTheSolid) {
  for (const Shape& shape :
       {Shape(Sphere{0.7}), Shape(Box{Vec3(0.3, 1.1, 2)}), Shape(Capsule{0.4, 1.5}),
        Shape(Capsule{1, 0.1}), Shape(Cylinder{0.4, 1.5}), Shape(Cone{0.8, 1.3}), octahedron(),
        Shape(make_ellipsoid(Vec3(0.3, 1.1, 2))), Shape(Rounded{Box{Vec3(0.3, 1.1, 2)}, 0.4}),
        Shape(Rounded{Cylinder{0.4, 1.5}, 0.3}),
        Shape(Rounded{std::get<Hull>(octahedron()), 0.5})}) {
    const Quadrature measured = integrate(shape, 80);
    EXPECT_NEAR(measured.volume / volume(shape), 1, 4e-3) << shape_name(shape);
    const auto [mass, center, unit_inertia] = calc_mass_properties(shape, 1);
    const double scale = unit_inertia.maxCoeff();
    EXPECT_LE((measured.center - center).norm(), 4e-3 * bounding_radius(shape))
        << shape_name(shape);
    EXPECT_LE((measured.unit_inertia - unit_inertia).cwiseAbs().maxCoeff(), 4e-3 * scale)
        << shape_name(shape) << "\n"
        << measured.unit_inertia << "\nagainst\n"
        << unit_inertia;
  }
}

TEST(MassProperties, OfAThinCapsuleAreThoseOfARodAndOfAShortOneThoseOfABall) {
  const Mat3 rod = calc_mass_properties(Capsule{1e-9, 2}, 3).inertia;
  EXPECT_NEAR(rod(0, 0), 3 * 4 / 12.0, 1e-8);
  const Mat3 ball = calc_mass_properties(Capsule{2, 1e-12}, 3).inertia;
  EXPECT_LE((ball - diagonal(4.8, 4.8, 4.8)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(MassProperties, ScaleWithTheMass) {
  const Capsule capsule{0.4, 1.5};
  const MassProperties one = calc_mass_properties(capsule, 1);
  const MassProperties seven = calc_mass_properties(capsule, 7);
  EXPECT_EQ(seven.mass, 7);
  EXPECT_LE((seven.inertia - 7 * one.inertia).norm(), 1e-14);
}

TEST(Transformed, TurnsTheAxesOfInertiaWithTheBody) {
  const MassProperties box_S = calc_mass_properties(Box{Vec3(1, 2, 3)}, 12);
  const RigidTransform quarter_turn{exp_rotation(Vec3(0, 0, kPi / 2)), Vec3(5, 6, 7)};
  const MassProperties box_B = transformed(box_S, quarter_turn);
  EXPECT_LE(difference(box_B, {12, Vec3(5, 6, 7), diagonal(10, 13, 5)}), 1e-13);
}

TEST(Transformed, KeepsPrincipalMomentsAndSymmetryAndUndoesItself) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const MassProperties box_S = calc_mass_properties(Box{Vec3(0.3, 1.1, 2)}, 4);
  for (int i = 0; i < 100; ++i) {
    const RigidTransform X_BS{
        exp_rotation(2 * Vec3(normal(random), normal(random), normal(random))),
        Vec3(normal(random), normal(random), normal(random))};
    const MassProperties box_B = transformed(box_S, X_BS);
    EXPECT_EQ(box_B.inertia, box_B.inertia.transpose());
    EXPECT_NEAR(box_B.inertia.trace(), box_S.inertia.trace(), 1e-14);
    EXPECT_NEAR(box_B.inertia.determinant(), box_S.inertia.determinant(), 1e-14);
    EXPECT_LE(difference(transformed(box_B, X_BS.inverse()), box_S), 1e-14);
  }
}

TEST(Combined, TwoHalvesOfABoxAreTheBox) {
  const Vec3 size(0.4, 0.6, 1.4);
  const MassProperties whole = calc_mass_properties(Box{size}, 3);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 half_size = size;
    half_size[axis] /= 2;
    const MassProperties half = calc_mass_properties(Box{half_size}, 1.5);
    const Vec3 shift = 0.25 * size[axis] * Vec3::Unit(axis);
    const std::array parts{transformed(half, {Quat::Identity(), shift}),
                           transformed(half, {Quat::Identity(), Vec3(-shift)})};
    EXPECT_LE(difference(combined(parts), whole), 1e-15) << "cut across axis " << axis;
  }
}

TEST(Combined, ObeysTheParallelAxisTheoremForTwoBalls) {
  // A dumbbell: m r^2 2/5 each, and reduced mass times distance squared across the axis.
  const double m1 = 2, m2 = 3, d = 1.5, r = 0.1;
  const std::array parts{
      transformed(calc_mass_properties(Sphere{r}, m1), {Quat::Identity(), Vec3(1, 0, 0)}),
      transformed(calc_mass_properties(Sphere{r}, m2), {Quat::Identity(), Vec3(1 + d, 0, 0)})};
  const double balls = 0.4 * (m1 + m2) * r * r;
  const double across = balls + m1 * m2 / (m1 + m2) * d * d;
  const MassProperties expected{5, Vec3(1 + d * m2 / (m1 + m2), 0, 0),
                                diagonal(balls, across, across)};
  EXPECT_LE(difference(combined(parts), expected), 1e-14);
}

TEST(Combined, DoesNotDependOnTheFrameItIsDoneIn) {
  const RigidTransform X_WB{exp_rotation(Vec3(0.3, -1, 2)), Vec3(4, 5, -6)};
  const std::array parts_B{transformed(calc_mass_properties(Box{Vec3(1, 2, 3)}, 2),
                                       {exp_rotation(Vec3(1, 0, 0)), Vec3(1, 2, 3)}),
                           transformed(calc_mass_properties(Capsule{0.2, 1}, 1),
                                       {exp_rotation(Vec3(0, 1, 0)), Vec3(-1, 0, 0)}),
                           calc_mass_properties(Sphere{0.5}, 4)};
  std::vector<MassProperties> parts_W;
  for (const MassProperties& part : parts_B) parts_W.push_back(transformed(part, X_WB));
  EXPECT_LE(difference(combined(parts_W), transformed(combined(parts_B), X_WB)), 1e-12);
}

TEST(Combined, OfOnePartIsThatPartAndOfNoneIsNothing) {
  const std::array one{transformed(calc_mass_properties(Box{Vec3(1, 2, 3)}, 2),
                                   {exp_rotation(Vec3(1, 0, 0)), Vec3(1, 2, 3)})};
  EXPECT_LE(difference(combined(one), one[0]), 1e-15);
  EXPECT_EQ(combined({}).mass, 0);
  EXPECT_EQ(combined({}).inertia, Mat3(Mat3::Zero()));
}

TEST(IsPhysical, AcceptsWhatABodyCanHave) {
  EXPECT_TRUE(is_physical(calc_mass_properties(Box{Vec3(1, 2, 3)}, 1e-9)));
  EXPECT_TRUE(is_physical(calc_mass_properties(Sphere{1e-3}, 1e9)));
  // A thin sheet reaches the bound ixx + iyy = izz.
  EXPECT_TRUE(is_physical({1, Vec3::Zero(), diagonal(1, 2, 3)}));
  // Large but finite numbers mean "does not turn".
  EXPECT_TRUE(is_physical({0.2, Vec3::Zero(), diagonal(1e200, 1e200, 1e200)}));
}

// Such values cannot be divided by, nor give a radius of gyration.
TEST(IsPhysical, RejectsWhatIsBeyondTheRangeOfNumbers) {
  for (const double mass : {5e-324, 1e-320, 1e-308}) {
    EXPECT_FALSE(is_physical({mass, Vec3::Zero(), diagonal(1, 1, 1)})) << mass;
  }
  EXPECT_FALSE(is_physical({1, Vec3::Zero(), diagonal(1e-320, 1e-320, 1e-320)}));
  EXPECT_FALSE(is_physical({1, Vec3::Zero(), diagonal(1, 1, 1e-320)}));
  EXPECT_FALSE(is_physical({1e300, Vec3::Zero(), diagonal(1e-10, 1e-10, 1e-10)}));
}

// In another frame it would be lost in the round-off of the largest one.
TEST(IsPhysical, RejectsALeastMomentFarBelowTheLargest) {
  for (const auto& [least, is_good] : {std::pair(2e-12, true), {5e-13, false}, {1e-17, false}}) {
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 moments = Vec3::Ones();
      moments[axis] = least;
      EXPECT_EQ(is_physical({1, Vec3::Zero(), moments.asDiagonal()}), is_good) << least;
    }
  }
  EXPECT_TRUE(is_physical(calc_mass_properties(Capsule{1e-5, 10}, 1)));
  EXPECT_FALSE(is_physical(calc_mass_properties(Box{Vec3(1e8, 0.5, 0.5)}, 1)));
}

TEST(IsPhysical, AcceptsAndRejectsInAnyFrameAlike) {
  const RigidTransform turned{exp_rotation(Vec3(0.3, -1, 2)), Vec3::Zero()};
  EXPECT_TRUE(is_physical(transformed({1, Vec3::Zero(), diagonal(1, 2, 3)}, turned)));
  EXPECT_FALSE(is_physical(transformed({1, Vec3::Zero(), diagonal(1, 2, 3.001)}, turned)));
  EXPECT_FALSE(is_physical(transformed({1, Vec3::Zero(), diagonal(1, 2, -1.5)}, turned)));
}

TEST(IsPhysical, RejectsWhatNoBodyCanHave) {
  const Mat3 good = diagonal(1, 1, 1);
  for (const double mass : {0.0, -1.0, kNaN, kInf}) {
    EXPECT_FALSE(is_physical({mass, Vec3::Zero(), good})) << mass;
  }
  EXPECT_FALSE(is_physical({1, Vec3(0, kNaN, 0), good}));
  EXPECT_FALSE(is_physical({1, Vec3(0, 0, kInf), good}));
  EXPECT_FALSE(is_physical({1, Vec3::Zero(), Mat3::Zero()}));
  for (int axis = 0; axis < 3; ++axis) {
    Mat3 broken = good;
    broken(axis, axis) = 2 + 1e-6;  // triangle inequality
    EXPECT_FALSE(is_physical({1, Vec3::Zero(), broken})) << axis;
    broken(axis, axis) = 0;
    EXPECT_FALSE(is_physical({1, Vec3::Zero(), broken})) << axis;
    broken(axis, axis) = -1;
    EXPECT_FALSE(is_physical({1, Vec3::Zero(), broken})) << axis;
    broken(axis, axis) = kNaN;
    EXPECT_FALSE(is_physical({1, Vec3::Zero(), broken})) << axis;
    broken = good;
    broken(axis, (axis + 1) % 3) = 0.5;  // not symmetric
    EXPECT_FALSE(is_physical({1, Vec3::Zero(), broken})) << axis;
    broken((axis + 1) % 3, axis) = 0.5;
    EXPECT_TRUE(is_physical({1, Vec3::Zero(), broken})) << axis;
    broken(axis, (axis + 1) % 3) = broken((axis + 1) % 3, axis) = 1.5;  // indefinite
    EXPECT_FALSE(is_physical({1, Vec3::Zero(), broken})) << axis;
  }
}

TEST(MassProperties, AreOfSolidShapesAlone) {
  EXPECT_THROW(calc_mass_properties(Shape(Plane{}), 1), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
