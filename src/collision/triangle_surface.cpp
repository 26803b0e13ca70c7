#include "triangle_surface.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction {
namespace {

// A vertex belongs to a plane if it is nearer than this: shares of the plane's triangle's size and
// of its coordinates.
constexpr double kFlatShare = 1e-10;
constexpr double kRegionRounding = 1e-14;

// Twice the area, projected along the axis along which it is largest, m^2.
double projected_area(const std::array<Vec3, 3>& x) {
  return (x[1] - x[0]).cross(x[2] - x[0]).cwiseAbs().maxCoeff();
}

class RegionPlane {
 public:
  RegionPlane(const TriangleSurface& surface, int seed)
      : surface_(surface), normal_(surface.normal(seed)) {
    const std::array<Vec3, 3> corners = surface.corners(seed);
    at_ = corners[0];
    for (int k = 0; k < 3; ++k) {
      const Vec3 side = corners[(k + 1) % 3] - corners[k];
      tolerance_ = std::max(tolerance_, kFlatShare * side.cwiseAbs().maxCoeff());
    }
  }

  // True if a triangle that shares an edge with the region continues it.
  bool holds(int triangle) const {
    const std::array<Vec3, 3> x = surface_.corners(triangle);
    return holds(x[0]) && holds(x[1]) && holds(x[2]) && surface_.normal(triangle).dot(normal_) > 0;
  }

 private:
  bool holds(const Vec3& x) const {
    const double rounding = kRegionRounding * (x.cwiseAbs().maxCoeff() + at_.cwiseAbs().maxCoeff());
    return std::abs(normal_.dot(x - at_)) <= tolerance_ + rounding;
  }

  const TriangleSurface& surface_;
  Vec3 normal_;
  Vec3 at_;
  double tolerance_ = 0;
};

// The numbers of the triangles, the largest first, which know a region's plane best.
std::vector<int> by_area(const TriangleSurface& surface) {
  std::vector<double> areas;
  areas.reserve(static_cast<std::size_t>(surface.num_triangles()));
  for (int i = 0; i < surface.num_triangles(); ++i) {
    areas.push_back(projected_area(surface.corners(i)));
  }
  std::vector<int> order(areas.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return areas[a] > areas[b]; });
  return order;
}

}  // namespace

void TriangleSurface::make_regions() {
  regions_.assign(static_cast<std::size_t>(num_triangles()), -1);
  std::vector<int> open;
  for (const int seed : by_area(*this)) {
    if (regions_[seed] >= 0) continue;
    const RegionPlane plane(*this, seed);
    regions_[seed] = seed;
    open.assign(1, seed);
    while (!open.empty()) {
      const int triangle = open.back();
      open.pop_back();
      for (int k = 0; k < 3; ++k) {
        const int next = beyond(triangle, k);
        if (next < 0 || regions_[next] >= 0 || !plane.holds(next)) continue;
        regions_[next] = seed;
        open.push_back(next);
      }
    }
  }
}

}  // namespace stiction
