#pragma once

#include <stiction/math/rigid_transform.h>

#include <span>
#include <vector>

#include "convex_solid.h"
#include "reused.h"
#include "surface_solid.h"
#include "triangle_surface.h"

namespace stiction {

/// A triangle of the surface near a solid.
struct NearTriangle {
  int index = 0;
  Triangle shape;  ///< in O
  Aabb bounds;     ///< in O
};

/// The near triangles of one flat region, and their plane normal . x = offset in O. The normal
/// points to the side of the solid: where its centre is, if the surface has two sides there.
struct FlatPatch {
  int region = 0;
  std::span<const NearTriangle> triangles;
  Vec3 normal = Vec3::UnitZ();
  double offset = 0;
  double turn = 1;       ///< -1 if the triangles' normals point the other way
  double tolerance = 0;  ///< points this near to the rim count as over the patch, m

  /// True if the point (in O), seen along the normal, is over one of the triangles.
  bool is_under(const Vec3& point) const;
};

/// The surface near one solid, in the frame O of SurfaceSolid.
class SurfacePatches {
 public:
  /// X_OS: pose of the surface in O.
  SurfacePatches(const TriangleSurface& surface, const RigidTransform& X_OS)
      : surface_(surface),
        X_OS_(X_OS),
        start_(X_OS.translation),
        R_OS_(X_OS.rotation.toRotationMatrix()) {}

  /// Finds the triangles whose bounds the solid may approach to within `margin` on its way (in O),
  /// and groups them into patches in ascending order of their regions.
  void collect(const SurfaceSolid& solid, double margin, const Vec3& way);

  const TriangleSurface& surface() const { return surface_; }
  std::span<const FlatPatch> patches() const { return patches_; }
  std::span<const NearTriangle> triangles() const { return triangles_; }

  Vec3 direction_in_O(const Vec3& direction_S) const { return R_OS_ * direction_S; }
  Vec3 direction_in_S(const Vec3& direction_O) const { return R_OS_.transpose() * direction_O; }
  Vec3 point_in_S(const Vec3& point_O) const {
    return R_OS_.transpose() * (point_O - X_OS_.translation);
  }
  /// Moves the solid, with its frame O, to `way` from its start. Discards the triangles.
  void place_solid(const Vec3& way);
  NearTriangle make_near(int index) const;
  /// True if only one side of the surface is outside for the solid at its present place.
  bool is_one_sided_for(const SurfaceSolid& solid) const {
    return surface_.is_one_sided(point_in_S(solid.center()));
  }
  /// The plane of a flat region, oriented to the solid as above; without triangles.
  FlatPatch plane_of(int region, const SurfaceSolid& solid) const;

 private:
  Vec3 in_O(const Vec3& point_S) const { return R_OS_ * point_S + X_OS_.translation; }
  void make_patches(const SurfaceSolid& solid);

  const TriangleSurface& surface_;
  RigidTransform X_OS_;
  Vec3 start_;  ///< origin of the surface in O before the solid was moved
  Mat3 R_OS_;
  Reused<std::vector<int>> found_;
  Reused<std::vector<NearTriangle>> triangles_;  ///< by region, then by number
  Reused<std::vector<FlatPatch>> patches_;
};

}  // namespace stiction
