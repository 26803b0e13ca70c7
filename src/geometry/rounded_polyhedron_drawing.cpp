#include <cmath>
#include <numbers>

#include "rounded_polyhedron.h"

namespace stiction {
namespace {

constexpr double kLargestArc = 0.05 * std::numbers::pi;  // 9 degrees, as for a drawn ball

// Interpolates from one unit vector to another, which is not opposite.
Vec3 between(const Vec3& from, const Vec3& to, double share) {
  const double angle = std::atan2(from.cross(to).norm(), from.dot(to));
  if (share == 0 || angle == 0) return from;
  if (share == 1) return to;
  return (std::sin((1 - share) * angle) * from + std::sin(share * angle) * to).normalized();
}

class RoundedDrawing {
 public:
  explicit RoundedDrawing(const RoundedPolyhedron& solid) : solid_(solid) {
    double widest = 0;
    for (const ConvexPolyhedron::Edge& edge : solid.features.edges()) {
      const double cosine = left_of(edge).dot(right_of(edge));
      widest = std::max(widest, std::acos(std::clamp(cosine, -1.0, 1.0)));
    }
    num_arcs_ = std::max(1, static_cast<int>(std::ceil(widest / kLargestArc - 1e-9)));
  }

  DrawnSurface draw() {
    const ConvexPolyhedron& features = solid_.features;
    std::vector<Vec3> middles(solid_.vertices.size(), Vec3::Zero());
    for (int f = 0; f < static_cast<int>(features.faces().size()); ++f) {
      const Vec3& normal = features.faces()[f].normal;
      const int first = static_cast<int>(surface_.points.size());
      for (const int corner : features.corners(f)) {
        middles[corner] += normal;
        add_point(corner, normal);
      }
      const int count = static_cast<int>(features.corners(f).size());
      for (int k = 2; k < count; ++k) {
        surface_.triangles.push_back({first, first + k - 1, first + k});
      }
    }
    for (const ConvexPolyhedron::Edge& edge : features.edges()) {
      add_strip(edge);
      add_wedge(edge.end, left_of(edge), right_of(edge), middles[edge.end].normalized());
      add_wedge(edge.start, right_of(edge), left_of(edge), middles[edge.start].normalized());
    }
    return std::move(surface_);
  }

 private:
  const Vec3& left_of(const ConvexPolyhedron::Edge& edge) const {
    return solid_.features.faces()[edge.left].normal;
  }
  const Vec3& right_of(const ConvexPolyhedron::Edge& edge) const {
    return solid_.features.faces()[edge.right].normal;
  }

  int add_point(int vertex, const Vec3& normal) {
    surface_.points.emplace_back(solid_.vertices[vertex] + solid_.radius * normal);
    surface_.normals.push_back(normal);
    return static_cast<int>(surface_.points.size()) - 1;
  }

  // Adds quads between two rows of points, the second on the left of the first.
  void add_quads(int right_row, int left_row, int count) {
    for (int k = 0; k < count; ++k) {
      surface_.triangles.push_back({right_row + k, right_row + k + 1, left_row + k + 1});
      surface_.triangles.push_back({right_row + k, left_row + k + 1, left_row + k});
    }
  }

  // Adds the strip from the face on the left of the edge to that on its right.
  void add_strip(const ConvexPolyhedron::Edge& edge) {
    std::array<int, 2> rows{};
    for (const int end : {0, 1}) {
      rows[end] = static_cast<int>(surface_.points.size());
      for (int k = 0; k <= num_arcs_; ++k) {
        add_point(end == 0 ? edge.start : edge.end, arc(left_of(edge), right_of(edge), k));
      }
    }
    add_quads(rows[0], rows[1], num_arcs_);
  }

  // Adds the triangle from the middle of the polygon of normals at a vertex to one of its arcs.
  void add_wedge(int vertex, const Vec3& from, const Vec3& to, const Vec3& middle) {
    const int tip = add_point(vertex, middle);
    int inner = tip;
    for (int ring = 1; ring <= num_arcs_; ++ring) {
      const int outer = static_cast<int>(surface_.points.size());
      for (int k = 0; k <= num_arcs_; ++k) {
        const double share = static_cast<double>(ring) / num_arcs_;
        add_point(vertex, between(middle, arc(from, to, k), share));
      }
      if (ring > 1) {
        add_quads(outer, inner, num_arcs_);
      } else {
        for (int k = 0; k < num_arcs_; ++k) {
          surface_.triangles.push_back({tip, outer + k, outer + k + 1});
        }
      }
      inner = outer;
    }
  }

  // Computed alike from either end, so that the strip and the wedges of an edge meet.
  Vec3 arc(const Vec3& from, const Vec3& to, int k) const {
    const double share = static_cast<double>(k) / num_arcs_;
    return share <= 0.5 ? between(from, to, share)
                        : between(to, from, static_cast<double>(num_arcs_ - k) / num_arcs_);
  }

  const RoundedPolyhedron& solid_;
  int num_arcs_ = 1;
  DrawnSurface surface_;
};

}  // namespace

DrawnSurface draw(const RoundedPolyhedron& solid) { return RoundedDrawing(solid).draw(); }

}  // namespace stiction
