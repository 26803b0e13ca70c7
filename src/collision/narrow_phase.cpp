#include <stiction/collision/narrow_phase.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/support_shape.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>

#include "convex_pair.h"
#include "number_range.h"
#include "shape_features.h"
#include "shape_pairs.h"
#include "surface_contacts.h"
#include "swept_contact.h"

namespace stiction {
namespace {

// A closed form as a function of any two shapes.
template <typename First, typename Second,
          double (*calc)(const First&, const RigidTransform&, const Second&, const RigidTransform&,
                         const NarrowPhaseQuery&, ShapeManifold&)>
double for_shapes(const Shape& first, const RigidTransform& X_O1, const Shape& second,
                  const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                  ShapeManifold& manifold) {
  return calc(*std::get_if<First>(&first), X_O1, *std::get_if<Second>(&second), X_O2, query,
              manifold);
}

// The general algorithm for two convex solids.
double general_pair(const Shape& first, const RigidTransform& X_O1, const Shape& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold) {
  return convex_pair(ConvexSolid(first, X_O1), ConvexSolid(second, X_O2), query, manifold);
}

// By the kinds of the shapes in the order of `Shape`; pairs of two kinds are there in one order.
constexpr std::size_t kNumShapes = std::variant_size_v<Shape>;
constexpr std::size_t kSphere = 0, kBox = 1, kCapsule = 2, kPlane = 3, kCylinder = 4, kCone = 5,
                      kHull = 6, kConvex = 9, kRounded = 10;
using PairTable = std::array<std::array<PairFunction, kNumShapes>, kNumShapes>;

constexpr PairTable make_pair_table() {
  PairTable table{};
  table[kSphere][kSphere] = for_shapes<Sphere, Sphere, sphere_sphere>;
  table[kSphere][kBox] = for_shapes<Sphere, Box, sphere_box>;
  table[kSphere][kCapsule] = for_shapes<Sphere, Capsule, sphere_capsule>;
  table[kSphere][kPlane] = for_shapes<Sphere, Plane, sphere_plane>;
  table[kBox][kBox] = for_shapes<Box, Box, box_box>;
  table[kBox][kPlane] = for_shapes<Box, Plane, box_plane>;
  table[kCapsule][kBox] = for_shapes<Capsule, Box, capsule_box>;
  table[kCapsule][kCapsule] = for_shapes<Capsule, Capsule, capsule_capsule>;
  table[kCapsule][kPlane] = for_shapes<Capsule, Plane, capsule_plane>;
  table[kCylinder][kPlane] = for_shapes<Cylinder, Plane, cylinder_plane>;
  table[kCone][kPlane] = for_shapes<Cone, Plane, cone_plane>;
  table[kHull][kPlane] = for_shapes<Hull, Plane, hull_plane>;
  table[kSphere][kCylinder] = for_shapes<Sphere, Cylinder, sphere_cylinder>;
  table[kSphere][kCone] = for_shapes<Sphere, Cone, sphere_cone>;
  table[kSphere][kHull] = for_shapes<Sphere, Hull, sphere_hull>;
  table[kCapsule][kCylinder] = for_shapes<Capsule, Cylinder, capsule_cylinder>;
  table[kCapsule][kCone] = for_shapes<Capsule, Cone, capsule_cone>;
  table[kCapsule][kHull] = for_shapes<Capsule, Hull, capsule_hull>;
  for (const std::size_t kind : {kCylinder, kCone, kHull}) {
    table[kind][kBox] = general_pair;
    table[kind][kind] = general_pair;
  }
  for (const std::size_t kind : {kSphere, kBox, kCapsule, kCylinder, kCone, kHull, kConvex}) {
    table[kConvex][kind] = general_pair;
  }
  for (const std::size_t kind : {kBox, kCylinder, kCone, kHull, kConvex, kRounded}) {
    table[kRounded][kind] = general_pair;
  }
  table[kRounded][kPlane] = for_shapes<Rounded, Plane, rounded_plane>;
  table[kSphere][kRounded] = for_shapes<Sphere, Rounded, sphere_rounded>;
  table[kCapsule][kRounded] = for_shapes<Capsule, Rounded, capsule_rounded>;
  table[kConvex][kPlane] = for_shapes<Convex, Plane, convex_plane>;
  table[kCylinder][kHull] = general_pair;
  table[kCone][kHull] = general_pair;
  table[kCone][kCylinder] = general_pair;
  return table;
}
constexpr PairTable kPairs = make_pair_table();

// False if the pair cannot have contacts.
bool may_touch(const RigidTransform& X_WA, const RigidTransform& X_WB,
               const NarrowPhaseQuery& query) {
  return are_in_range(X_WA, X_WB) && is_in_range(query.relative_displacement) &&
         is_in_range(query.relative_rotation) && std::isfinite(query.deviation);
}

// Order of two shapes of one kind, independent of the order in the query: the larger first, else
// for hulls the one with the greater first vertex that differs, else the one further along a
// direction that no scene prefers, else the one turned further. Only coincident shapes remain
// undecided.
std::array<double, 5> extents(const Shape& shape) {
  struct Extents {
    std::array<double, 5> operator()(const Sphere& s) const { return {s.radius, 0, 0}; }
    std::array<double, 5> operator()(const Box& b) const {
      return {b.size.x(), b.size.y(), b.size.z()};
    }
    std::array<double, 5> operator()(const Capsule& c) const { return {c.radius, c.length, 0}; }
    std::array<double, 5> operator()(const Cylinder& c) const { return {c.radius, c.length, 0}; }
    std::array<double, 5> operator()(const Cone& c) const { return {c.radius, c.length, 0}; }
    std::array<double, 5> operator()(const Hull& hull) const {
      return {hull.polyhedron->volume(), static_cast<double>(hull.polyhedron->vertices().size()),
              0};
    }
    std::array<double, 5> operator()(const Convex& convex) const {
      return {convex.solid->bounding_radius(), convex.solid->volume(),
              convex.solid->inner_radius()};
    }
    std::array<double, 5> operator()(const Rounded& rounded) const {
      std::array<double, 5> all = std::visit(*this, rounded.core);
      all[3] = rounded.radius;
      all[4] = static_cast<double>(rounded.core.index());
      return all;
    }
    std::array<double, 5> operator()(const Plane&) const { return {0, 0, 0}; }
    std::array<double, 5> operator()(const Mesh&) const { return {0, 0, 0}; }
    std::array<double, 5> operator()(const HeightField&) const { return {0, 0, 0}; }
  };
  return std::visit(Extents{}, shape);
}

// Compares hulls with the same number of vertices.
std::strong_ordering compare_vertices(const Shape& A, const Shape& B) {
  const Hull* a = hull_of(A);
  const Hull* b = hull_of(B);
  if (!a || !b || a->polyhedron == b->polyhedron) return std::strong_ordering::equal;
  const std::vector<Vec3>& of_a = a->polyhedron->vertices();
  const std::vector<Vec3>& of_b = b->polyhedron->vertices();
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      if (of_a[i][k] < of_b[i][k]) return std::strong_ordering::less;
      if (of_a[i][k] > of_b[i][k]) return std::strong_ordering::greater;
    }
  }
  return std::strong_ordering::equal;
}

bool comes_first(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                 const RigidTransform& X_WB) {
  if (const auto order = extents(A) <=> extents(B); order != 0) return order > 0;
  if (const auto order = compare_vertices(A, B); order != 0) return order > 0;
  const Vec3 difference = X_WA.translation - X_WB.translation;
  const double along = difference.dot(Vec3(0.3819660112501051, 0.5698402909980532, 0.7276));
  if (along != 0) return along > 0;
  const auto pose = [](const RigidTransform& X) {
    return std::array{X.translation.x(), X.translation.y(), X.translation.z(), X.rotation.w(),
                      X.rotation.x(),    X.rotation.y(),    X.rotation.z()};
  };
  return pose(X_WA) > pose(X_WB);
}

// Points in the frame O of `second`; features and normal those of (first, second).
void calc_ordered(PairFunction calc, const Shape& first, const RigidTransform& X_W1,
                  const Shape& second, const RigidTransform& X_W2, const NarrowPhaseQuery& query_W,
                  ShapeManifold& manifold) {
  const RigidTransform X_O1{X_W1.rotation, X_W1.translation - X_W2.translation};
  const RigidTransform X_O2{X_W2.rotation, Vec3::Zero()};
  NarrowPhaseQuery query = query_W;
  query.motion_center -= X_W2.translation;
  const double separation = calc(first, X_O1, second, X_O2, query, manifold);
  if (manifold.points.empty() || query.relative_displacement.isZero(0)) return;
  if (std::holds_alternative<Plane>(second)) return;
  const double r1 = bounding_radius(first);
  const double r2 = bounding_radius(second);
  if (query.relative_displacement.norm() <= std::min(r1, r2)) return;
  calc_swept_contact(calc, first, X_O1, second, X_O2, std::min(r1, r2), r1 <= r2, query, separation,
                     manifold);
}

NarrowPhaseQuery reversed(const NarrowPhaseQuery& query) {
  return {query.margin, -query.relative_displacement, -query.relative_rotation, query.motion_center,
          query.deviation};
}

bool is_surface(const Shape& shape) {
  return std::holds_alternative<Mesh>(shape) || std::holds_alternative<HeightField>(shape);
}

void sort_by_feature(std::vector<ManifoldPoint>& points) {
  std::sort(points.begin(), points.end(),
            [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.feature < b.feature; });
}

// The manifold as seen from the other shape.
void exchange(ShapeManifold& manifold) {
  for (ManifoldPoint& point : manifold.points) point.feature = exchanged_feature(point.feature);
  manifold.normal = -manifold.normal;
  sort_by_feature(manifold.points);
}

}  // namespace

void calc_manifold(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                   const RigidTransform& X_WB, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold) {
  manifold.points.clear();
  manifold.points.reserve(8);
  manifold.normal = Vec3::UnitZ();
  if (!may_touch(X_WA, X_WB, query)) return;
  const PairFunction forward = kPairs[A.index()][B.index()];
  const PairFunction backward = kPairs[B.index()][A.index()];
  if (!forward && !backward) return;

  const bool is_same_kind = A.index() == B.index();
  const bool is_forward = is_same_kind ? comes_first(A, X_WA, B, X_WB) : forward != nullptr;
  if (is_forward) {
    calc_ordered(forward, A, X_WA, B, X_WB, query, manifold);
    for (ManifoldPoint& point : manifold.points) point.point += X_WB.translation;
  } else {
    calc_ordered(backward, B, X_WB, A, X_WA, reversed(query), manifold);
    for (ManifoldPoint& point : manifold.points) point.point += X_WA.translation;
    exchange(manifold);
    return;
  }
  sort_by_feature(manifold.points);
}

void calc_manifolds(const Collider& A, const RigidTransform& X_WA, const Collider& B,
                    const RigidTransform& X_WB, const NarrowPhaseQuery& query,
                    ManifoldList& manifolds) {
  manifolds.clear();
  if (!may_touch(X_WA, X_WB, query)) return;
  const bool is_surface_A = is_surface(A.shape());
  const bool is_surface_B = is_surface(B.shape());
  if (is_surface_B && is_solid(A.shape())) {
    calc_surface_contacts(A.shape(), X_WA, B, X_WB, query, manifolds);
  } else if (is_surface_A && is_solid(B.shape())) {
    calc_surface_contacts(B.shape(), X_WB, A, X_WA, reversed(query), manifolds);
    for (ShapeManifold& manifold : manifolds) exchange(manifold);
  } else if (!is_surface_A && !is_surface_B) {
    ShapeManifold& manifold = manifolds.append();
    calc_manifold(A.shape(), X_WA, B.shape(), X_WB, query, manifold);
    if (manifold.points.empty()) manifolds.pop_back();
  }
}

}  // namespace stiction
