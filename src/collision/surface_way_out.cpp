#include "surface_way_out.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "surface_distance.h"
#include "surface_features.h"

namespace stiction {

namespace {

// Replaces what was found by the contact with a plane, all of it solid below.
void pose_plane(const SurfaceSolid& solid, const Vec3& normal, double offset, double margin,
                SurfaceManifolds& manifolds) {
  ShapeManifold manifold;
  solid.touch_plane(normal, offset, margin, manifold);
  for (ManifoldPoint& point : manifold.points) {
    point.feature = on_surface(point.feature, kSolidBelow);
  }
  manifolds.clear();
  manifolds.add(normal, manifold.points);
}

bool overlaps_any(const SurfaceSolid& solid, const FlatPatch& patch) {
  ShapeManifold manifold;
  return std::any_of(patch.triangles.begin(), patch.triangles.end(), [&](const NearTriangle& near) {
    manifold.points.clear();
    return solid.touch(near.shape, {}, manifold) < 0;
  });
}

// Of the faces that cut the solid, the one that it is least far behind.
const FlatPatch* find_shallowest_cut(const SurfacePatches& patches, const SurfaceSolid& solid) {
  const FlatPatch* best = nullptr;
  double best_height = -std::numeric_limits<double>::infinity();
  for (const FlatPatch& patch : patches.patches()) {
    const double height = solid.height_over(patch.normal, patch.offset);
    if (height >= 0 || height <= best_height || !overlaps_any(solid, patch)) continue;
    best = &patch;
    best_height = height;
  }
  return best;
}

}  // namespace

void find_way_out(const SurfacePatches& patches, const SurfaceSolid& solid, double radius,
                  double margin, SurfaceManifolds& manifolds) {
  const TriangleSurface& surface = patches.surface();
  if (!surface.is_one_sided()) return;
  const Vec3 center = patches.point_in_S(solid.center());
  if (surface.is_inside(center)) {
    const std::optional<ClosestPoint> nearest =
        closest_point_on(surface, radius, center, std::numeric_limits<double>::infinity());
    if (!nearest) return;
    const Vec3 normal = patches.direction_in_O(nearest->normal);
    pose_plane(solid, normal, normal.dot(solid.center()) - nearest->distance, margin, manifolds);
  } else if (manifolds.least_gap() > 0) {
    const FlatPatch* cut = find_shallowest_cut(patches, solid);
    if (cut) pose_plane(solid, cut->normal, cut->offset, margin, manifolds);
  }
}

}  // namespace stiction
