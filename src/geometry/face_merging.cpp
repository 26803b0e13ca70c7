#include "face_merging.h"

#include "half_edges.h"
#include "triangle_area.h"

#include <algorithm>
#include <limits>

namespace stiction {
namespace {

// A layer between two heights along a normal, relative to the origin.
struct Layer {
  Vec3 normal;
  double lower = std::numeric_limits<double>::infinity();
  double upper = -std::numeric_limits<double>::infinity();

  void add(const Vec3& point) {
    const double height = normal.dot(point);
    lower = std::min(lower, height);
    upper = std::max(upper, height);
  }
  double thickness() const { return upper - lower; }
};

class FaceMerger {
 public:
  FaceMerger(std::span<const Vec3> points, std::span<const std::array<int, 3>> triangles,
             double flatness)
      : points_(points), flatness_(flatness), surface_(triangles) {
    for (const auto& [a, b, c] : triangles) {
      areas_.push_back(calc_area_vector(points[a], points[b], points[c]));
      layers_.push_back({areas_.back().normalized()});
      for (const int corner : {a, b, c}) layers_.back().add(points[corner]);
    }
  }

  // Removing an edge can make a vertex redundant, and removing that other edges.
  void merge_all() {
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      for (int h = 0; h < surface_.size(); ++h) {
        if (!surface_.is_removed(h) && merge_across(h)) has_changed = true;
      }
      for (int h = 0; h < surface_.size(); ++h) {
        if (!surface_.is_removed(h) && straighten_from(h)) has_changed = true;
      }
    }
  }

  std::vector<FlatFace> faces() const {
    std::vector<bool> is_done(areas_.size());
    std::vector<FlatFace> faces;
    for (int h = 0; h < surface_.size(); ++h) {
      if (surface_.is_removed(h) || is_done[surface_.face(h)]) continue;
      is_done[surface_.face(h)] = true;
      faces.push_back({{}, layers_[surface_.face(h)].normal});
      int side = h;
      do {
        faces.back().corners.push_back(surface_.origin(side));
        side = surface_.next(side);
      } while (side != h);
    }
    return faces;
  }

 private:
  // Keeps the face with more corners, so that a corner changes its face at most log n times.
  bool merge_across(int h) {
    if (surface_.num_corners(surface_.face(h)) >
        surface_.num_corners(surface_.face(surface_.twin(h)))) {
      h = surface_.twin(h);
    }
    const int gone = surface_.face(h);
    const int kept = surface_.face(surface_.twin(h));
    const Vec3 area = areas_[gone] + areas_[kept];
    if (!is_same_way(area, areas_[gone], areas_[kept])) return false;
    Layer layer = common_layer(gone, kept, area);
    if (!(layer.thickness() <= flatness_) || !surface_.join_faces(h)) return false;
    areas_[kept] = area;
    layers_[kept] = layer;
    return true;
  }

  // True if the faces point in about the same direction, or one is but a sliver of the other.
  static bool is_same_way(const Vec3& sum, const Vec3& a, const Vec3& b) {
    constexpr double kLeastShare = 0.9;
    return sum.norm() >= kLeastShare * (a.norm() + b.norm());
  }

  // The layer that encloses both faces: along the normal of the larger one if that is good enough
  // (then not all of its corners need be visited), else along the normal of both.
  Layer common_layer(int a, int b, const Vec3& area) const {
    const bool is_a_larger = areas_[a].squaredNorm() > areas_[b].squaredNorm();
    const int large = is_a_larger ? a : b;
    const int small = is_a_larger ? b : a;
    Layer layer = layers_[large];
    add_corners(small, layer);
    if (layer.thickness() <= flatness_) return layer;
    layer = {area.normalized()};
    add_corners(small, layer);
    add_corners(large, layer);
    return layer;
  }

  // Stops once the layer is too thick.
  void add_corners(int face, Layer& layer) const {
    const int first = surface_.side(face);
    int side = first;
    do {
      layer.add(points_[surface_.origin(side)]);
      side = surface_.next(side);
    } while (side != first && layer.thickness() <= flatness_);
  }

  // Removes the vertices with two edges that follow `start`, if they are on the straight line to
  // the next vertex with more edges. On that line they can be in any order.
  bool straighten_from(int start) {
    if (surface_.has_two_edges(start)) return false;
    int end = surface_.next(start);
    while (end != start && surface_.has_two_edges(end)) end = surface_.next(end);
    const Vec3& a = points_[surface_.origin(start)];
    const Vec3& b = points_[surface_.origin(end)];
    bool has_changed = false;
    for (int h = start; surface_.next(h) != end;) {
      const int next = surface_.next(h);
      if (is_on_segment(points_[surface_.origin(next)], a, b) && surface_.dissolve_origin(next)) {
        has_changed = true;
      } else {
        h = next;
      }
    }
    return has_changed;
  }

  bool is_on_segment(const Vec3& point, const Vec3& a, const Vec3& b) const {
    const double squared = (b - a).squaredNorm();
    const double along = squared > 0 ? (point - a).dot(b - a) / squared : 0;
    const Vec3 nearest = a + std::clamp(along, 0.0, 1.0) * (b - a);
    return (point - nearest).norm() <= flatness_;
  }

  std::span<const Vec3> points_;
  double flatness_;
  HalfEdges surface_;
  std::vector<Vec3> areas_;    // of the faces, as vectors along their normals
  std::vector<Layer> layers_;  // enclose the faces' corners
};

}  // namespace

std::vector<FlatFace> merge_flat_faces(std::span<const Vec3> points,
                                       std::span<const std::array<int, 3>> triangles,
                                       double flatness) {
  FaceMerger merger(points, triangles, flatness);
  merger.merge_all();
  return merger.faces();
}

}  // namespace stiction
