#include "point_frame.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

[[noreturn]] void reject_points(std::size_t count, const char* where) {
  throw std::invalid_argument(
      "expected points that span a volume (thicker than 1e-9 of their extent), got " +
      std::to_string(count) + " points that " + where);
}

// The first of the points with the greatest `measure`.
template <typename Measure>
Vec3 furthest(std::span<const Vec3> points, Measure measure) {
  return *std::max_element(points.begin(), points.end(),
                           [&](const Vec3& a, const Vec3& b) { return measure(a) < measure(b); });
}

}  // namespace

PointFrame::PointFrame(std::span<const Vec3> points) {
  Vec3 lower = points[0];
  Vec3 upper = points[0];
  for (const Vec3& p : points) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  middle_ = lower + 0.5 * (upper - lower);
  extent_ = (upper - lower).maxCoeff();
  rounding_ = std::numeric_limits<double>::epsilon() *
              lower.cwiseAbs().cwiseMax(upper.cwiseAbs()).maxCoeff();
  constexpr double kSmallest = 1e-100;  // m: squares of areas do not underflow
  const double thinnest = std::max({1e-9 * extent_, 1e4 * rounding_, kSmallest});
  if (!(extent_ > thinnest)) reject_points(points.size(), "are at one place");
  find_axes(scaled(points));
  if (!(extent_ * lengths_.y() > thinnest)) reject_points(points.size(), "lie on a line");
  if (!(extent_ * lengths_.z() > thinnest)) reject_points(points.size(), "lie in a plane");
}

// Builds a large tetrahedron: from a point to the furthest one, then the furthest from their line,
// then the furthest from the plane of the three.
void PointFrame::find_axes(std::span<const Vec3> points) {
  const Vec3 start = furthest(points, [](const Vec3& p) { return p.squaredNorm(); });
  const Vec3 end =
      furthest(points, [&](const Vec3& p) -> double { return (p - start).squaredNorm(); });
  axes_.col(0) = (end - start).normalized();
  const auto off_line = [&](const Vec3& p) -> Vec3 {
    return (p - start) - axes_.col(0).dot(p - start) * axes_.col(0);
  };
  const Vec3 side =
      off_line(furthest(points, [&](const Vec3& p) { return off_line(p).squaredNorm(); }));
  lengths_ = Vec3((end - start).norm(), side.norm(), 0);
  if (!(lengths_.y() > 0)) return;
  axes_.col(1) = side.normalized();
  axes_.col(2) = axes_.col(0).cross(axes_.col(1)).normalized();
  const auto height = [&](const Vec3& p) { return std::abs(axes_.col(2).dot(p - start)); };
  lengths_.z() = height(furthest(points, height));
}

std::vector<Vec3> PointFrame::scaled(std::span<const Vec3> points) const {
  std::vector<Vec3> result;
  result.reserve(points.size());
  for (const Vec3& p : points) result.push_back((p - middle_) / extent_);
  return result;
}

std::vector<Vec3> PointFrame::rounded_out(std::span<const Vec3> scaled_points) const {
  std::vector<Vec3> result;
  result.reserve(scaled_points.size());
  for (const Vec3& p : scaled_points) {
    result.push_back((axes_.transpose() * p).cwiseQuotient(lengths_));
  }
  return result;
}

}  // namespace stiction
