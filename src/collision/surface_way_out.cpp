#include "surface_way_out.h"

#include <limits>
#include <optional>

#include "surface_distance.h"
#include "surface_features.h"

namespace stiction {

void find_way_out(const SurfacePatches& patches, const SurfaceSolid& solid, double radius,
                  double margin, SurfaceManifolds& manifolds) {
  const TriangleSurface& surface = patches.surface();
  const Vec3 center = patches.point_in_S(solid.center());
  if (!surface.is_one_sided() || !surface.is_inside(center)) return;
  const std::optional<ClosestPoint> nearest =
      closest_point_on(surface, radius, center, std::numeric_limits<double>::infinity());
  if (!nearest) return;
  const Vec3 normal = patches.direction_in_O(nearest->normal);
  ShapeManifold manifold;
  solid.touch_plane(normal, normal.dot(solid.center()) - nearest->distance, margin, manifold);
  for (ManifoldPoint& point : manifold.points) {
    point.feature = on_surface(point.feature, kSolidBelow);
  }
  manifolds.clear();
  manifolds.add(normal, manifold.points);
}

}  // namespace stiction
