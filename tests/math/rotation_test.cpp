#include <stiction/math/rigid_transform.h>
#include <stiction/math/rotation.h>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "constants.h"

namespace stiction {
namespace {

class Directions {
 public:
  Vec3 next() { return Vec3(normal_(random_), normal_(random_), normal_(random_)).normalized(); }

 private:
  std::mt19937 random_{1};
  std::normal_distribution<double> normal_;
};

Mat3 matrix_about_z(double angle) {
  Mat3 R;
  R << std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1;
  return R;
}

TEST(CrossMatrix, MultipliesLikeTheCrossProduct) {
  Directions directions;
  for (int i = 0; i < 100; ++i) {
    const Vec3 a = 3 * directions.next();
    const Vec3 b = 2 * directions.next();
    EXPECT_LE((cross_matrix(a) * b - a.cross(b)).norm(), 1e-15 * 6) << a.transpose();
  }
}

TEST(ExpRotation, IsTheRotationMatrixAboutAnAxis) {
  for (const double angle : {0.0, 1e-12, 1e-3, 0.5, 1.0, kPi / 2, kPi, 4.0, 2 * kPi, -1.0, 100.0}) {
    const Mat3 R = exp_rotation(Vec3(0, 0, angle)).toRotationMatrix();
    EXPECT_LE((R - matrix_about_z(angle)).cwiseAbs().maxCoeff(), 1e-14) << "angle " << angle;
  }
}

// Where the series replaces the quotient both must agree to round-off.
TEST(ExpRotation, IsAccurateToRoundOffAcrossTheChangeToTheSeries) {
  for (const double angle :
       {1e-300, 1e-20, 1e-9, 9.9e-5, 0.99999999e-4, 1e-4, 1.0000001e-4, 1e-2}) {
    const Quat q = exp_rotation(Vec3(0, angle, 0));
    const double sine = static_cast<double>(std::sin(0.5L * static_cast<long double>(angle)));
    EXPECT_NEAR(q.y() / sine, 1, 4e-16) << "angle " << angle;
    EXPECT_NEAR(q.norm(), 1, 4e-16);
  }
  EXPECT_EQ(exp_rotation(Vec3::Zero()).coeffs(), Quat::Identity().coeffs());
}

TEST(LogRotation, UndoesTheExponentialUpToPi) {
  Directions directions;
  for (const double angle :
       {1e-300, 1e-150, 1e-16, 1e-8, 1e-4, 0.1, 1.0, 3.0, kPi - 1e-4, kPi - 1e-8, kPi - 1e-12}) {
    for (int i = 0; i < 50; ++i) {
      const Vec3 phi = angle * directions.next();
      const Vec3 back = log_rotation(exp_rotation(phi));
      EXPECT_LE((back - phi).norm(), 1e-15 * (1 + angle) * angle + 1e-170) << "angle " << angle;
    }
  }
}

TEST(LogRotation, TakesTheShortWayRoundBeyondPi) {
  const Vec3 axis = Vec3(1, -2, 2) / 3;
  for (const double angle : {kPi + 1e-6, 4.0, 2 * kPi - 1e-3, 2 * kPi, 3 * kPi / 2, 9.0}) {
    const double wrapped = std::remainder(angle, 2 * kPi);
    EXPECT_LE((log_rotation(exp_rotation(angle * axis)) - wrapped * axis).norm(), 1e-14)
        << "angle " << angle;
  }
}

TEST(LogRotation, OfAHalfTurnHasAngleExactlyPi) {
  const Vec3 phi = log_rotation(Quat(0, 0.6, 0, 0.8));
  EXPECT_NEAR(phi.norm(), kPi, 1e-15);
  EXPECT_LE(phi.cross(Vec3(0.6, 0, 0.8)).norm(), 1e-15);
}

TEST(LogRotation, IsTheSameForBothQuaternionsOfARotation) {
  Directions directions;
  for (int i = 0; i < 100; ++i) {
    const Quat q = exp_rotation(2.5 * directions.next());
    const Quat minus_q(-q.w(), -q.x(), -q.y(), -q.z());
    EXPECT_EQ(log_rotation(q), log_rotation(minus_q));
  }
}

TEST(RotationAngle, IsTheAngleBetweenTwoOrientations) {
  Directions directions;
  for (const double angle : {0.0, 1e-10, 0.3, 2.0, kPi - 1e-9, kPi}) {
    const Quat from = exp_rotation(1.7 * directions.next());
    const Quat to = from * exp_rotation(angle * directions.next());
    EXPECT_NEAR(rotation_angle(from, to), angle, 1e-15 * 4);
    EXPECT_NEAR(rotation_angle(to, from), angle, 1e-15 * 4);
  }
}

TEST(FromRollPitchYaw, TurnsAboutFixedAxesInTheOrderOfUrdf) {
  const double half = kPi / 2;
  // Roll takes y to z; then pitch takes that z to x; then yaw takes that x to y.
  EXPECT_LE((from_roll_pitch_yaw({half, half, half}) * Vec3::UnitY() - Vec3::UnitY()).norm(),
            1e-15);
  // About fixed axes roll comes first: y -> z, which yaw then leaves alone.
  EXPECT_LE((from_roll_pitch_yaw({half, 0, half}) * Vec3::UnitY() - Vec3::UnitZ()).norm(), 1e-15);
  EXPECT_LE((from_roll_pitch_yaw({0, half, half}) * Vec3::UnitX() + Vec3::UnitZ()).norm(), 1e-15);
  EXPECT_LE((from_roll_pitch_yaw({0, 0, 0.3}).toRotationMatrix() - matrix_about_z(0.3)).norm(),
            1e-15);
}

TEST(ShortestRotation, TakesOneDirectionToTheOther) {
  Directions directions;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 from = directions.next();
    const Vec3 to = directions.next();
    const Quat q = shortest_rotation(5 * from, 0.1 * to);
    EXPECT_LE((q * from - to).norm(), 1e-12);
    EXPECT_NEAR(rotation_angle(Quat::Identity(), q),
                std::atan2(from.cross(to).norm(), from.dot(to)), 1e-12);
  }
}

TEST(ShortestRotation, OfOppositeDirectionsIsAHalfTurnAboutAPerpendicularAxis) {
  Directions directions;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 from = i < 3 ? Vec3::Unit(i) : directions.next();
    const Quat q = shortest_rotation(from, -2 * from);
    EXPECT_TRUE(q.coeffs().allFinite());
    EXPECT_NEAR(q.norm(), 1, 1e-15);
    EXPECT_LE((q * from + from).norm(), 1e-7) << from.transpose();
    EXPECT_LE(std::abs(q.vec().dot(from)), 1e-7) << from.transpose();
  }
}

TEST(ShortestRotation, OfNearlyOppositeDirectionsIsStillARotation) {
  for (const double angle : {1e-3, 1e-6, 1e-7, 1e-8, 1e-9, 1e-12}) {
    const Vec3 from = Vec3::UnitX();
    const Vec3 to(-std::cos(angle), std::sin(angle), 0);
    const Quat q = shortest_rotation(from, to);
    EXPECT_NEAR(q.norm(), 1, 1e-15) << angle;
    EXPECT_LE((q * from - to).norm(), 1e-7) << angle;
  }
}

TEST(ShortestRotation, OfAZeroVectorIsTheIdentity) {
  EXPECT_EQ(shortest_rotation(Vec3::Zero(), Vec3::UnitX()).coeffs(), Quat::Identity().coeffs());
  EXPECT_EQ(shortest_rotation(Vec3::UnitX(), Vec3::Zero()).coeffs(), Quat::Identity().coeffs());
}

TEST(RigidTransform, ComposesAndInvertsLikeMatrices) {
  Directions directions;
  for (int i = 0; i < 100; ++i) {
    const RigidTransform X_AB{exp_rotation(2 * directions.next()), 3 * directions.next()};
    const RigidTransform X_BC{exp_rotation(3 * directions.next()), 2 * directions.next()};
    const Vec3 p_C = directions.next();
    EXPECT_LE(((X_AB * X_BC) * p_C - X_AB * (X_BC * p_C)).norm(), 1e-14);
    EXPECT_LE((X_AB.inverse() * (X_AB * p_C) - p_C).norm(), 1e-14);
    EXPECT_LE((X_AB * X_AB.inverse()).translation.norm(), 1e-14);
  }
}

// The squares of such numbers overflow or underflow.
TEST(Rotation, TakesVectorsOfAnyLength) {
  for (const double size : {1e200, 1e-200}) {
    const Quat turn = shortest_rotation(Vec3(size, 0, 0), Vec3(0, size, 0));
    EXPECT_LE((turn * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-15) << size;
    EXPECT_NEAR(exp_rotation(Vec3(size, 0, 0)).norm(), 1, 1e-15) << size;
  }
  EXPECT_NEAR(exp_rotation(Vec3(1.7e308, -1.7e308, 1.7e308)).norm(), 1, 1e-15);
  EXPECT_EQ(shortest_rotation(Vec3::Zero(), Vec3::UnitX()).w(), 1);
}

}  // namespace
}  // namespace stiction
