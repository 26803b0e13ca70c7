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
  // Of an ellipsoid.
  bool operator()(const Convex& convex) const {
    const Vec3 radii(convex.solid->support(Vec3::UnitX()).x(),
                     convex.solid->support(Vec3::UnitY()).y(),
                     convex.solid->support(Vec3::UnitZ()).z());
    return p.cwiseQuotient(radii).norm() <= 1;
  }
  bool operator()(const Plane&) const { return false; }
  bool operator()(const Mesh&) const { return false; }
  bool operator()(const HeightField&) const { return false; }
};

// Volume, centre and second moments by the midpoint rule on a grid: knows nothing but which points
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

TEST(MassProperties, AgreeWithQuadratureOverTheSolid) {
  for (const Shape& shape :
       {Shape(Sphere{0.7}), Shape(Box{Vec3(0.3, 1.1, 2)}), Shape(Capsule{0.4, 1.5}),
        Shape(Capsule{1, 0.1}), Shape(Cylinder{0.4, 1.5}), Shape(Cone{0.8, 1.3}), octahedron()}) {
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
  // Large but finite numbers stand for "does not turn".
  EXPECT_TRUE(is_physical({0.2, Vec3::Zero(), diagonal(1e200, 1e200, 1e200)}));
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

}  // namespace
}  // namespace stiction
