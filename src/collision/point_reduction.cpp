#include "point_reduction.h"

#include <stiction/math/tangent_basis.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "reused.h"

namespace stiction {
namespace {

// A point of the manifold, projected along the normal.
struct PlanePoint {
  Eigen::Vector2d at;
  double gap = 0;
  std::size_t index = 0;
};

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

using PlanePoints = Reused<std::vector<PlanePoint>>;

void project(const ShapeManifold& manifold, PlanePoints& points) {
  const TangentBasis basis = make_tangent_basis(manifold.normal);
  for (std::size_t i = 0; i < manifold.points.size(); ++i) {
    const ManifoldPoint& point = manifold.points[i];
    points.push_back({{basis.t1.dot(point.point), basis.t2.dot(point.point)}, point.gap, i});
  }
}

// Turns the axes so that the points extend furthest along x (up to a factor of two): then the first
// and the last in x are corners, even for points on a line.
void turn_to_longest(PlanePoints& points) {
  const auto furthest_from = [&](const Eigen::Vector2d& x) -> Eigen::Vector2d {
    return std::max_element(points.begin(), points.end(),
                            [&](const PlanePoint& a, const PlanePoint& b) {
                              return (a.at - x).squaredNorm() < (b.at - x).squaredNorm();
                            })
        ->at;
  };
  const Eigen::Vector2d start = furthest_from(points.front().at);
  const Eigen::Vector2d way = furthest_from(start) - start;
  if (!(way.squaredNorm() > 0)) return;
  const Eigen::Vector2d along = way.normalized();
  for (PlanePoint& point : points) {
    const Eigen::Vector2d x = point.at - start;
    point.at = {along.dot(x), cross(along, x)};
  }
}

// Keeps the first of the points in one place, and a lower one if there is one.
void remove_repeated(PlanePoints& points, double tolerance) {
  std::size_t count = 0;
  for (const PlanePoint& point : points) {
    const bool is_repeated = std::any_of(
        points.begin(), points.begin() + static_cast<std::ptrdiff_t>(count),
        [&](const PlanePoint& other) {
          return (point.at - other.at).norm() <= tolerance && point.gap >= other.gap - tolerance;
        });
    if (!is_repeated) points[count++] = point;
  }
  points.resize(count);
}

// Includes the ends of the chains: which points are first and last in x is decided by round-off
// where a side of the hull is perpendicular to x.
void remove_corners_on_sides(PlanePoints& hull, double tolerance) {
  for (std::size_t i = 0; i < hull.size() && hull.size() > 2;) {
    const std::size_t last = hull.size() - 1;
    const Eigen::Vector2d& before = hull[i == 0 ? last : i - 1].at;
    const Eigen::Vector2d way = hull[i == last ? 0 : i + 1].at - before;
    if (cross(way, hull[i].at - before) < -tolerance * way.norm()) {
      ++i;
    } else {
      hull.erase(hull.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

// Sets `hull` to the corners of the convex hull, counter-clockwise (Andrew's monotone chain),
// without corners nearer than `tolerance` to the line between their neighbours. Sorts the points.
void find_hull(PlanePoints& points, double tolerance, PlanePoints& hull) {
  std::sort(points.begin(), points.end(), [](const PlanePoint& a, const PlanePoint& b) {
    if (a.at.x() != b.at.x()) return a.at.x() < b.at.x();
    return a.at.y() != b.at.y() ? a.at.y() < b.at.y() : a.index < b.index;
  });
  const auto chain = [&](auto first, auto last) {
    const std::size_t start = hull.size();
    for (auto it = first; it != last; ++it) {
      while (hull.size() >= start + 2) {
        const Eigen::Vector2d base = hull[hull.size() - 2].at;
        const Eigen::Vector2d way = it->at - base;
        if (cross(hull.back().at - base, way) > tolerance * way.norm()) break;
        hull.pop_back();
      }
      hull.push_back(*it);
    }
    hull.pop_back();
  };
  chain(points.begin(), points.end());
  chain(points.rbegin(), points.rend());
  remove_corners_on_sides(hull, tolerance);
}

// The gap at `at` on the triangles that fan out from the hull's first corner, its lowest.
double spanned_gap(const PlanePoints& hull, const Eigen::Vector2d& at) {
  const PlanePoint& apex = hull.front();
  for (std::size_t i = 1; i + 1 < hull.size(); ++i) {
    const Eigen::Vector2d a = hull[i].at - apex.at;
    const Eigen::Vector2d b = hull[i + 1].at - apex.at;
    const Eigen::Vector2d x = at - apex.at;
    const double area = cross(a, b);
    const bool is_last = i + 2 == hull.size();
    if (!(area > 0) || (!is_last && cross(x, b) < 0)) continue;
    const double u = std::clamp(cross(x, b) / area, 0.0, 1.0);
    const double v = std::clamp(cross(a, x) / area, 0.0, 1.0 - u);
    return apex.gap + u * (hull[i].gap - apex.gap) + v * (hull[i + 1].gap - apex.gap);
  }
  const Eigen::Vector2d way = hull.back().at - apex.at;
  const double s = std::clamp(way.dot(at - apex.at) / way.squaredNorm(), 0.0, 1.0);
  return apex.gap + s * (hull.back().gap - apex.gap);
}

}  // namespace

void remove_implied_points(ShapeManifold& manifold, double tolerance) {
  if (manifold.points.size() < 2) return;
  PlanePoints points;
  project(manifold, points);
  turn_to_longest(points);
  remove_repeated(points, tolerance);
  Reused<std::vector<char>> stays;
  stays.assign(manifold.points.size(), 0);
  if (points.size() <= 2) {
    for (const PlanePoint& point : points) stays[point.index] = 1;
  } else {
    PlanePoints hull;
    find_hull(points, tolerance, hull);
    const auto lowest =
        std::min_element(hull.begin(), hull.end(),
                         [](const PlanePoint& a, const PlanePoint& b) { return a.gap < b.gap; });
    std::rotate(hull.begin(), lowest, hull.end());
    for (const PlanePoint& corner : hull) stays[corner.index] = 1;
    for (const PlanePoint& point : points) {
      if (point.gap < spanned_gap(hull, point.at) - tolerance) stays[point.index] = 1;
    }
  }
  std::size_t index = 0;
  std::erase_if(manifold.points, [&](const ManifoldPoint&) { return !stays[index++]; });
}

}  // namespace stiction
