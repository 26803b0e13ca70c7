#include "polygon_cutter.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Round-off of areas if the polygon's extent is 1.
constexpr double kAreaRoundOff = 1e-14;

/// Twice the area of the triangle a, b, c, positive if it runs counter-clockwise.
double doubled_area(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

}  // namespace

PolygonCutter::Outcome PolygonCutter::cut(const std::vector<Vec3>& vertices,
                                          std::span<const int> corners,
                                          std::vector<std::array<int, 3>>& triangles) {
  if (corners.size() == 3) {
    triangles.push_back({corners[0], corners[1], corners[2]});
    return Outcome::done;
  }
  const Outcome projected = project(vertices, corners);
  if (projected != Outcome::done || ring_.size() < 3) return projected;
  if (!is_convex()) return clip_ears(triangles);
  for (std::size_t i = 1; i + 1 < ring_.size(); ++i) {
    triangles.push_back({ring_[0].vertex, ring_[i].vertex, ring_[i + 1].vertex});
  }
  return Outcome::done;
}

PolygonCutter::Outcome PolygonCutter::project(const std::vector<Vec3>& vertices,
                                              std::span<const int> corners) {
  ring_.clear();
  const auto point_of = [&](int corner) -> Vec3 {
    // Scaled by a quarter, so that no difference leaves the range of a double.
    return 0.25 * vertices[static_cast<std::size_t>(corner)];
  };
  const Vec3 origin = point_of(corners[0]);
  std::vector<Vec3> points;
  double extent = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (corners[i] == corners[(i + 1) % corners.size()]) continue;
    ring_.push_back({corners[i], Vec2::Zero()});
    points.push_back(point_of(corners[i]) - origin);
    extent = std::max(extent, points.back().cwiseAbs().maxCoeff());
  }
  if (extent == 0) ring_.clear();
  if (ring_.size() < 3) return Outcome::done;

  // Newell's normal: the areas of the polygon's projections on the coordinate planes.
  Vec3 normal = Vec3::Zero();
  for (Vec3& point : points) point /= extent;
  for (std::size_t i = 0; i < points.size(); ++i) {
    normal += points[i].cross(points[after(i)]);
  }
  int axis = 0;
  if (normal.cwiseAbs().maxCoeff(&axis) <= kAreaRoundOff) {
    // A polygon without area is either a line or a figure of eight.
    const bool is_line = is_straight(points);
    ring_.clear();
    return is_line ? Outcome::done : Outcome::crosses_itself;
  }
  const int x = normal[axis] > 0 ? (axis + 1) % 3 : (axis + 2) % 3;
  const int y = 3 - axis - x;
  for (std::size_t i = 0; i < points.size(); ++i) ring_[i].point = {points[i][x], points[i][y]};
  return Outcome::done;
}

bool PolygonCutter::is_straight(const std::vector<Vec3>& points) {
  const auto is_shorter = [](const Vec3& a, const Vec3& b) {
    return a.squaredNorm() < b.squaredNorm();
  };
  const Vec3 direction = *std::max_element(points.begin(), points.end(), is_shorter);
  return std::all_of(points.begin(), points.end(), [&](const Vec3& point) {
    return point.cross(direction).cwiseAbs().maxCoeff() <= kAreaRoundOff;
  });
}

/// A left turn at every corner is not enough: a pentagram has that.
bool PolygonCutter::is_convex() const {
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    if (turn_at(i) <= kAreaRoundOff) return false;
  }
  for (std::size_t i = 2; i < ring_.size(); ++i) {
    const Vec2& point = ring_[i].point;
    if (doubled_area(ring_[0].point, ring_[1].point, point) <= 0) return false;
    if (doubled_area(ring_[0].point, ring_[i - 1].point, point) <= 0) return false;
  }
  return true;
}

PolygonCutter::Outcome PolygonCutter::clip_ears(std::vector<std::array<int, 3>>& triangles) {
  next_ = 0;
  while (ring_.size() > 3) {
    if (work_ > kMaxWork) return Outcome::too_much_work;
    // First clip ears that touch nothing, so that no corner is left on another triangle's edge.
    if (!clip_one(-kAreaRoundOff, triangles) && !clip_one(kAreaRoundOff, triangles) &&
        !drop_flat_corner()) {
      return Outcome::crosses_itself;
    }
  }
  const double turn = turn_at(1);
  if (turn < -kAreaRoundOff) return Outcome::crosses_itself;
  if (turn > 0) triangles.push_back({ring_[0].vertex, ring_[1].vertex, ring_[2].vertex});
  return Outcome::done;
}

bool PolygonCutter::clip_one(double depth, std::vector<std::array<int, 3>>& triangles) {
  for (std::size_t count = 0; count < ring_.size() && work_ <= kMaxWork; ++count) {
    const std::size_t i = (next_ + count) % ring_.size();
    if (!is_ear(i, depth)) continue;
    triangles.push_back({ring_[before(i)].vertex, ring_[i].vertex, ring_[after(i)].vertex});
    ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(i));
    // Continuing after the new edge spreads the triangles instead of fanning them.
    next_ = (i + 1) % ring_.size();
    return true;
  }
  return false;
}

bool PolygonCutter::is_ear(std::size_t i, double depth) {
  work_ += 1;
  if (turn_at(i) <= kAreaRoundOff) return false;
  work_ += ring_.size();
  const Vec2 a = ring_[before(i)].point;
  const Vec2 b = ring_[i].point;
  const Vec2 c = ring_[after(i)].point;
  return std::none_of(ring_.begin(), ring_.end(), [&](const Corner& corner) {
    const Vec2& p = corner.point;
    if (p == a || p == b || p == c) return false;
    return doubled_area(a, b, p) > depth && doubled_area(b, c, p) > depth &&
           doubled_area(c, a, p) > depth;
  });
}

/// Drops a corner on a straight line, or at the tip of a slit, which has no area.
bool PolygonCutter::drop_flat_corner() {
  work_ += ring_.size();
  for (std::size_t i = 0; i < ring_.size(); ++i) {
    if (std::abs(turn_at(i)) > kAreaRoundOff) continue;
    ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(i));
    next_ = 0;
    return true;
  }
  return false;
}

double PolygonCutter::turn_at(std::size_t i) const {
  return doubled_area(ring_[before(i)].point, ring_[i].point, ring_[after(i)].point);
}

}  // namespace stiction
