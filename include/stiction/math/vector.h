#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

/// Names for the few linear algebra types that the whole engine shares.
namespace stiction {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
/// Unit quaternion, `w + x i + y j + z k`; written `w x y z` in files.
using Quat = Eigen::Quaterniond;

/// The matrix [a]x with [a]x b = a x b.
Mat3 cross_matrix(const Vec3& a);

}  // namespace stiction
