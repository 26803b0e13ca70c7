#include "surface_patches.h"

#include <algorithm>
#include <utility>

#include "bounds.h"

namespace stiction {
namespace {

constexpr double kRimShare = 1e-9;        // share of the solid's radius
constexpr double kPatchRounding = 1e-13;  // share of coordinates

// True if the point is inside all sides, seen along the unit vector on whose side the corners are
// counter-clockwise.
bool is_over(const Triangle& triangle, const Vec3& upwards, const Vec3& point, double tolerance) {
  for (int k = 0; k < 3; ++k) {
    const Vec3& start = triangle.corners[k];
    const Vec3 side = triangle.corners[(k + 1) % 3] - start;
    const double inside = upwards.dot(side.cross(point - start));
    if (inside < 0 && inside < -tolerance * side.norm()) return false;
  }
  return true;
}

}  // namespace

bool FlatPatch::is_under(const Vec3& point) const {
  const Vec3 upwards = turn * normal;
  return std::any_of(triangles.begin(), triangles.end(), [&](const NearTriangle& triangle) {
    return is_over(triangle.shape, upwards, point, tolerance);
  });
}

void SurfacePatches::place_solid(const Vec3& way) {
  X_OS_.translation = start_ - way;
  triangles_.clear();
  patches_.clear();
}

void SurfacePatches::collect(const SurfaceSolid& solid, double margin, const Vec3& way) {
  const RigidTransform X_SO = X_OS_.inverse();
  Aabb box = solid.bounds_in(X_SO);
  const Vec3 way_S = direction_in_S(way);
  // Bounds are as exact as coordinates in the surface's frame.
  const double reach = margin + kPatchRounding * X_SO.translation.cwiseAbs().maxCoeff();
  box.lower += way_S.cwiseMin(0) - Vec3::Constant(reach);
  box.upper += way_S.cwiseMax(0) + Vec3::Constant(reach);
  surface_.collect(box, found_);
  triangles_.clear();
  for (const int index : found_) {
    const NearTriangle triangle = make_near(index);
    if (!solid.is_beyond(triangle.shape, reach, way)) triangles_.push_back(triangle);
  }
  make_patches(solid);
}

NearTriangle SurfacePatches::make_near(int index) const {
  const std::array<Vec3, 3> corners = surface_.corners(index);
  const Vec3 a = in_O(corners[0]);
  const Vec3 b = in_O(corners[1]);
  const Vec3 c = in_O(corners[2]);
  const auto comes_after = [&](int k) {
    const Vec3& here = corners[k];
    const Vec3& next = corners[(k + 1) % 3];
    return std::ranges::lexicographical_compare(next, here);
  };
  const Triangle triangle{{a, b, c}, {comes_after(0), comes_after(1), comes_after(2)}};
  return {index, triangle, triangle_bounds(a, b, c)};
}

FlatPatch SurfacePatches::plane_of(int region, const SurfaceSolid& solid) const {
  FlatPatch plane;
  plane.region = region;
  const Vec3 at = in_O(surface_.position(surface_.vertices_of(region)[0]));
  plane.normal = direction_in_O(surface_.normal(region));
  plane.offset = plane.normal.dot(at);
  plane.tolerance = kRimShare * solid.outer_radius() + kPatchRounding * at.cwiseAbs().maxCoeff();
  const bool is_behind = plane.normal.dot(solid.center()) < plane.offset;
  if (is_behind && !is_one_sided_for(solid)) {
    plane.normal = -plane.normal;
    plane.offset = -plane.offset;
    plane.turn = -1;
  }
  return plane;
}

void SurfacePatches::make_patches(const SurfaceSolid& solid) {
  const auto region = [&](const NearTriangle& triangle) {
    return surface_.region_of(triangle.index);
  };
  std::sort(triangles_.begin(), triangles_.end(),
            [&](const NearTriangle& a, const NearTriangle& b) {
              return std::pair(region(a), a.index) < std::pair(region(b), b.index);
            });
  patches_.clear();
  for (std::size_t first = 0; first < triangles_.size();) {
    std::size_t last = first + 1;
    while (last < triangles_.size() && region(triangles_[last]) == region(triangles_[first])) {
      ++last;
    }
    FlatPatch patch = plane_of(region(triangles_[first]), solid);
    patch.triangles = std::span(triangles_).subspan(first, last - first);
    patches_.push_back(patch);
    first = last;
  }
}

}  // namespace stiction
