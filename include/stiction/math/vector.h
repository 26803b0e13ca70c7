#pragma once

#include <stiction/abi.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

/// The few linear algebra types that the whole engine shares. They are aligned like a double: Eigen
/// would align types of 2, 4 or 6 entries as the instruction set prefers, and a struct with one of
/// them would have another layout with -mavx2 than without. They convert to Eigen's own types and
/// back.
namespace stiction {

using Vec2 = Eigen::Matrix<double, 2, 1, Eigen::DontAlign>;
using Vec3 = Eigen::Vector3d;
/// Linear part, then angular.
using Vec6 = Eigen::Matrix<double, 6, 1, Eigen::DontAlign>;
using Mat3 = Eigen::Matrix3d;
/// Unit quaternion, `w + x i + y j + z k`; written `w x y z` in files.
using Quat = Eigen::Quaternion<double, Eigen::DontAlign>;

/// The matrix [a]x with [a]x b = a x b.
Mat3 cross_matrix(const Vec3& a);

/// True if every number of every vector of the list is finite.
template <typename Vectors>
bool are_finite(const Vectors& vectors) {
  using Vector = typename Vectors::value_type;
  // Times 0, finite numbers give 0, all others NaN.
  Vector zeros = Vector::Zero();
  for (const Vector& vector : vectors) zeros += 0 * vector;
  return zeros.isZero(0);
}

[[gnu::used]] inline constexpr auto kMathLayouts = abi::layouts_of<Vec2, Vec3, Vec6, Mat3, Quat>();

}  // namespace stiction
