#include "hull_surface.h"

#include "coincident_points.h"
#include "convex_hull.h"
#include "point_frame.h"

#include <algorithm>

namespace stiction {
namespace {

double flatness_of(const PointFrame& frame) {
  const double wanted = std::min(8e-8 * frame.extent(), 1e-3 * frame.thickness());
  return std::max(wanted, 8 * frame.rounding());
}

std::vector<Vec3> distinct(std::span<const Vec3> points) {
  const std::vector<int> first = first_at_same_place(points);
  std::vector<Vec3> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (first[i] == static_cast<int>(i)) result.push_back(points[i]);
  }
  return result;
}

// All corners of the faces in ascending order.
std::vector<int> corners_of(const std::vector<FlatFace>& faces, std::size_t num_points) {
  std::vector<bool> is_corner(num_points);
  for (const FlatFace& face : faces) {
    for (const int corner : face.corners) is_corner[corner] = true;
  }
  std::vector<int> corners;
  for (std::size_t i = 0; i < num_points; ++i) {
    if (is_corner[i]) corners.push_back(static_cast<int>(i));
  }
  return corners;
}

std::vector<Vec3> chosen(const std::vector<Vec3>& points, const std::vector<int>& numbers) {
  std::vector<Vec3> result;
  result.reserve(numbers.size());
  for (const int i : numbers) result.push_back(points[i]);
  return result;
}

// The corners of faces, keeping only the first of two whose edge satisfies `is_short`.
template <typename Predicate>
std::vector<int> without_short_edges(std::vector<int> corners, const std::vector<FlatFace>& faces,
                                     Predicate is_short) {
  std::vector<std::array<int, 2>> short_edges;  // later end, earlier end
  for (const auto& [loop, normal] : faces) {
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int a = loop[k];
      const int b = loop[(k + 1) % loop.size()];
      if (is_short(a, b)) short_edges.push_back({std::max(a, b), std::min(a, b)});
    }
  }
  std::sort(short_edges.begin(), short_edges.end());
  std::vector<bool> is_dropped(corners.empty() ? 0 : corners.back() + 1);
  for (const auto& [later, earlier] : short_edges) {
    if (!is_dropped[earlier]) is_dropped[later] = true;
  }
  std::erase_if(corners, [&](int corner) { return is_dropped[corner]; });
  return corners;
}

// Replaces the corners of the faces by their places in `corners`.
void renumber(std::vector<FlatFace>& faces, const std::vector<int>& corners,
              std::size_t num_points) {
  std::vector<int> place(num_points, -1);
  for (std::size_t k = 0; k < corners.size(); ++k) place[corners[k]] = static_cast<int>(k);
  for (FlatFace& face : faces) {
    for (int& corner : face.corners) corner = place[corner];
  }
}

void put_faces_in_order(std::vector<FlatFace>& faces) {
  for (auto& [loop, normal] : faces) {
    std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
  }
  std::sort(faces.begin(), faces.end(),
            [](const FlatFace& a, const FlatFace& b) { return a.corners < b.corners; });
}

}  // namespace

HullSurface calc_hull_surface(std::span<const Vec3> points) {
  const PointFrame frame(points);
  HullSurface hull{distinct(points), {}, flatness_of(frame)};
  for (;;) {
    const std::vector<Vec3> scaled = frame.scaled(hull.vertices);
    const std::vector<Vec3> round = frame.rounded_out(scaled);
    const TriangulatedHull fine = triangulated_hull(round);
    const double flatness = hull.flatness / frame.extent();
    hull.faces = merge_flat_faces(scaled, fine.triangles, flatness);
    // A face as small as the flatness tolerance may have any normal, and points within ten joggles
    // of each other may form a folded surface.
    const auto is_short = [&](int a, int b) {
      return (scaled[a] - scaled[b]).norm() <= flatness ||
             (round[a] - round[b]).norm() <= 10 * fine.joggle;
    };
    const std::vector<int> corners =
        without_short_edges(corners_of(hull.faces, scaled.size()), hull.faces, is_short);
    hull.vertices = chosen(hull.vertices, corners);
    // If some points were dropped, the rest have another hull; usually the next round settles it.
    const std::size_t num_vertices = fine.triangles.size() / 2 + 2;  // by Euler's formula
    if (corners.size() < num_vertices) continue;
    renumber(hull.faces, corners, scaled.size());
    put_faces_in_order(hull.faces);
    return hull;
  }
}

}  // namespace stiction
