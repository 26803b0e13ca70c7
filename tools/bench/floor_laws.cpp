#include "floor_laws.h"

#include <stiction/collision/narrow_phase.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/math/rotation.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "judged_solid.h"

namespace stiction::bench {
namespace {

/// The half space x <= 0 below z = 0, as far as needed: a box of the given half length.
PosedShape make_tile(double half, bool is_hull) {
  PosedShape tile;
  for (int i = 0; i < 8; ++i) {
    tile.points.emplace_back(half * Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  }
  tile.shape = is_hull ? Shape(Hull{std::make_shared<const ConvexPolyhedron>(tile.points)})
                       : Shape(Box{Vec3::Constant(2 * half)});
  tile.X_WS.translation = Vec3(-half, 0, -half);
  return tile;
}

/// A solid on the plane z = 0, and its motion there.
struct Walker {
  Shape shape;
  RigidTransform X;
  NarrowPhaseQuery query;
  bool rolls = false;  ///< on a line of its round side, which is along `axis`
  Vec3 axis = Vec3::Zero();
};

double draw_length(Random& random) { return random.log_uniform(0.1, 1); }

/// Rolling about a level axis, or flat on its base and spinning; sliding in either case.
Walker draw_walker(Random& random, bool rolls) {
  Walker walker;
  walker.rolls = rolls;
  const double radius = draw_length(random);
  const double length = draw_length(random);
  const double yaw = random.uniform(0, 2 * std::numbers::pi);
  const Quat turn = exp_rotation(Vec3(0, 0, yaw));
  const Quat lie = exp_rotation(Vec3(std::numbers::pi / 2, 0, 0));
  double height = 0.5 * length;
  const int kind = random.integer(0, 2);
  if (rolls) {
    if (kind == 0) walker.shape = Sphere{radius};
    if (kind == 1) walker.shape = Capsule{radius, length};
    if (kind == 2) walker.shape = Cylinder{radius, length};
    walker.X.rotation = turn * lie * exp_rotation(Vec3(0, 0, random.uniform(-3, 3)));
    height = radius;
  } else {
    if (kind == 0) walker.shape = Box{Vec3(2 * radius, draw_length(random), length)};
    if (kind == 1) walker.shape = Cylinder{radius, length};
    if (kind == 2) walker.shape = Cone{radius, length};
    walker.X.rotation = turn;
  }
  walker.axis = walker.X.rotation * Vec3::UnitZ();
  const double size = bounding_radius(walker.shape);
  const double heading = random.uniform(0, 2 * std::numbers::pi);
  const double step = size * random.log_uniform(1e-5, 0.2);
  walker.query.relative_displacement = step * Vec3(std::cos(heading), std::sin(heading), 0);
  if (rolls) {
    const Vec3 across = walker.axis.cross(Vec3::UnitZ());
    const double rolled = across.dot(walker.query.relative_displacement) / radius;
    walker.query.relative_rotation = -rolled * walker.axis;
  } else if (random.happens(0.7)) {
    walker.query.relative_rotation = Vec3(0, 0, random.log_uniform(1e-5, 0.2));
  }
  walker.query.margin = 2 * step + size * walker.query.relative_rotation.norm();
  // Near the seam x = 0.
  walker.X.translation = Vec3(random.uniform(-1.1, 1.1) * size, random.uniform(-1, 1), height);
  if (random.happens(0.3)) walker.X.translation.x() = random.uniform(-2, 2) * step;
  walker.query.motion_center = walker.X.translation;
  return walker;
}

ManifoldList contacts_of(const Walker& walker, const PosedShape& floor) {
  ManifoldList found;
  const Collider collider = floor.mesh ? *floor.mesh : Collider(floor.shape);
  calc_manifolds(Collider(walker.shape), walker.X, collider, floor.X_WS, walker.query, found);
  return found;
}

/// By how much the rows of the contacts with both tiles forbid the motion.
double judge_seam(Random& random) {
  const Walker walker = draw_walker(random, random.happens(0.5));
  const double size = bounding_radius(walker.shape);
  PosedShape behind = make_tile(4, random.happens(0.5));
  PosedShape ahead = behind;
  ahead.X_WS.translation.x() = 4;
  double worst = 0;
  for (const PosedShape& tile : {behind, ahead}) {
    for (const ShapeManifold& manifold : contacts_of(walker, tile)) {
      for (const ManifoldPoint& point : manifold.points) {
        const Vec3 arm = point.point - walker.query.motion_center;
        const Vec3 way =
            walker.query.relative_displacement + walker.query.relative_rotation.cross(arm);
        // (A spinning body moves on an arc.)
        const double bend = walker.rolls ? 0 : 0.5 * walker.query.relative_rotation.squaredNorm();
        const double missing = -std::max(point.gap, 0.0) - manifold.normal.dot(way);
        worst = std::max(worst, missing / size - bend);
      }
    }
  }
  return worst;
}

/// How far the contact points with the tiles are beside the lowest line. The tile behind may be met
/// at its side, along a normal of the side; it is then ignored.
double judge_line(Random& random) {
  const Walker walker = draw_walker(random, true);
  PosedShape behind = make_tile(4, random.happens(0.5));
  PosedShape ahead = behind;
  ahead.X_WS.translation.x() = 4;
  double worst = 0;
  for (const PosedShape& tile : {behind, ahead}) {
    for (const ShapeManifold& manifold : contacts_of(walker, tile)) {
      const Vec3 across = walker.axis.cross(manifold.normal).normalized();
      for (const ManifoldPoint& point : manifold.points) {
        const bool is_up = manifold.normal.z() > 1 - 1e-12;
        const double beside = std::abs(across.dot(point.point - walker.X.translation));
        if (is_up) worst = std::max(worst, beside / bounding_radius(walker.shape));
      }
    }
  }
  return worst;
}

/// The depth that contacts with the tiles report.
double judge_press(Random& random) {
  Walker walker = draw_walker(random, random.happens(0.3));
  const double size = bounding_radius(walker.shape);
  if (!walker.rolls && random.happens(0.7)) {
    walker.X.rotation = exp_rotation(random.log_uniform(1e-16, 1e-9) * random.direction());
  }
  // An end of a box is about to go over the seam.
  if (const auto* box = std::get_if<Box>(&walker.shape)) {
    const double way = 2 * walker.query.relative_displacement.norm();
    const double end = random.happens(0.5) ? 0.5 * box->size.x() : -0.5 * box->size.x();
    walker.X.translation.x() = end + random.uniform(-way, way);
    walker.query.motion_center = walker.X.translation;
  }
  const double fall = size * random.log_uniform(1e-7, 1e-4);
  walker.query.relative_displacement.z() = -fall;
  walker.query.margin += fall;
  PosedShape behind = make_tile(4, random.happens(0.5));
  PosedShape ahead = behind;
  ahead.X_WS.translation.x() = 4;
  double worst = 0;
  for (const PosedShape& tile : {behind, ahead}) {
    for (const ShapeManifold& manifold : contacts_of(walker, tile)) {
      for (const ManifoldPoint& point : manifold.points) {
        worst = std::max(worst, -point.gap / size);
      }
    }
  }
  return worst;
}

/// A solid's contacts cover a stretch of the edge x = 0 of a box: by how much it is longer than
/// that with the box made of triangles.
double judge_edge(Random& random) {
  Walker walker = draw_walker(random, false);
  const double size = bounding_radius(walker.shape);
  if (random.happens(0.8)) {
    const double tilt = random.log_uniform(1e-16, 1e-2);
    walker.X.rotation = exp_rotation(tilt * random.direction()) * walker.X.rotation;
  }
  walker.query.relative_displacement.setZero();
  walker.query.relative_rotation.setZero();
  walker.query.margin = 0.05 * size;
  // A rim that reaches over the edge between two of its eight fixed points is taken to end there.
  const Aabb bounds = calc_aabb(walker.shape, walker.X);
  if (std::abs(bounds.lower.x()) < 0.1 * size || std::abs(bounds.upper.x()) < 0.1 * size) return 0;
  PosedShape box = make_tile(4, true);
  PosedShape mesh = box;
  box.shape = Box{Vec3::Constant(8)};
  give_mesh(mesh);
  // Both ends of the stretch along the edge (contact points between them are optional).
  const auto stretch_on_edge = [&](const PosedShape& floor) {
    Vec2 stretch(std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity());
    for (const ShapeManifold& manifold : contacts_of(walker, floor)) {
      for (const ManifoldPoint& point : manifold.points) {
        if (std::abs(point.point.x()) > 1e-3 * size) continue;
        stretch.x() = std::min(stretch.x(), point.point.y());
        stretch.y() = std::max(stretch.y(), point.point.y());
      }
    }
    return stretch;
  };
  const Vec2 on_box = stretch_on_edge(box);
  const Vec2 on_mesh = stretch_on_edge(mesh);
  if (!(on_box.x() <= on_box.y())) return 0;
  return std::max(on_mesh.x() - on_box.x(), on_box.y() - on_mesh.y()) / size;
}

/// By how much the gap differs from the distance of its two points, or of the planes.
double judge_lopsided(Random& random) {
  constexpr std::array<ShapeKind, 6> kKinds = {ShapeKind::sphere,  ShapeKind::box,
                                               ShapeKind::capsule, ShapeKind::cylinder,
                                               ShapeKind::cone,    ShapeKind::hull};
  const PosedShape large = unit_shape(random, kKinds[random.integer(2, 5)]);
  Shape small = Cylinder{0.5e-3, 1e-3};
  if (random.happens(0.5)) small = Cone{0.5e-3, 1e-3};
  const double size = bounding_radius(small);
  const RigidTransform X_2{random.rotation(), Vec3::Zero()};
  const JudgedSolid second(large.shape, large.points, X_2);
  const Vec3 n = random.direction();
  const double gap = size * random.log_uniform(1e-3, 10);
  RigidTransform X_1{random.rotation(), Vec3::Zero()};
  X_1.translation = second.core_support(n) + (second.radius() + size + gap) * n;
  const JudgedSolid first(small, {}, X_1);
  ManifoldList found;
  calc_manifolds(Collider(small), X_1, Collider(large.shape), X_2,
                 {.margin = std::numeric_limits<double>::infinity()}, found);
  double least = std::numeric_limits<double>::infinity();
  double error = least;
  for (const ShapeManifold& manifold : found) {
    for (const ManifoldPoint& point : manifold.points) {
      if (point.gap >= least) continue;
      least = point.gap;
      const Vec3 half = 0.5 * point.gap * manifold.normal;
      // From the reported points, alternating nearest points lead to the distance.
      Vec3 on_second = second.nearest_point(point.point - half);
      double apart = std::numeric_limits<double>::infinity();
      for (int i = 0; i < 1000 && apart - least > 1e-10 * size; ++i) {
        const Vec3 on_first = first.nearest_point(on_second);
        apart = (on_first - on_second).norm();
        on_second = second.nearest_point(on_first);
      }
      const double planes = separation(first, second, manifold.normal);
      error = std::max(std::abs(apart - least), std::abs(planes - least));
    }
  }
  return error / size;
}

}  // namespace

std::string law_name(FloorLaw law) {
  switch (law) {
    case FloorLaw::edge:
      return "edge";
    case FloorLaw::seam:
      return "seam";
    case FloorLaw::line:
      return "line";
    case FloorLaw::press:
      return "press";
    case FloorLaw::lopsided:
      break;
  }
  return "lopsided";
}

// Ties are 1e-8 of the smaller solid's size, and a few may add up. On an edge two points may
// coincide to 1e-6; a resting body may be sunk by that much.
double limit_of(FloorLaw law) {
  if (law == FloorLaw::edge) return 1e-5;
  return law == FloorLaw::press ? 1e-6 : 1e-7;
}

double judge_floor(FloorLaw law, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  switch (law) {
    case FloorLaw::edge:
      return judge_edge(random);
    case FloorLaw::seam:
      return judge_seam(random);
    case FloorLaw::line:
      return judge_line(random);
    case FloorLaw::press:
      return judge_press(random);
    case FloorLaw::lopsided:
      break;
  }
  return judge_lopsided(random);
}

FloorTally run_floor_law(FloorLaw law, std::uint64_t seed, std::uint64_t poses) {
  constexpr std::size_t kMostKept = 3;
  FloorTally tally;
  tally.law = law;
  tally.poses = poses;
  for (std::uint64_t index = 0; index < poses; ++index) {
    const double figure = judge_floor(law, seed, index);
    tally.worst = std::max(tally.worst, figure);
    if (figure <= limit_of(law)) continue;
    ++tally.failures;
    if (tally.breaks.size() < kMostKept) tally.breaks.push_back(index);
  }
  return tally;
}

}  // namespace stiction::bench
