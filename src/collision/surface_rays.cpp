// Segments against triangles, seen along the segment: each vertex is projected once to the plane
// across it, and the edge functions there are differences of two products, whose sign rounding
// preserves or makes 0 (Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", JCGT 2013). So
// triangles that share an edge or a vertex agree about it, and no segment slips through.

#include "surface_rays.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

namespace stiction {
namespace {

struct Crossing {
  double fraction = 0;
  int sign = 0;            // +1 out of the side to which the normal points, -1 into it
  bool is_at_rim = false;  // through an edge or a vertex, to round-off
};

// Coordinates along a segment (z, its fraction) and across it.
class SegmentView {
 public:
  explicit SegmentView(const Vec3& start, const Vec3& displacement) : start_(start) {
    displacement.cwiseAbs().maxCoeff(&z_);
    x_ = (z_ + 1) % 3;
    y_ = (z_ + 2) % 3;
    if (displacement[z_] < 0) std::swap(x_, y_);  // keeps the orientation of triangles
    length_ = displacement[z_];
    shear_x_ = displacement[x_] / length_;
    shear_y_ = displacement[y_] / length_;
  }

  Vec3 operator()(const Vec3& point) const {
    const Vec3 from_start = point - start_;
    const double along = from_start[z_];
    return {from_start[x_] - shear_x_ * along, from_start[y_] - shear_y_ * along, along / length_};
  }

 private:
  Vec3 start_;
  int x_ = 0;
  int y_ = 1;
  int z_ = 2;
  double length_ = 1;
  double shear_x_ = 0;
  double shear_y_ = 0;
};

// Twice the area of the triangle formed by the origin and the edge from a to b, across the segment.
double area_of(const Vec3& a, const Vec3& b) { return a.x() * b.y() - a.y() * b.x(); }

std::optional<Crossing> find_crossing(const TriangleSurface& surface, int triangle,
                                      const SegmentView& view) {
  const std::array<Vec3, 3> corners = surface.corners(triangle);
  const std::array<Vec3, 3> x{view(corners[0]), view(corners[1]), view(corners[2])};
  const std::array<double, 3> areas{area_of(x[1], x[2]), area_of(x[2], x[0]), area_of(x[0], x[1])};
  const auto [least, greatest] = std::minmax({areas[0], areas[1], areas[2]});
  if (least < 0 && greatest > 0) return std::nullopt;
  const double sum = areas[0] + areas[1] + areas[2];
  if (sum == 0) return std::nullopt;
  Crossing crossing;
  crossing.fraction = (areas[0] * x[0].z() + areas[1] * x[1].z() + areas[2] * x[2].z()) / sum;
  if (!(crossing.fraction >= 0 && crossing.fraction <= 1)) return std::nullopt;
  crossing.sign = sum > 0 ? 1 : -1;
  const double nearest_rim = std::min({std::abs(areas[0]), std::abs(areas[1]), std::abs(areas[2])});
  crossing.is_at_rim = nearest_rim <= 1e-12 * std::abs(sum);
  return crossing;
}

bool comes_before(const TriangleHit& a, const TriangleHit& b) {
  return std::tie(a.fraction, a.triangle) < std::tie(b.fraction, b.triangle);
}

}  // namespace

std::optional<TriangleHit> find_first_hit(const TriangleSurface& surface, const Vec3& start,
                                          const Vec3& displacement) {
  if (!(displacement.squaredNorm() > 0)) return std::nullopt;
  const SegmentView view(start, displacement);
  std::optional<TriangleHit> first;
  const auto look_at = [&](int triangle) {
    const std::optional<Crossing> crossing = find_crossing(surface, triangle, view);
    if (!crossing) return;
    const TriangleHit hit{triangle, crossing->fraction};
    if (!first || comes_before(hit, *first)) first = hit;
  };
  surface.visit_along(start, displacement, std::ref(look_at));
  return first;
}

bool has_winding(const TriangleSurface& surface, const Vec3& point, double length) {
  // No real scene has edges along all of these.
  static constexpr std::array<std::array<double, 3>, 4> kDirections{{{0.36, 0.48, 0.8},
                                                                     {-0.7236, 0.1625, 0.6708},
                                                                     {0.2764, -0.8506, -0.4472},
                                                                     {-0.1031, 0.5127, -0.8524}}};
  int winding = 0;
  for (const auto& [x, y, z] : kDirections) {
    const Vec3 displacement = length * Vec3(x, y, z);
    const SegmentView view(point, displacement);
    winding = 0;
    bool is_sure = true;
    const auto look_at = [&](int triangle) {
      const std::optional<Crossing> crossing = find_crossing(surface, triangle, view);
      if (!crossing) return;
      winding += crossing->sign;
      is_sure = is_sure && !crossing->is_at_rim;
    };
    surface.visit_along(point, displacement, std::ref(look_at));
    if (is_sure) break;
  }
  return winding != 0;
}

}  // namespace stiction
