#include "contact_finder.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/math/tangent_basis.h>

#include <algorithm>

namespace stiction {
namespace {

Aabb enlarged(const Aabb& bounds, double margin) {
  return {bounds.lower.array() - margin, bounds.upper.array() + margin};
}

Mat3 make_contact_frame(const Vec3& normal) {
  const TangentBasis basis = make_tangent_basis(normal);
  Mat3 frame;
  frame << normal, basis.t1, basis.t2;
  return frame;
}

// Pairs come in the order of shapes, which is that of keys where bodies have one shape each.
void sort_by_key(std::vector<FoundContact>& contacts) {
  if (!std::ranges::is_sorted(contacts, {}, &FoundContact::key)) {
    std::ranges::sort(contacts, {}, &FoundContact::key);
  }
}

// The middle of the shape: its velocity stands for that of all its points.
Vec3 middle_of(const BodyRecord& body, const PlacedShape& placed) {
  const auto* hull = std::get_if<Hull>(&body.definition.shapes[placed.shape].shape);
  return hull ? placed.X_WS * hull->polyhedron->center() : placed.X_WS.translation;
}

}  // namespace

ContactFinder::ContactFinder()
    : index_([this](const BodyRecord& body, const PlacedShape& placed) {
        if (body.is_trigger(placed.shape)) return std::optional<ShapeIndex::Entry>();
        return std::optional(ShapeIndex::Entry{
            enlarged(placed.bounds, motions_[placed.body].margin), body.is_dynamic()});
      }) {}

void ContactFinder::find(const WorldValue& world, std::span<const SearchMotion> motions, double h,
                         std::vector<FoundContact>& contacts) {
  contacts.clear();
  find_pairs(world, motions);
  for (const auto& [a, b] : pairs_) {
    find_pair(world, index_.shape(a), index_.shape(b), h, contacts);
  }
  sort_by_key(contacts);
}

void ContactFinder::find_pairs(const WorldValue& world, std::span<const SearchMotion> motions) {
  motions_ = motions;
  index_.update(world);
  index_.broad_phase().collect_pairs(pairs_);
}

std::vector<FoundContact>& ContactFinder::find_present(const WorldValue& world, double margin,
                                                       const PairFilter& is_wanted) {
  at_rest_.assign(world.bodies.size(), {.margin = 0.5 * margin});
  return find_at_rest(world, is_wanted);
}

std::vector<FoundContact>& ContactFinder::find_present(const WorldValue& world,
                                                       std::span<const double> margins,
                                                       const PairFilter& is_wanted) {
  at_rest_.clear();
  for (const double margin : margins) at_rest_.push_back({.margin = margin});
  return find_at_rest(world, is_wanted);
}

std::vector<FoundContact>& ContactFinder::find_at_rest(const WorldValue& world,
                                                       const PairFilter& is_wanted) {
  present_.clear();
  find_pairs(world, at_rest_);
  for (const auto& [a, b] : pairs_) {
    const PlacedShape& first = index_.shape(a);
    const PlacedShape& second = index_.shape(b);
    if (!is_wanted || is_wanted(first.body, second.body))
      find_pair(world, first, second, 0.0, present_);
  }
  sort_by_key(present_);
  return present_;
}

void ContactFinder::find_pair(const WorldValue& world, const PlacedShape& a, const PlacedShape& b,
                              double h, std::vector<FoundContact>& contacts) {
  const BodyRecord& body_a = world.bodies[a.body];
  const BodyRecord& body_b = world.bodies[b.body];
  if (a.body == b.body) return;
  if (!world.groups_collide(body_a.group_of(a.shape), body_b.group_of(b.shape))) return;

  NarrowPhaseQuery query;
  query.margin = motions_[a.body].margin + motions_[b.body].margin;
  query.relative_displacement =
      h * (point_velocity(body_a, motions_[a.body].velocity, middle_of(body_a, a)) -
           point_velocity(body_b, motions_[b.body].velocity, middle_of(body_b, b)));
  calc_manifolds(body_a.colliders[a.shape], a.X_WS, body_b.colliders[b.shape], b.X_WS, query,
                 manifolds_);
  if (manifolds_.empty()) return;

  FoundContact contact;
  contact.body_a = a.body;
  contact.body_b = b.body;
  contact.surface = world.materials.mix(body_a.material_of(a.shape), body_b.material_of(b.shape));
  for (const ShapeManifold& manifold : manifolds_) {
    contact.frame = make_contact_frame(manifold.normal);
    for (const ManifoldPoint& point : manifold.points) {
      contact.key = {body_a.id, body_b.id, a.shape, b.shape, point.feature};
      contact.point = point.point;
      contact.gap = point.gap;
      contacts.push_back(contact);
    }
  }
}

}  // namespace stiction
