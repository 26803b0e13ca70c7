// A frustum against a polytope: its side touches edges and vertices, its rims touch edges and
// vertices. Directions m here point out of the frustum, towards the polytope.

#include <cmath>
#include <numbers>

#include "convex_axis_search.h"
#include "convex_ellipse.h"
#include "convex_near_features.h"

namespace stiction {
namespace {

// The unit vector across the unit vectors e and a, across e to round-off; zero if parallel.
Vec3 across_both(const Vec3& e, const Vec3& a) {
  const Vec3 t = e.cross(a);
  const double sine = t.norm();
  if (sine < 1e-7) return Vec3::Zero();
  const Vec3 unit = t / sine;
  return (unit - e.dot(unit) * e).normalized();
}

class SideAxes {
 public:
  SideAxes(AxisSet& axes, int i)
      : axes_(axes), frustum_(axes.solid(i)), outward_(AxisSet::outward(i)), polytope_(1 - i) {}

  void add_all();

 private:
  void add(const Vec3& m, double preference, const Vec3& on_polytope) {
    axes_.add_bounded(outward_ * m, preference, m.dot(on_polytope) - frustum_.reach(m));
  }
  void add_beneath(const NearEdge& edge, const Vec3& m) {
    if (edge.is_above(m)) add(m, kPreferEdge, edge.point);
  }
  void add_side_and_edge(const NearEdge& edge);
  void add_rim_and_edge(const NearEdge& edge, int disc);
  void add_side_and_vertex(const Vec3& vertex);
  void add_rim_and_vertex(const Vec3& vertex, int disc);

  AxisSet& axes_;
  const ConvexSolid& frustum_;
  double outward_;  // factor from m to the normal of the pair
  int polytope_;
};

// m = x (t x e) + y t across the edge e, with m . axis = the side's sine, and t across e and the
// axis.
void SideAxes::add_side_and_edge(const NearEdge& edge) {
  const Vec3& e = edge.direction;
  const Vec3 t = across_both(e, frustum_.axis());
  if (t.isZero(0)) return;
  const Vec3 across = t.cross(e);
  const double along = frustum_.side_sine() / across.dot(frustum_.axis());
  const double rest2 = 1 - along * along;
  if (!(rest2 >= 0)) return;
  for (const double side : {-1.0, 1.0}) {
    add_beneath(edge, (along * across + side * std::sqrt(rest2) * t).normalized());
  }
}

// Seen along the edge, the disc is an ellipse and the edge a point. The ellipse's major axis, which
// keeps the radius, is across the edge and the disc's axis.
void SideAxes::add_rim_and_edge(const NearEdge& edge, int disc) {
  const double radius = frustum_.disc_radius(disc);
  const Vec3& e = edge.direction;
  const Vec3 offset = edge.point - frustum_.disc_center(disc);
  const Vec3 x = across_both(e, frustum_.axis());
  if (radius == 0 || x.isZero(0)) {  // a point, or a circle
    const Vec3 across = offset - e.dot(offset) * e;
    const double distance = across.norm();
    if (distance > axes_.round_off()) add_beneath(edge, across / distance);
    return;
  }
  const Vec3 y = e.cross(x);
  const double squash = std::abs(frustum_.axis().dot(e));
  const EllipseNormals found =
      calc_ellipse_normals(std::min(1.0, squash), Vec2(offset.dot(x), offset.dot(y)) / radius);
  for (int i = 0; i < found.count; ++i) {
    const Vec2& n = found.normals[i];
    add_beneath(edge, (n.x() * x + n.y() * y).normalized());
  }
}

void SideAxes::add_side_and_vertex(const Vec3& vertex) {
  add(frustum_.side_normal(vertex), kPreferEdge, vertex);
}

void SideAxes::add_rim_and_vertex(const Vec3& vertex, int disc) {
  const Vec3 offset = vertex - frustum_.disc_center(disc);
  const Vec3 across = frustum_.across_axis(offset);
  const double distance = across.norm();
  const double radius = frustum_.disc_radius(disc);
  if (distance < radius) return;  // over the disc, or in it
  const Vec3 apart = radius > 0 ? Vec3(offset - radius / distance * across) : offset;
  const double length = apart.norm();
  if (length > axes_.round_off()) add(apart / length, kPreferNearest, vertex);
}

void SideAxes::add_all() {
  for_each_near_edge(axes_, polytope_, [&](const NearEdge& edge) {
    add_side_and_edge(edge);
    for (const int disc : {0, 1}) add_rim_and_edge(edge, disc);
  });
  const bool is_apart = axes_.upper() > axes_.round_off();
  for_each_near_vertex(axes_, polytope_, [&](const Vec3& vertex) {
    add_side_and_vertex(vertex);
    if (!is_apart) return;
    for (const int disc : {0, 1}) add_rim_and_vertex(vertex, disc);
  });
}

}  // namespace

void add_disc_axes(AxisSet& axes, int i) {
  const ConvexSolid& frustum = axes.solid(i);
  for (const int disc : {0, 1}) {
    const double radius = frustum.disc_radius(disc);
    if (radius == 0) continue;
    const double side = disc == 0 ? -1 : 1;
    axes.add(AxisSet::outward(i) * side * frustum.axis(), std::numbers::pi * radius * radius);
  }
}

void add_side_axes(AxisSet& axes, int i) { SideAxes(axes, i).add_all(); }

}  // namespace stiction
