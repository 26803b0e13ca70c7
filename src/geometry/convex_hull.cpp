#include "convex_hull.h"

#include "triangle_edges.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace stiction {
namespace {

// A sink for Qhull's messages: it requires a file, and the library prints nothing.
class MutedFile {
 public:
  MutedFile() : file_(open_memstream(&text_, &size_)) {
    if (!file_) throw std::bad_alloc();
  }
  ~MutedFile() {
    std::fclose(file_);
    std::free(text_);
  }
  MutedFile(const MutedFile&) = delete;
  MutedFile& operator=(const MutedFile&) = delete;

  std::FILE* file() { return file_; }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

// One run of Qhull; frees everything that it allocated.
class QhullRun {
 public:
  explicit QhullRun(std::span<const Vec3> points) {
    coordinates_.reserve(3 * points.size());
    for (const Vec3& p : points) coordinates_.insert(coordinates_.end(), p.begin(), p.end());
    qh_zero(&qhull_, muted_.file());
    std::string joggled = "qhull QJ";
    is_good_ = qh_new_qhull(&qhull_, 3, static_cast<int>(points.size()), coordinates_.data(), False,
                            joggled.data(), nullptr, muted_.file()) == 0;
  }
  ~QhullRun() {
    int num_left = 0;
    int bytes_left = 0;
    qh_freeqhull(&qhull_, !qh_ALL);
    qh_memfreeshort(&qhull_, &num_left, &bytes_left);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  // Largest displacement of coordinates.
  double joggle() const { return qhull_.JOGGLEmax; }

  // The facets, all with the same orientation; empty if the run failed.
  std::vector<TriangleCorners> triangles() {
    std::vector<TriangleCorners> triangles;
    if (!is_good_) return triangles;
    qhT* qh = &qhull_;  // the name that Qhull's macros expect
    facetT* facet = nullptr;
    FORALLfacets {
      if (qh_setsize(qh, facet->vertices) != 3) return {};
      TriangleCorners triangle{};
      for (int k = 0; k < 3; ++k) {
        const auto* vertex = static_cast<const vertexT*>(SETelem_(facet->vertices, k));
        triangle[k] = qh_pointid(qh, vertex->point);
      }
      if (facet->toporient) std::swap(triangle[1], triangle[2]);
      triangles.push_back(triangle);
    }
    return triangles;
  }

 private:
  MutedFile muted_;
  std::vector<double> coordinates_;
  qhT qhull_;
  bool is_good_ = false;
};

// True if every edge has two triangles that run along it in opposite directions.
bool is_closed(std::span<const TriangleSide> sides) {
  for (std::size_t k = 0; k < sides.size(); k += 2) {
    if (k + 1 == sides.size() || !sides[k].is_on_edge_of(sides[k + 1])) return false;
    if (sides[k].is_forward == sides[k + 1].is_forward) return false;
    if (k > 0 && sides[k].is_on_edge_of(sides[k - 1])) return false;
  }
  return true;
}

// True if every triangle can be reached from any other across edges.
bool is_connected(std::span<const TriangleSide> sides, std::size_t num_triangles) {
  std::vector<int> parent(num_triangles);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int t) {
    while (parent[t] != t) t = parent[t] = parent[parent[t]];
    return t;
  };
  std::size_t num_parts = num_triangles;
  for (std::size_t k = 0; k + 1 < sides.size(); k += 2) {
    const int a = root(sides[k].triangle);
    const int b = root(sides[k + 1].triangle);
    if (a == b) continue;
    parent[a] = b;
    --num_parts;
  }
  return num_parts == 1;
}

// True for a closed connected surface with Euler's number 2; a surface that touches itself at a
// vertex would need a greater number to compensate.
bool is_sphere(std::span<const TriangleCorners> triangles, std::size_t num_points) {
  const std::vector<TriangleSide> sides = sorted_sides(triangles);
  if (sides.empty() || !is_closed(sides) || !is_connected(sides, triangles.size())) return false;
  std::vector<bool> is_used(num_points);
  for (const TriangleCorners& triangle : triangles) {
    for (const int corner : triangle) is_used[corner] = true;
  }
  const auto num_vertices = std::count(is_used.begin(), is_used.end(), true);
  const auto num_edges = static_cast<std::ptrdiff_t>(sides.size() / 2);
  return num_vertices - num_edges + static_cast<std::ptrdiff_t>(triangles.size()) == 2;
}

double six_volumes(std::span<const Vec3> points, std::span<const TriangleCorners> triangles) {
  const Vec3& origin = points[triangles[0][0]];
  double sum = 0;
  for (const auto& [a, b, c] : triangles) {
    sum += (points[a] - origin).dot((points[b] - origin).cross(points[c] - origin));
  }
  return sum;
}

void put_triangles_in_order(std::span<const Vec3> points, std::vector<TriangleCorners>& triangles) {
  const bool is_inverted = six_volumes(points, triangles) < 0;
  for (TriangleCorners& triangle : triangles) {
    if (is_inverted) std::swap(triangle[1], triangle[2]);
    std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()),
                triangle.end());
  }
  std::sort(triangles.begin(), triangles.end());
}

}  // namespace

TriangulatedHull triangulated_hull(std::span<const Vec3> points) {
  QhullRun run(points);
  TriangulatedHull hull{run.triangles(), run.joggle()};
  if (!is_sphere(hull.triangles, points.size())) {
    throw std::invalid_argument("expected points with a convex hull, got " +
                                std::to_string(points.size()) + " of which none was found");
  }
  put_triangles_in_order(points, hull.triangles);
  return hull;
}

}  // namespace stiction
