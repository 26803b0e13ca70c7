#include "judged_height_field.h"

#include <algorithm>
#include <limits>

namespace stiction::bench {
namespace {

/// Weights of the first and second side at the projection of x on the triangle's plane.
Eigen::Vector2d weights_of(const FieldTriangle& triangle, const Vec3& x) {
  Eigen::Matrix<double, 3, 2> sides;
  sides << triangle.corners[1] - triangle.corners[0], triangle.corners[2] - triangle.corners[0];
  return sides.colPivHouseholderQr().solve(x - triangle.corners[0]);
}

/// The sides count as within, so that no point over the grid is between two triangles.
bool is_within(const Eigen::Vector2d& weights) {
  constexpr double kRounding = 1e-12;
  return weights.minCoeff() >= -kRounding && weights.sum() <= 1 + kRounding;
}

Vec3 nearest_of_segment(const Vec3& a, const Vec3& b, const Vec3& x) {
  const double s = (x - a).dot(b - a) / (b - a).squaredNorm();
  return a + std::clamp(s, 0.0, 1.0) * (b - a);
}

Vec3 nearest_of_triangle(const FieldTriangle& triangle, const Vec3& x) {
  if (is_within(weights_of(triangle, x))) {
    return x - triangle.normal.dot(x - triangle.corners[0]) * triangle.normal;
  }
  Vec3 nearest = triangle.corners[0];
  for (int k = 0; k < 3; ++k) {
    const Vec3 other = nearest_of_segment(triangle.corners[k], triangle.corners[(k + 1) % 3], x);
    if ((other - x).squaredNorm() < (nearest - x).squaredNorm()) nearest = other;
  }
  return nearest;
}

}  // namespace

JudgedHeightField::JudgedHeightField(const HeightGrid& grid, const RigidTransform& X_OF)
    : X_OF_(X_OF), half_size_(0.5 * grid.size()), up_(X_OF.rotation * Vec3::UnitZ()) {
  const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 normal = (b - a).cross(c - a).normalized();
    triangles_.push_back({{X_OF * a, X_OF * b, X_OF * c}, X_OF.rotation * normal});
  };
  for (int j = 0; j + 1 < grid.num_y(); ++j) {
    for (int i = 0; i + 1 < grid.num_x(); ++i) {
      const Vec3 least = grid.vertex(i, j);
      const Vec3 greatest = grid.vertex(i + 1, j + 1);
      add(least, grid.vertex(i + 1, j), greatest);
      add(least, greatest, grid.vertex(i, j + 1));
    }
  }
}

double JudgedHeightField::rise_to(const FieldTriangle& triangle, const Vec3& x) const {
  return triangle.normal.dot(triangle.corners[0] - x) / triangle.normal.dot(up_);
}

bool JudgedHeightField::is_over_grid(const Vec3& x) const {
  constexpr double kOffRim = 1e-6;  // of the size
  const Vec3 inside = (1 - kOffRim) * half_size_ - (X_OF_.inverse() * x).cwiseAbs();
  return inside.x() > 0 && inside.y() > 0;
}

bool JudgedHeightField::is_inside(const Vec3& x) const {
  return std::ranges::any_of(triangles_, [&](const FieldTriangle& triangle) {
    const double rise = rise_to(triangle, x);
    return rise >= 0 && is_within(weights_of(triangle, x + rise * up_));
  });
}

Vec3 JudgedHeightField::nearest_point(const Vec3& x) const {
  if (is_inside(x)) return x;
  Vec3 nearest = triangles_.front().corners[0];
  for (const FieldTriangle& triangle : triangles_) {
    const Vec3 other = nearest_of_triangle(triangle, x);
    if ((other - x).squaredNorm() < (nearest - x).squaredNorm()) nearest = other;
  }
  return nearest;
}

}  // namespace stiction::bench
