#include "field_draws.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "judged_height_field.h"
#include "judged_solid.h"

namespace stiction::bench {
namespace {

/// A point of a triangle, often on an edge or at a vertex.
Vec3 draw_place(Random& random, const std::array<Vec3, 3>& corners) {
  double u = random.uniform(0, 1);
  double v = random.uniform(0, 1);
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  if (random.happens(0.3)) v = 0;
  if (random.happens(0.2)) u = random.integer(0, 1);
  if (u + v > 1) v = 0;
  return corners[0] + u * (corners[1] - corners[0]) + v * (corners[2] - corners[0]);
}

double draw_field_gap(Random& random, double size) {
  if (random.happens(0.1)) return 0;
  return (random.happens(0.7) ? 1 : -1) * size * random.log_uniform(1e-10, 0.3);
}

/// An axis of A along n, up to a tilt of 1e-17 to 0.1.
Quat draw_rotation_onto(Random& random, const Vec3& n) {
  const Vec3 axis = (random.happens(0.5) ? 1 : -1) * Vec3::Unit(random.integer(0, 2));
  const double yaw = random.uniform(0, 2 * std::numbers::pi);
  const double tilt = random.happens(0.3) ? 0.0 : random.log_uniform(1e-17, 0.1);
  return (Quat(Eigen::AngleAxisd(tilt, random.direction())) * Quat(Eigen::AngleAxisd(yaw, n)) *
          Quat::FromTwoVectors(axis, n))
      .normalized();
}

/// Moves A so that its furthest point along -n is `gap` from the place.
void put_on(PosedShape& A, const Vec3& place, const Vec3& n, double gap) {
  A.X_WS.translation = Vec3::Zero();
  const JudgedSolid solid(A.shape, A.points, A.X_WS);
  A.X_WS.translation = place + gap * n - solid.core_support(-n) + solid.radius() * n;
}

PosedShape draw_field(Random& random) {
  const int rows = random.integer(2, 6);
  const int columns = random.integer(2, 6);
  const double cell = random.log_uniform(0.1, 1);
  const int roughness = random.integer(0, 3);  // steps, flat, rough, rough
  std::vector<double> elevations;
  for (int i = 0; i < rows * columns; ++i) {
    const double height = random.uniform(0, 1);
    elevations.push_back(roughness == 0 ? std::round(2 * height) : roughness == 1 ? 0 : height);
  }
  const Vec3 size(cell * (columns - 1), random.log_uniform(0.3, 1) * cell * (rows - 1),
                  random.log_uniform(0.03, 3) * cell);
  PosedShape drawn;
  drawn.shape = HeightField{std::make_shared<const HeightGrid>(rows, columns, elevations, size)};
  drawn.mesh.emplace(drawn.shape);
  const double away = random.happens(0.1) ? 1e3 : 1.0;
  drawn.X_WS = {random.rotation(), random.in_cube(away)};
  return drawn;
}

void pose_at_triangle(Random& random, PoseFamily family, const JudgedHeightField& judged,
                      const PosedShape& field, PosedShape& A) {
  const int last = static_cast<int>(judged.triangles().size()) - 1;
  const FieldTriangle& triangle = judged.triangles()[random.integer(0, last)];
  const Vec3 up = field.X_WS.rotation * Vec3::UnitZ();
  const Vec3 place = draw_place(random, triangle.corners);
  Vec3 n = triangle.normal;
  double gap = draw_field_gap(random, bounding_radius(A.shape));
  A.X_WS.rotation = random.rotation();
  if (family == PoseFamily::face_face || family == PoseFamily::grid) {
    A.X_WS.rotation = draw_rotation_onto(random, family == PoseFamily::grid ? up : n);
  } else if (family == PoseFamily::edge_edge || family == PoseFamily::anywhere) {
    n = random.direction();
    if (n.dot(triangle.normal) < 0) n = -n;
    if (family == PoseFamily::anywhere) gap = random.uniform(0, 2) * bounding_radius(A.shape);
  } else if (family == PoseFamily::distant) {
    n = up;
    gap = random.log_uniform(1, 100) * bounding_radius(field.shape);
  }
  put_on(A, place, n, gap);
  if (family == PoseFamily::coincident) A.X_WS.translation = place;
  if (family == PoseFamily::nested) A.X_WS.translation = place - random.uniform(0, 1) * up;
}

}  // namespace

Vec3 center_of_mass(const PosedShape& solid) {
  if (const Hull* hull = hull_of(solid.shape)) return hull->polyhedron->center();
  const auto* cone = std::get_if<Cone>(&solid.shape);
  return {0, 0, cone ? -0.25 * cone->length : 0.0};
}

void draw_over_field(Random& random, ShapeKind a, PosedPair& pair) {
  for (;;) {
    pair.B = draw_field(random);
    pair.A = pair.family == PoseFamily::grid ? unit_shape(random, a) : draw_shape(random, a);
    const JudgedHeightField judged(*std::get<HeightField>(pair.B.shape).grid, pair.B.X_WS);
    pose_at_triangle(random, pair.family, judged, pair.B, pair.A);
    if (judged.is_over_grid(pair.A.X_WS * center_of_mass(pair.A))) return;
  }
}

}  // namespace stiction::bench
