#include <stiction/geometry/convex_polyhedron.h>

#include "face_triangles.h"
#include "hull_surface.h"
#include "point_checks.h"
#include "polyhedral_integrals.h"
#include "triangle_area.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>

namespace stiction {
namespace {

// A side of a face, from its k-th corner to the next, as part of the edge between start < end.
struct Side {
  int start = 0;
  int end = 0;
  bool is_backward = false;
  int face = 0;
  int place = 0;  // among the corners of all faces
};

std::vector<Side> sorted_face_sides(const std::vector<FlatFace>& faces) {
  std::vector<Side> sides;
  int place = 0;
  for (std::size_t face = 0; face < faces.size(); ++face) {
    const std::vector<int>& loop = faces[face].corners;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int from = loop[k];
      const int to = loop[(k + 1) % loop.size()];
      sides.push_back(
          {std::min(from, to), std::max(from, to), from > to, static_cast<int>(face), place++});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.start, a.end, a.is_backward) < std::tie(b.start, b.end, b.is_backward);
  });
  return sides;
}

}  // namespace

ConvexPolyhedron::ConvexPolyhedron(std::span<const Vec3> points) {
  if (points.size() < 4) {
    throw std::invalid_argument("expected at least 4 points, got " + std::to_string(points.size()));
  }
  require_coordinates(points);
  HullSurface surface = calc_hull_surface(points);
  vertices_ = std::move(surface.vertices);
  set_faces(surface);
  std::vector<std::array<int, 2>> ends;
  for (const Edge& edge : edges_) ends.push_back({edge.start, edge.end});
  edges_at_ = Links(vertices_.size(), ends);
  measure_faces(surface);
  measure_solid();
  find_summits();
}

// Counting sort.
ConvexPolyhedron::Links::Links(std::size_t num_vertices, std::span<const std::array<int, 2>> ends)
    : first(num_vertices + 1, 0), vertices(2 * ends.size()), numbers(2 * ends.size()) {
  for (const auto& [start, end] : ends) {
    ++first[start + 1];
    ++first[end + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<int> next(first.begin(), first.end() - 1);
  for (std::size_t k = 0; k < ends.size(); ++k) {
    for (const int side : {0, 1}) {
      const int place = next[ends[k][side]]++;
      vertices[place] = ends[k][1 - side];
      numbers[place] = static_cast<int>(k);
    }
  }
}

void ConvexPolyhedron::set_faces(const HullSurface& surface) {
  first_corner_.push_back(0);
  for (const auto& [loop, normal] : surface.faces) {
    corners_.insert(corners_.end(), loop.begin(), loop.end());
    first_corner_.push_back(static_cast<int>(corners_.size()));
  }
  faces_.resize(surface.faces.size());
  face_edges_.resize(corners_.size());
  const std::vector<Side> sides = sorted_face_sides(surface.faces);
  for (std::size_t k = 0; k + 1 < sides.size(); k += 2) {
    for (const std::size_t side : {k, k + 1}) {
      face_edges_[sides[side].place] = static_cast<int>(edges_.size());
    }
    edges_.push_back({sides[k].start, sides[k].end, sides[k].face, sides[k + 1].face});
  }
}

void ConvexPolyhedron::measure_faces(const HullSurface& surface) {
  for (const Vec3& vertex : vertices_) {
    bounding_radius_ = std::max(bounding_radius_, vertex.stableNorm());
  }
  const double rounding = 64 * std::numeric_limits<double>::epsilon() * bounding_radius_;
  for (int f = 0; f < static_cast<int>(faces_.size()); ++f) {
    const Vec3 area = calc_area(f);
    faces_[f].area = area.stableNorm();
    faces_[f].normal = area.stableNormalized();
    // The mean normal rounds least; use it unless it is too far off because corners are uneven.
    if (calc_unevenness(f) > surface.flatness) faces_[f].normal = surface.faces[f].normal;
    is_uneven_.push_back(calc_unevenness(f) > rounding);
  }
  for (int f = 0; f < static_cast<int>(faces_.size()); ++f) {
    Face& face = faces_[f];
    face.offset = face.normal.dot(vertices_[support(face.normal, corners(f)[0])]);
  }
}

// Height difference between the highest and the lowest corner along the normal.
double ConvexPolyhedron::calc_unevenness(int face) const {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (const int corner : corners(face)) {
    const double height = faces_[face].normal.dot(vertices_[corner]);
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  return highest - lowest;
}

// The area as a vector along the normal.
Vec3 ConvexPolyhedron::calc_area(int face) const {
  const std::span<const int> loop = corners(face);
  Vec3 area = Vec3::Zero();
  for (std::size_t k = 2; k < loop.size(); ++k) {
    area += calc_area_vector(vertices_[loop[0]], vertices_[loop[k - 1]], vertices_[loop[k]]);
  }
  return area;
}

void ConvexPolyhedron::measure_solid() {
  const SolidIntegrals integrals = integrate_polyhedron(vertices_, face_triangles(*this));
  volume_ = integrals.volume;
  center_ = integrals.center;
  inner_radius_ = std::numeric_limits<double>::infinity();
  for (const Face& face : faces_) {
    inner_radius_ = std::min(inner_radius_, face.offset - face.normal.dot(center_));
  }
}

int ConvexPolyhedron::support(const Vec3& direction, int start) const {
  Summit summit{start, direction.dot(vertices_[start])};
  for (int from = -1; summit.vertex != from;) {
    from = summit.vertex;
    climb_to(neighbours(from), direction, summit);
    // Edges need not lead to the highest corner of a face that is plane only within the tolerance.
    if (summit.vertex != from) continue;
    for (const int edge : edges_of_vertex(from)) {
      const int face = edges_[edge].start == from ? edges_[edge].left : edges_[edge].right;
      if (is_uneven_[face]) climb_to(corners(face), direction, summit);
    }
  }
  return summit.vertex;
}

// Each climb starts where the last one, towards the cell before, has ended. The number of cells
// along an edge is even: the middle of an odd grid is an axis, along which all corners of a prism's
// end are equally high, so that the one found may be on the far side of what is sought.
void ConvexPolyhedron::find_summits() {
  const double num_vertices = static_cast<double>(vertices_.size());
  cells_along_ = 2 * static_cast<int>(std::ceil(std::sqrt(num_vertices / 24)));
  const auto middle = [&](int i) { return (2 * i + 1.0) / cells_along_ - 1; };
  int summit = 0;
  for (int side = 0; side < 6; ++side) {
    const int axis = side / 2;
    Vec3 direction;
    direction[axis] = side % 2 == 0 ? -1 : 1;
    for (int i = 0; i < cells_along_; ++i) {
      direction[(axis + 1) % 3] = middle(i);
      for (int j = 0; j < cells_along_; ++j) {
        direction[(axis + 2) % 3] = middle(j);
        summit = support(direction, summit);
        summits_.push_back(summit);
      }
    }
  }
}

// In the order of `find_summits`. Any cell for a direction that is 0 or not finite.
std::size_t ConvexPolyhedron::cell_of(const Vec3& direction) const {
  int axis = 0;
  const double most = direction.cwiseAbs().maxCoeff(&axis);
  const auto place = [&](int k) {
    const double along = 0.5 * cells_along_ * (direction[k % 3] / most + 1);
    return along > 0 ? std::min(static_cast<int>(along), cells_along_ - 1) : 0;
  };
  const int side = 2 * axis + (direction[axis] > 0 ? 1 : 0);
  const int cell = (side * cells_along_ + place(axis + 1)) * cells_along_ + place(axis + 2);
  return static_cast<std::size_t>(cell);
}

void ConvexPolyhedron::climb_to(std::span<const int> candidates, const Vec3& direction,
                                Summit& summit) const {
  for (const int vertex : candidates) {
    const double height = direction.dot(vertices_[vertex]);
    if (height > summit.height) summit = {vertex, height};
  }
}

}  // namespace stiction
