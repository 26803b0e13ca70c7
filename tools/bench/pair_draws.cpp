#include "pair_draws.h"

#include <stiction/geometry/convex_polyhedron.h>

#include <algorithm>
#include <cmath>

#include "field_draws.h"
#include "judged_solid.h"

namespace stiction::bench {
namespace {

bool is_plane(const PosedShape& posed) { return std::holds_alternative<Plane>(posed.shape); }

/// The bounding radius; for a plane, one that suits the other shape.
double radius_beside(const PosedShape& posed, const PosedShape& other) {
  return bounding_radius(is_plane(posed) ? other.shape : posed.shape);
}

double reach_of(const PosedPair& pair) {
  return radius_beside(pair.A, pair.B) + (is_plane(pair.B) ? 0 : bounding_radius(pair.B.shape));
}

/// A gap or a depth relative to a size.
double draw_gap(Random& random, double size) {
  if (random.happens(0.1)) return 0;
  return (random.happens(0.5) ? 1 : -1) * size * random.log_uniform(1e-10, 0.1);
}

/// An axis of the shape or the direction of a chord of a hull, world.
Vec3 draw_edge(Random& random, const PosedShape& posed) {
  Vec3 edge = Vec3::Unit(random.integer(0, 2));
  if (!posed.points.empty()) {
    const int last = static_cast<int>(posed.points.size()) - 1;
    const Vec3 chord =
        posed.points[random.integer(0, last)] - posed.points[random.integer(0, last)];
    if (chord.norm() > 0) edge = chord.normalized();
  }
  return posed.X_WS.rotation * edge;
}

/// A normal of a face, world.
Vec3 draw_face_normal(Random& random, const PosedShape& posed) {
  if (const auto* plane = std::get_if<Plane>(&posed.shape)) {
    return posed.X_WS.rotation * plane->normal;
  }
  Vec3 normal = (random.happens(0.5) ? 1 : -1) * Vec3::Unit(random.integer(0, 2));
  if (const Hull* hull = hull_of(posed.shape)) {
    const auto& faces = hull->polyhedron->faces();
    normal = faces[random.integer(0, static_cast<int>(faces.size()) - 1)].normal;
  } else if (const auto* cone = std::get_if<Cone>(&posed.shape); cone && random.happens(0.5)) {
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    normal = Vec3(cone->length * std::cos(angle), cone->length * std::sin(angle), cone->radius)
                 .normalized();
  }
  return posed.X_WS.rotation * normal;
}

/// Moves A along n until n separates it from B by `gap`.
void put_at_gap(PosedPair& pair, const Vec3& n, double gap) {
  const JudgedSolid A(pair.A.shape, pair.A.points, pair.A.X_WS);
  double behind = 0;  // of B
  if (const auto* plane = std::get_if<Plane>(&pair.B.shape)) {
    const Vec3 normal = pair.B.X_WS.rotation * plane->normal;
    behind = plane->offset + normal.dot(pair.B.X_WS.translation);
  } else {
    behind = JudgedSolid(pair.B.shape, pair.B.points, pair.B.X_WS).support(n);
  }
  pair.A.X_WS.translation += (gap + behind + A.support(-n)) * n;
}

void put_together(Random& random, PosedPair& pair, const Vec3& n) {
  const double sideways = radius_beside(pair.A, pair.B) * (random.happens(0.3) ? 0.0 : 0.7);
  const Vec3 aside = random.in_cube(sideways);
  pair.A.X_WS.translation = pair.B.X_WS.translation + aside - n * n.dot(aside);
  put_at_gap(pair, n, draw_gap(random, size_of(pair)));
}

void put_face_to_face(Random& random, PosedPair& pair) {
  const Vec3 n = draw_face_normal(random, pair.B);
  if (random.happens(0.5) || is_plane(pair.B)) {
    // A face of A turned to that of B.
    pair.A.X_WS.rotation = random.rotation();
    const Vec3 m = draw_face_normal(random, pair.A);
    pair.A.X_WS.rotation = Quat::FromTwoVectors(m, -n) * pair.A.X_WS.rotation;
  } else {
    pair.A.X_WS.rotation = pair.B.X_WS.rotation * random.right_rotation();
  }
  const double yaw = random.happens(0.3) ? random.uniform(0, 2 * std::numbers::pi) : 0.0;
  const double tilt = random.happens(0.3) ? 0.0 : random.log_uniform(1e-17, 0.1);
  const Quat turn(Eigen::AngleAxisd(yaw, n));
  pair.A.X_WS.rotation =
      (Quat(Eigen::AngleAxisd(tilt, random.direction())) * turn * pair.A.X_WS.rotation)
          .normalized();
  put_together(random, pair, n);
}

void put_edge_to_edge(Random& random, PosedPair& pair) {
  const Vec3 across = draw_edge(random, pair.A).cross(draw_edge(random, pair.B));
  const bool is_crossing = across.norm() > 1e-6 && !is_plane(pair.B);
  const Vec3 n = is_crossing ? across.normalized() : draw_face_normal(random, pair.B);
  put_together(random, pair, n);
}

void put_on_grid(Random& random, PosedPair& pair, ShapeKind a, ShapeKind b) {
  pair.A = unit_shape(random, a);
  pair.B = unit_shape(random, b);
  if (b == ShapeKind::mesh) give_mesh(pair.B);
  for (PosedShape* posed : {&pair.A, &pair.B}) {
    posed->X_WS = {random.right_rotation(), random.in_cube(1.49).array().round() / 2};
  }
}

void pose(Random& random, PosedPair& pair) {
  const double reach = reach_of(pair);
  const Vec3& origin = pair.B.X_WS.translation;
  switch (pair.family) {
    case PoseFamily::touching:
      return put_together(random, pair,
                          is_plane(pair.B) ? draw_face_normal(random, pair.B) : random.direction());
    case PoseFamily::face_face:
      return put_face_to_face(random, pair);
    case PoseFamily::edge_edge:
      return put_edge_to_edge(random, pair);
    case PoseFamily::nested:
      pair.A.X_WS.translation =
          origin + random.in_cube(0.3 * std::min(radius_beside(pair.A, pair.B),
                                                 radius_beside(pair.B, pair.A)));
      return;
    case PoseFamily::coincident:
      pair.A.X_WS.translation = origin;
      if (random.happens(0.5)) pair.A.X_WS.rotation = pair.B.X_WS.rotation;
      if (random.happens(0.3) && !pair.B.mesh && pair.A.shape.index() == pair.B.shape.index()) {
        pair.A = pair.B;
      }
      return;
    case PoseFamily::distant:
      pair.A.X_WS.translation = origin + reach * random.log_uniform(1, 100) * random.direction();
      return;
    case PoseFamily::anywhere:
    case PoseFamily::grid:
      break;
  }
  pair.A.X_WS.translation = origin + random.in_cube(reach);
}

}  // namespace

PosedPair draw_pair(ShapeKind a, ShapeKind b, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  PosedPair pair;
  pair.family = static_cast<PoseFamily>(random.integer(0, 7));
  if (b == ShapeKind::field) {
    draw_over_field(random, a, pair);
    return pair;
  }
  if (pair.family == PoseFamily::grid) {
    put_on_grid(random, pair, a, b);
    return pair;
  }
  pair.A = draw_shape(random, a);
  pair.B = draw_shape(random, b);
  if (a == b && random.happens(0.25)) {
    pair.B.shape = pair.A.shape;
    pair.B.points = pair.A.points;
  }
  if (b == ShapeKind::mesh) give_mesh(pair.B);
  const double away = random.happens(0.1) ? 1e3 : 1.0;
  pair.B.X_WS = {random.rotation(), random.in_cube(away)};
  pair.A.X_WS = {random.rotation(), Vec3::Zero()};
  pose(random, pair);
  return pair;
}

double size_of(const PosedPair& pair) {
  return std::max(radius_beside(pair.A, pair.B), radius_beside(pair.B, pair.A));
}

}  // namespace stiction::bench
