#pragma once

#include <gtest/gtest.h>
#include <stiction/collision/manifold.h>

#include <algorithm>
#include <cmath>
#include <set>

/// Expectations for tests that know a contact's exact values. Lengths to 1e-12 m.
namespace stiction::oracle {

inline Quat turn(double angle, const Vec3& axis) { return Quat(Eigen::AngleAxisd(angle, axis)); }

inline void expect_normal(const ShapeManifold& manifold, const Vec3& n) {
  EXPECT_LE((manifold.normal - n).norm(), 1e-12) << manifold.normal.transpose();
}

/// Expects a point of the manifold at `where` with the given gap.
inline void expect_some_point(const ShapeManifold& manifold, const Vec3& where, double gap) {
  const bool is_found = std::ranges::any_of(manifold.points, [&](const ManifoldPoint& point) {
    return (point.point - where).norm() <= 1e-12 && std::abs(point.gap - gap) <= 1e-12;
  });
  EXPECT_TRUE(is_found) << where.transpose() << " with gap " << gap;
}

inline std::set<FeatureId> features(const ShapeManifold& manifold) {
  std::set<FeatureId> ids;
  for (const ManifoldPoint& point : manifold.points) ids.insert(point.feature);
  return ids;
}

}  // namespace stiction::oracle
