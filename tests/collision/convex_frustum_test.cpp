// Laws of two cylinders or cones that overlap deeply.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::Kind;
using oracle::Posed;

double gap_of(const Posed& A, const Posed& B) {
  return oracle::least_gap(oracle::contact(A, B, kInf));
}

// A spiral from pole to pole (Rakhmanov, Saff, Zhou, "Minimal discrete energy on the sphere", 1994,
// with the golden angle).
Vec3 net_direction(int i, int count) {
  const double z = (2 * i + 1.0) / count - 1;
  const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
  const double across = std::sqrt(1 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

TEST(DeepFrustums, ComeApartAlongNoDirectionOfANetSooner) {
  constexpr int kNumDirections = 2000;
  Random random(41);
  for (const auto& [a, b] : {std::pair{Kind::cylinder, Kind::cylinder},
                             {Kind::cone, Kind::cone},
                             {Kind::cone, Kind::cylinder}}) {
    for (int i = 0; i < 100; ++i) {
      const Posed B{oracle::random_shape(random, b, 0.05, 2), {random.rotation(), Vec3::Zero()}};
      const Posed A{oracle::random_shape(random, a, 0.05, 2),
                    {random.rotation(), random.in_cube(0.1)}};
      const double gap = gap_of(A, B);
      for (int k = 0; k < kNumDirections; ++k) {
        const double separation = oracle::separation(A, B, net_direction(k, kNumDirections));
        ASSERT_LE(separation, gap + 1e-8 * oracle::size_of(A, B)) << oracle::describe(A, B);
      }
    }
  }
}

// Long cylinders whose axes pass each other separate first at their sides, by the sum of the radii
// minus the distance of the axes.
TEST(DeepFrustums, OfLongCylindersAreAsDeepAsTheirSides) {
  Random random(42);
  for (int i = 0; i < 300; ++i) {
    const double r1 = random.uniform(0.01, 0.1);
    const double r2 = random.uniform(0.01, 0.1);
    const double distance = random.uniform(0, 0.99) * (r1 + r2);
    const double turn = random.uniform(0.5, 1.5);
    const Quat R = random.rotation();
    const Posed A{Cylinder{r1, 2},
                  {R * Quat(Eigen::AngleAxisd(turn, Vec3::UnitX())), R * Vec3(distance, 0, 0)}};
    const Posed B{Cylinder{r2, 3}, {R, Vec3::Zero()}};
    ASSERT_NEAR(gap_of(A, B), distance - r1 - r2, 1e-10) << oracle::describe(A, B);
  }
}

// Coaxial cylinders separate along the axis or across it, where every direction is equally good.
TEST(DeepFrustums, OnOneAxisAreAsDeepAsTheShorterWayOut) {
  Random random(43);
  for (int i = 0; i < 300; ++i) {
    const Cylinder one{random.uniform(0.1, 1), random.uniform(0.1, 3)};
    const Cylinder other{random.uniform(0.1, 1), random.uniform(0.1, 3)};
    const Quat R = random.rotation();
    const double lift = random.uniform(-0.05, 0.05);
    const Posed A{one, {R, R * Vec3(0, 0, lift)}};
    const Posed B{other, {R, Vec3::Zero()}};
    const double along = 0.5 * (one.length + other.length) - std::abs(lift);
    ASSERT_NEAR(gap_of(A, B), -std::min(along, one.radius + other.radius), 1e-8)
        << oracle::describe(A, B);
  }
}

// Two cones on one axis, tip to tip, whose tips overlap by t: below the normals of the blunter
// one's side, which has the greater sine, the other has only its apex.
TEST(DeepFrustums, TipToTipComeApartAlongTheSideOfTheBlunterOne) {
  Random random(44);
  for (int i = 0; i < 300; ++i) {
    const Cone lower{random.uniform(0.1, 1), random.uniform(0.1, 3)};
    const Cone upper{random.uniform(0.1, 1), random.uniform(0.1, 3)};
    const double overlap = random.uniform(0.001, 0.05);
    const Quat R = random.rotation();
    const Quat over = R * Quat(Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitX()));
    const double lift = 0.5 * (lower.length + upper.length) - overlap;
    const Posed A{lower, {R, Vec3::Zero()}};
    const Posed B{upper, {over, R * Vec3(0, 0, lift)}};
    const double sine = std::max(lower.radius / std::hypot(lower.radius, lower.length),
                                 upper.radius / std::hypot(upper.radius, upper.length));
    ASSERT_NEAR(gap_of(A, B), -overlap * sine, 1e-10) << oracle::describe(A, B);
    ASSERT_NEAR(gap_of(B, A), -overlap * sine, 1e-10) << oracle::describe(A, B);
  }
}

}  // namespace
}  // namespace stiction
