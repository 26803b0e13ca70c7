// Segments against triangles by the signed volumes that the segment's line spans with the three
// edges (Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", JCGT 2013): an edge gives the
// same number, up to the sign, to both of its triangles, so nothing slips through between them.

#include "surface_rays.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Six times the volume spanned by the direction and the edge from a to b, seen from the start.
// Always computed from the vertex with the lower number, so that the sign alone depends on the
// edge's direction.
double spanned(const Vec3& direction, const Vec3& from_a, const Vec3& from_b, int a, int b) {
  return a < b ? direction.dot(from_a.cross(from_b)) : -direction.dot(from_b.cross(from_a));
}

struct Crossing {
  double fraction = 0;
  int sign = 0;            // +1 out of the side the normal points to, -1 into it
  bool is_at_rim = false;  // through an edge or a vertex, as far as numbers tell
};

std::optional<Crossing> cross(const TriangleSurface& surface, int triangle, const Vec3& start,
                              const Vec3& displacement) {
  const std::array<int, 3> at = surface.vertices_of(triangle);
  std::array<Vec3, 3> x;
  for (int k = 0; k < 3; ++k) x[k] = surface.position(at[k]) - start;
  std::array<double, 3> volumes;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    volumes[k] = spanned(displacement, x[i], x[j], at[i], at[j]);
  }
  const auto [least, greatest] = std::minmax({volumes[0], volumes[1], volumes[2]});
  if (least < 0 && greatest > 0) return std::nullopt;
  const double sum = volumes[0] + volumes[1] + volumes[2];
  if (sum == 0) return std::nullopt;
  const Vec3 point = (volumes[0] * x[0] + volumes[1] * x[1] + volumes[2] * x[2]) / sum;
  Crossing crossing;
  crossing.fraction = point.dot(displacement) / displacement.squaredNorm();
  if (!(crossing.fraction >= 0 && crossing.fraction <= 1)) return std::nullopt;
  crossing.sign = sum > 0 ? 1 : -1;
  const double nearest_rim =
      std::min({std::abs(volumes[0]), std::abs(volumes[1]), std::abs(volumes[2])});
  crossing.is_at_rim = nearest_rim <= 1e-12 * std::abs(sum);
  return crossing;
}

}  // namespace

std::optional<TriangleHit> find_first_hit(const TriangleSurface& surface, const Vec3& start,
                                          const Vec3& displacement) {
  if (!(displacement.squaredNorm() > 0)) return std::nullopt;
  std::vector<int> triangles;
  surface.collect_along(start, displacement, triangles);
  std::optional<TriangleHit> first;
  for (const int triangle : triangles) {
    const std::optional<Crossing> crossing = cross(surface, triangle, start, displacement);
    if (!crossing || (first && crossing->fraction >= first->fraction)) continue;
    first = TriangleHit{triangle, crossing->fraction};
  }
  return first;
}

bool has_winding(const TriangleSurface& surface, const Vec3& point, double length) {
  // No scene's edges lie along all of these.
  static constexpr std::array<std::array<double, 3>, 4> kDirections{{{0.36, 0.48, 0.8},
                                                                     {-0.7236, 0.1625, 0.6708},
                                                                     {0.2764, -0.8506, -0.4472},
                                                                     {-0.1031, 0.5127, -0.8524}}};
  std::vector<int> triangles;
  int winding = 0;
  for (const auto& [x, y, z] : kDirections) {
    const Vec3 displacement = length * Vec3(x, y, z);
    surface.collect_along(point, displacement, triangles);
    winding = 0;
    bool is_sure = true;
    for (const int triangle : triangles) {
      const std::optional<Crossing> crossing = cross(surface, triangle, point, displacement);
      if (!crossing) continue;
      winding += crossing->sign;
      is_sure = is_sure && !crossing->is_at_rim;
    }
    if (is_sure) break;
  }
  return winding != 0;
}

}  // namespace stiction
