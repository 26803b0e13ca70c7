#pragma once

#include <span>
#include <vector>

#include "infinity.h"
#include "reused.h"
#include "surface_edges.h"
#include "surface_manifolds.h"
#include "surface_patches.h"
#include "surface_solid.h"

namespace stiction {

/// The contacts of a solid with the surface at its present place, for all normals, in the frame O.
/// The motion over the step influences the choice of normals as in NarrowPhaseQuery, but is not
/// followed (see surface_sweep.h).
class SurfaceTouch {
 public:
  SurfaceTouch(const SurfacePatches& patches, const SurfaceSolid& solid,
               const NarrowPhaseQuery& query);

  /// Adds the contacts with the collected triangles, with gaps up to the margin.
  void add_to(SurfaceManifolds& manifolds);
  /// Adds contacts with those triangles that a motion which respects all other contacts would sink
  /// into. Adds none if the solid overlaps the surface already.
  void add_missed(SurfaceManifolds& manifolds);
  /// Adds the contact with the plane of a flat region, over the collected triangles of that region,
  /// however deep it is.
  void add_region(int region, SurfaceManifolds& manifolds);
  /// Overlap up to this counts as touching; gaps greater than this are real, m.
  double touch() const { return touch_; }
  /// Separations that differ by less count as equal, m.
  double tie() const { return tie_; }

 private:
  /// A contact with an edge or a vertex.
  struct EdgeContact {
    Vec3 normal;
    double separation = 0;
    const NearTriangle* triangle = nullptr;
    ForemostFeature feature;
    std::size_t first_point = 0;  ///< in edge_points_
    std::size_t end_point = 0;
  };
  /// The nearest of the contacts whose normals are not normals of the surface.
  struct StrayContact {
    double separation = kInfinity;
    double cosine = 0;  ///< of its normal with that of the triangle
    Vec3 normal = Vec3::UnitZ();
    Reused<std::vector<ManifoldPoint>> points;
  };
  /// A plane that may replace an edge's normal.
  struct PlaneChoice {
    double predicted = 0;
    bool is_plane = false;
    FlatPatch plane;
    double height = 0;
  };

  void add_patch(const FlatPatch& patch, SurfaceManifolds& manifolds);
  bool is_hidden_behind(const FlatPatch& patch) const;
  bool is_nearest_over(const FlatPatch& patch, double height) const;
  Vec3 way_to(const FlatPatch& patch, double height) const;
  void add_face(const FlatPatch& patch, double height, SurfaceManifolds& manifolds);
  void add_over(const FlatPatch& patch, const NearTriangle& triangle,
                const ShapeManifold& manifold);
  void add_edges(const FlatPatch& patch, double height, SurfaceManifolds& manifolds);
  void keep_edge(const NearTriangle& triangle, double separation, const ForemostFeature& feature);
  void append_part(const NearTriangle& triangle, std::vector<ManifoldPoint>& points) const;
  void keep_stray(const FlatPatch& patch, const NearTriangle& triangle, double separation);
  void add_edge(const EdgeContact& contact, SurfaceManifolds& manifolds);
  PlaneChoice choose_plane(const EdgeContact& contact) const;
  void consider_planes_at(int vertex, const EdgeContact& contact, PlaneChoice& choice) const;
  void add_plane_at_edge(const EdgeContact& contact, const PlaneChoice& choice,
                         SurfaceManifolds& manifolds);
  FeatureId feature_of(const NearTriangle& triangle, FeatureId pair) const;
  FeatureId feature_at(const EdgeContact& contact) const;
  bool is_covered(const Vec3& normal, const ManifoldPoint& point) const;
  bool is_blocked(const Vec3& start, const Vec3& way) const;

  const SurfacePatches& patches_;
  const TriangleSurface& surface_;
  const SurfaceSolid& solid_;
  double margin_;
  Vec3 displacement_;
  double tie_;
  double touch_;
  Reused<ShapeManifold> plane_;  ///< contact with the plane of the current patch
  Reused<ShapeManifold> part_;   ///< contact with the current triangle
  Reused<std::vector<ManifoldPoint>> points_;
  Reused<std::vector<ManifoldPoint>> edge_points_;
  Reused<std::vector<EdgeContact>> edges_;
  StrayContact stray_;
};

}  // namespace stiction
