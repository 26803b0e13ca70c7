#include <stiction/math/tangent_basis.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace stiction {
namespace {

// The largest violation of "(t1, t2, n) is a right-handed orthonormal frame".
double calc_frame_error(const Vec3& n) {
  const TangentBasis basis = make_tangent_basis(n);
  Mat3 frame;
  frame << basis.t1, basis.t2, n;
  const double orthonormality =
      (frame.transpose() * frame - Mat3::Identity()).cwiseAbs().maxCoeff();
  return std::max(orthonormality, std::abs(frame.determinant() - 1));
}

TEST(TangentBasis, IsARightHandedOrthonormalFrameWithEveryNormal) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const Vec3 n = Vec3(normal(random), normal(random), normal(random)).normalized();
    worst = std::max(worst, calc_frame_error(n));
  }
  EXPECT_LE(worst, 2e-15);
}

TEST(TangentBasis, IsExactAtTheAxesAndRegularNextToThem) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) {
      EXPECT_EQ(calc_frame_error(sign * Vec3::Unit(axis)), 0) << "axis " << axis;
      for (const double tilt : {1e-17, 1e-12, 1e-8, 1e-3}) {
        const Vec3 n = (sign * Vec3::Unit(axis) + tilt * Vec3::Unit((axis + 1) % 3)).normalized();
        EXPECT_LE(calc_frame_error(n), 2e-15) << "axis " << axis << " tilt " << tilt;
      }
    }
  }
}

TEST(TangentBasis, StartsFromTheLeastAlignedAxisAndTheFirstAmongEquals) {
  EXPECT_EQ(make_tangent_basis(Vec3::UnitZ()).t1, Vec3::UnitX());
  EXPECT_EQ(make_tangent_basis(Vec3::UnitX()).t1, Vec3::UnitY());
  EXPECT_EQ(make_tangent_basis(Vec3::UnitY()).t1, Vec3::UnitX());
  EXPECT_EQ(make_tangent_basis(Vec3(0.6, 0, 0.8)).t1, Vec3::UnitY());
  const Vec3 diagonal = Vec3::Ones().normalized();
  const Vec3 expected = (Vec3::UnitX() - Vec3::Ones() / 3).normalized();
  EXPECT_LE((make_tangent_basis(diagonal).t1 - expected).norm(), 1e-15);
}

}  // namespace
}  // namespace stiction
