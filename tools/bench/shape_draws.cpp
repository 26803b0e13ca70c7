#include "shape_draws.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/triangle_mesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "hull_draws.h"
#include "judged_solid.h"

namespace stiction::bench {
namespace {

constexpr std::array<std::string_view, 8> kKindNames = {"sphere", "box",  "capsule", "cylinder",
                                                        "cone",   "hull", "plane",   "mesh"};

// --- Shapes ------------------------------------------------------------------------------------

/// A length of 1e-3 to 1e3 m for one shape in eight, else of 0.1 to 1 m.
struct LengthDraw {
  explicit LengthDraw(Random& random)
      : is_wild(random.happens(0.125)), is_thin(random.happens(0.125)) {
    scale = is_wild ? random.log_uniform(1e-2, 1e3) : 1.0;
  }
  double operator()(Random& random) const { return scale * random.log_uniform(0.1, 1); }
  /// The one that is small in a thin shape.
  double thin(Random& random) const { return (is_thin ? 1e-3 : 1.0) * (*this)(random); }

  bool is_wild;
  bool is_thin;
  double scale = 1;
};

/// Scaled along the axes. Points of too little volume are drawn again.
PosedShape draw_hull(Random& random) {
  const LengthDraw length(random);
  for (;;) {
    PosedShape drawn;
    drawn.points = draw_hull_points(random);
    Vec3 scale = Vec3::Constant(length(random));
    if (length.is_thin) scale[random.integer(0, 2)] *= 1e-3;
    for (Vec3& point : drawn.points) point = point.cwiseProduct(scale);
    try {
      drawn.shape = Hull{std::make_shared<const ConvexPolyhedron>(drawn.points)};
      return drawn;
    } catch (const std::invalid_argument&) {
      continue;  // Few points of a lattice may lie in one plane.
    }
  }
}

/// Its faces as fans.
Collider make_mesh_of(const ConvexPolyhedron& polyhedron) {
  std::vector<std::array<int, 3>> triangles;
  for (int face = 0; face < static_cast<int>(polyhedron.faces().size()); ++face) {
    const auto corners = polyhedron.corners(face);
    for (std::size_t k = 2; k < corners.size(); ++k) {
      triangles.push_back({corners[0], corners[k - 1], corners[k]});
    }
  }
  return Collider(Mesh{std::make_shared<const TriangleMesh>(polyhedron.vertices(), triangles)});
}

void give_mesh(PosedShape& posed) {
  posed.mesh.emplace(make_mesh_of(*std::get<Hull>(posed.shape).polyhedron));
}

/// Of unit size, as a hull a cube.
PosedShape unit_shape(Random& random, ShapeKind kind) {
  switch (kind) {
    case ShapeKind::sphere:
      return {Sphere{0.5}, {}, {}};
    case ShapeKind::box:
      return {Box{Vec3::Ones()}, {}, {}};
    case ShapeKind::capsule:
      return {Capsule{0.5, 1}, {}, {}};
    case ShapeKind::cylinder:
      return {Cylinder{0.5, 1}, {}, {}};
    case ShapeKind::cone:
      return {Cone{0.5, 1}, {}, {}};
    case ShapeKind::mesh:
    case ShapeKind::hull: {
      PosedShape cube;
      for (int i = 0; i < 8; ++i) {
        cube.points.emplace_back(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
      }
      cube.shape = Hull{std::make_shared<const ConvexPolyhedron>(cube.points)};
      return cube;
    }
    case ShapeKind::plane:
      break;
  }
  return {Plane{Vec3::Unit(random.integer(0, 2)), 0.5 * random.integer(-1, 1)}, {}, {}};
}

// --- Poses -------------------------------------------------------------------------------------

bool is_plane(const PosedShape& posed) { return std::holds_alternative<Plane>(posed.shape); }

/// Of a plane, one that suits the other shape.
double radius_beside(const PosedShape& posed, const PosedShape& other) {
  return bounding_radius(is_plane(posed) ? other.shape : posed.shape);
}

double reach_of(const PosedPair& pair) {
  return radius_beside(pair.A, pair.B) + (is_plane(pair.B) ? 0 : bounding_radius(pair.B.shape));
}

/// A gap or a depth of some size.
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
  if (const auto* hull = std::get_if<Hull>(&posed.shape)) {
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
  const Vec3 aside = random.vector(sideways);
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
    posed->X_WS = {random.right_rotation(), random.vector(1.49).array().round() / 2};
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
          origin + random.vector(0.3 * std::min(radius_beside(pair.A, pair.B),
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
  pair.A.X_WS.translation = origin + random.vector(reach);
}

std::string numbers_text(std::initializer_list<double> numbers) {
  std::string text;
  for (const double x : numbers) {
    std::array<char, 40> one{};
    std::snprintf(one.data(), one.size(), " %.17g", x);
    text += one.data();
  }
  return text;
}

std::string describe(const PosedShape& posed) {
  std::string text = posed.mesh ? "  mesh of the " : "  ";
  text += shape_name(posed.shape);
  if (const auto* sphere = std::get_if<Sphere>(&posed.shape)) {
    text += numbers_text({sphere->radius});
  } else if (const auto* box = std::get_if<Box>(&posed.shape)) {
    text += numbers_text({box->size.x(), box->size.y(), box->size.z()});
  } else if (const auto* capsule = std::get_if<Capsule>(&posed.shape)) {
    text += numbers_text({capsule->radius, capsule->length});
  } else if (const auto* cylinder = std::get_if<Cylinder>(&posed.shape)) {
    text += numbers_text({cylinder->radius, cylinder->length});
  } else if (const auto* cone = std::get_if<Cone>(&posed.shape)) {
    text += numbers_text({cone->radius, cone->length});
  } else if (const auto* plane = std::get_if<Plane>(&posed.shape)) {
    text += numbers_text({plane->normal.x(), plane->normal.y(), plane->normal.z(), plane->offset});
  }
  for (const Vec3& point : posed.points) {
    text += "\n     " + numbers_text({point.x(), point.y(), point.z()});
  }
  const Vec3& p = posed.X_WS.translation;
  const Quat& q = posed.X_WS.rotation;
  return text + "\n    at" + numbers_text({p.x(), p.y(), p.z()}) + ", turned (w x y z)" +
         numbers_text({q.w(), q.x(), q.y(), q.z()}) + "\n";
}

}  // namespace

std::string_view kind_name(ShapeKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

std::optional<ShapeKind> find_kind(std::string_view name) {
  const auto found = std::ranges::find(kKindNames, name);
  if (found == kKindNames.end()) return {};
  return static_cast<ShapeKind>(found - kKindNames.begin());
}

PosedShape draw_shape(Random& random, ShapeKind kind) {
  if (kind == ShapeKind::hull || kind == ShapeKind::mesh) return draw_hull(random);
  if (kind == ShapeKind::plane) return {Plane{random.direction(), random.uniform(-1, 1)}, {}, {}};
  const LengthDraw length(random);
  const double thin = length.thin(random);
  const double other = length(random);
  switch (kind) {
    case ShapeKind::box: {
      Vec3 size(thin, other, length.is_thin && random.happens(0.5) ? thin : length(random));
      std::swap(size.x(), size[random.integer(0, 2)]);
      return {Box{size}, {}, {}};
    }
    // A disc as often as a needle.
    case ShapeKind::capsule:
      return {random.happens(0.5) ? Capsule{thin, other} : Capsule{other, thin}, {}, {}};
    case ShapeKind::cylinder:
      return {random.happens(0.5) ? Cylinder{thin, other} : Cylinder{other, thin}, {}, {}};
    case ShapeKind::cone:
      return {random.happens(0.5) ? Cone{thin, other} : Cone{other, thin}, {}, {}};
    default:
      break;
  }
  return {Sphere{other}, {}, {}};
}

PosedPair draw_pair(ShapeKind a, ShapeKind b, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  PosedPair pair;
  pair.family = static_cast<PoseFamily>(random.integer(0, 7));
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
  pair.B.X_WS = {random.rotation(), random.vector(away)};
  pair.A.X_WS = {random.rotation(), Vec3::Zero()};
  pose(random, pair);
  return pair;
}

double size_of(const PosedPair& pair) {
  return std::max(radius_beside(pair.A, pair.B), radius_beside(pair.B, pair.A));
}

std::string describe(const PosedPair& pair) {
  return "  " + std::string(kPoseFamilies[static_cast<std::size_t>(pair.family)]) + "\n" +
         describe(pair.A) + describe(pair.B);
}

}  // namespace stiction::bench
