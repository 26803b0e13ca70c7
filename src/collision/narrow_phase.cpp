#include <stiction/collision/narrow_phase.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>

#include "shape_features.h"
#include "shape_pairs.h"
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

// By the kind of shape in the order of `Shape`; of a pair of different kinds, one order is given.
constexpr std::size_t kNumShapes = std::variant_size_v<Shape>;
constexpr std::array<std::array<PairFunction, kNumShapes>, kNumShapes> kClosedForms = {{
    // sphere first, then with sphere, box, capsule, plane
    {for_shapes<Sphere, Sphere, sphere_sphere>, for_shapes<Sphere, Box, sphere_box>,
     for_shapes<Sphere, Capsule, sphere_capsule>, for_shapes<Sphere, Plane, sphere_plane>},
    // box
    {nullptr, for_shapes<Box, Box, box_box>, nullptr, for_shapes<Box, Plane, box_plane>},
    // capsule
    {nullptr, for_shapes<Capsule, Box, capsule_box>, for_shapes<Capsule, Capsule, capsule_capsule>,
     for_shapes<Capsule, Plane, capsule_plane>},
    // plane
    {nullptr, nullptr, nullptr, nullptr},
}};

// Which of two shapes of one kind comes first does not depend on who asks: the larger, else the one
// further along a direction that no scene prefers, else the one turned further. Only shapes that
// coincide are left undecided.
std::array<double, 3> extents(const Shape& shape) {
  struct Extents {
    std::array<double, 3> operator()(const Sphere& s) const { return {s.radius, 0, 0}; }
    std::array<double, 3> operator()(const Box& b) const {
      return {b.size.x(), b.size.y(), b.size.z()};
    }
    std::array<double, 3> operator()(const Capsule& c) const { return {c.radius, c.length, 0}; }
    std::array<double, 3> operator()(const Plane&) const { return {0, 0, 0}; }
  };
  return std::visit(Extents{}, shape);
}

bool comes_first(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                 const RigidTransform& X_WB) {
  if (const auto order = extents(A) <=> extents(B); order != 0) return order > 0;
  const Vec3 difference = X_WA.translation - X_WB.translation;
  const double along = difference.dot(Vec3(0.3819660112501051, 0.5698402909980532, 0.7276));
  if (along != 0) return along > 0;
  const auto pose = [](const RigidTransform& X) {
    return std::array{X.translation.x(), X.translation.y(), X.translation.z(), X.rotation.w(),
                      X.rotation.x(),    X.rotation.y(),    X.rotation.z()};
  };
  return pose(X_WA) > pose(X_WB);
}

// Points in the frame O of `second`, features and normal those of (first, second).
void calc_ordered(PairFunction calc, const Shape& first, const RigidTransform& X_W1,
                  const Shape& second, const RigidTransform& X_W2, const NarrowPhaseQuery& query,
                  ShapeManifold& manifold) {
  const RigidTransform X_O1{X_W1.rotation, X_W1.translation - X_W2.translation};
  const RigidTransform X_O2{X_W2.rotation, Vec3::Zero()};
  const double separation = calc(first, X_O1, second, X_O2, query, manifold);
  if (manifold.points.empty() || query.relative_displacement.isZero(0)) return;
  if (std::holds_alternative<Plane>(second)) return;
  const double r1 = bounding_radius(first);
  const double r2 = bounding_radius(second);
  if (query.relative_displacement.norm() <= std::min(r1, r2)) return;
  calc_swept_contact(calc, first, X_O1, second, X_O2, std::min(r1, r2), r1 <= r2, query, separation,
                     manifold);
}

void sort_by_feature(std::vector<ManifoldPoint>& points) {
  std::sort(points.begin(), points.end(),
            [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.feature < b.feature; });
}

}  // namespace

void calc_manifold(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                   const RigidTransform& X_WB, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold) {
  manifold.points.clear();
  manifold.points.reserve(8);
  manifold.normal = Vec3::UnitZ();
  const PairFunction forward = kClosedForms[A.index()][B.index()];
  const PairFunction backward = kClosedForms[B.index()][A.index()];
  if (!forward && !backward) return;

  const bool is_same_kind = A.index() == B.index();
  const bool is_forward = is_same_kind ? comes_first(A, X_WA, B, X_WB) : forward != nullptr;
  if (is_forward) {
    calc_ordered(forward, A, X_WA, B, X_WB, query, manifold);
    for (ManifoldPoint& point : manifold.points) point.point += X_WB.translation;
  } else {
    const NarrowPhaseQuery reversed{query.margin, -query.relative_displacement};
    calc_ordered(backward, B, X_WB, A, X_WA, reversed, manifold);
    for (ManifoldPoint& point : manifold.points) {
      point.point += X_WA.translation;
      point.feature = exchanged_feature(point.feature);
    }
    manifold.normal = -manifold.normal;
  }
  sort_by_feature(manifold.points);
}

}  // namespace stiction
