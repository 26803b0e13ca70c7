// The solid is cut into pieces {y + rho u : y in a feature of the core, u in its normals, 0 <= rho
// <= r}. A face has one normal, an edge an arc of normals, a vertex a spherical polygon: a set of k
// = 0, 1, 2 dimensions, across which the volume element is rho^k drho. So features and normals are
// needed only through their moments 1, x, x x^T.

#include <cmath>

#include "face_triangles.h"
#include "polyhedral_integrals.h"
#include "rounded_polyhedron.h"

namespace stiction {
namespace {

struct Moments {
  double zeroth = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};

Mat3 square(const Vec3& x) { return x * x.transpose(); }

Moments of_point(const Vec3& x) { return {1, x, square(x)}; }

Moments of_segment(const Vec3& a, const Vec3& b) {
  const double length = (b - a).norm();
  return {length, length / 2 * (a + b), length / 6 * (square(a) + square(b) + square(a + b))};
}

Moments of_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double area = 0.5 * (b - a).cross(c - a).norm();
  return {area, area / 3 * (a + b + c),
          area / 12 * (square(a) + square(b) + square(c) + square(a + b + c))};
}

// The moments of the shorter arc of the unit circle through a and b, which are not opposite.
Moments of_arc(const Vec3& a, const Vec3& b) {
  const double angle = std::atan2(a.cross(b).norm(), a.dot(b));
  const Vec3 middle = (a + b).normalized();
  const Vec3 aside = (b - a).stableNormalized();
  return {angle, 2 * std::sin(0.5 * angle) * middle,
          0.5 * (angle + std::sin(angle)) * square(middle) +
              0.5 * (angle - std::sin(angle)) * square(aside)};
}

// Solid angle of the spherical triangle, signed: positive if a, b, c run counter-clockwise seen
// from outside (van Oosterom and Strackee, "The solid angle of a plane triangle", 1983).
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
}

// The moments of spherical polygons by their arcs, counter-clockwise seen from outside, with m the
// unit normal of an arc's plane, a x b:
//   2 int u = sum of angle m,   3 int u u^T = (int 1) I + sum of (int over the arc of u) m^T
// (Arvo, "Applications of irradiance tensors to the simulation of non-Lambertian phenomena", 1995,
// eq. 9).
struct PolygonOfNormals {
  Moments moments;
  Vec3 inside = Vec3::Zero();  // unit

  void add_arc(const Vec3& a, const Vec3& b, const Vec3& m) {
    const Moments arc = of_arc(a, b);
    moments.zeroth += solid_angle(inside, a, b);
    moments.first += arc.zeroth / 2 * m;
    moments.second += arc.first * m.transpose() / 3;
  }
  void finish() {
    moments.second += moments.zeroth / 3 * Mat3::Identity();
    moments.second = 0.5 * (moments.second + moments.second.transpose()).eval();
  }
};

// Adds int (y + rho u)^n rho^k drho, n = 0, 1, 2, over a feature and its normals.
void add_piece(const Moments& y, const Moments& u, int k, double r, Moments& sum) {
  const double r1 = std::pow(r, k + 1) / (k + 1);
  const double r2 = std::pow(r, k + 2) / (k + 2);
  const double r3 = std::pow(r, k + 3) / (k + 3);
  const Mat3 mixed = y.first * u.first.transpose();
  sum.zeroth += r1 * y.zeroth * u.zeroth;
  sum.first += r1 * y.first * u.zeroth + r2 * y.zeroth * u.first;
  sum.second +=
      r1 * y.second * u.zeroth + r2 * (mixed + mixed.transpose()) + r3 * y.zeroth * u.second;
}

}  // namespace

SolidIntegrals integrate(const RoundedPolyhedron& solid) {
  const ConvexPolyhedron& features = solid.features;
  const auto triangles = face_triangles(features);
  const SolidIntegrals core = integrate_polyhedron(solid.vertices, triangles);

  // Relative to the core's centre in a unit of length, so that no power overflows.
  double unit = solid.radius;
  for (const Vec3& vertex : solid.vertices) unit = std::max(unit, (vertex - core.center).norm());
  const double r = solid.radius / unit;
  std::vector<Vec3> vertices;
  for (const Vec3& vertex : solid.vertices) vertices.push_back((vertex - core.center) / unit);
  Moments sum{core.volume / unit / unit / unit, Vec3::Zero(),
              core.second_moment / unit / unit / unit / unit / unit};

  std::vector<PolygonOfNormals> polygons(vertices.size());
  for (int f = 0; f < static_cast<int>(features.faces().size()); ++f) {
    const Vec3& normal = features.faces()[f].normal;
    const auto corners = features.corners(f);
    for (const int corner : corners) polygons[corner].inside += normal;
    for (std::size_t i = 2; i < corners.size(); ++i) {
      add_piece(of_triangle(vertices[corners[0]], vertices[corners[i - 1]], vertices[corners[i]]),
                of_point(normal), 0, r, sum);
    }
  }
  for (PolygonOfNormals& polygon : polygons) polygon.inside.normalize();
  for (const ConvexPolyhedron::Edge& edge : features.edges()) {
    const Vec3& left = features.faces()[edge.left].normal;
    const Vec3& right = features.faces()[edge.right].normal;
    const Vec3 along = (vertices[edge.end] - vertices[edge.start]).stableNormalized();
    add_piece(of_segment(vertices[edge.start], vertices[edge.end]), of_arc(left, right), 1, r, sum);
    polygons[edge.end].add_arc(left, right, along);
    polygons[edge.start].add_arc(right, left, -along);
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    polygons[i].finish();
    add_piece(of_point(vertices[i]), polygons[i].moments, 2, r, sum);
  }

  const Vec3 center = sum.first / sum.zeroth;
  const Mat3 second = sum.second - sum.zeroth * square(center);
  return {sum.zeroth * unit * unit * unit, core.center + unit * center,
          second * unit * unit * unit * unit * unit};
}

}  // namespace stiction
