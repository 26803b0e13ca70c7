#include "contact_finder.h"

#include <algorithm>

#include "pair_contacts.h"

namespace stiction {
namespace {

Aabb enlarged(const Aabb& bounds, double margin) {
  return {bounds.lower.array() - margin, bounds.upper.array() + margin};
}

// Pairs come in the order of shapes, which is that of keys where bodies have one shape each.
void sort_by_key(std::vector<FoundContact>& contacts) {
  if (!std::ranges::is_sorted(contacts, {}, &FoundContact::key)) {
    std::ranges::sort(contacts, {}, &FoundContact::key);
  }
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

std::vector<FoundContact>& ContactFinder::find_present(const WorldValue& world, double margin) {
  return find_present(world, margin, [](std::size_t, std::size_t) { return false; });
}

std::vector<FoundContact>& ContactFinder::find_present(
    const WorldValue& world, double margin,
    const std::function<bool(std::size_t, std::size_t)>& left_out) {
  SearchMotion motion;
  motion.margin = 0.5 * margin;  // of each of the two bodies
  at_rest_.assign(world.bodies.size(), motion);
  present_.clear();
  find_pairs(world, at_rest_);
  for (const auto& [a, b] : pairs_) {
    const PlacedShape& first = index_.shape(a);
    const PlacedShape& second = index_.shape(b);
    if (!left_out(first.body, second.body)) find_pair(world, first, second, 0.0, present_);
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

  const PosedShape shape_a{a.body, a.shape, a.X_WS};
  const PosedShape shape_b{b.body, b.shape, b.X_WS};
  NarrowPhaseQuery query;
  query.margin = motions_[a.body].margin + motions_[b.body].margin;
  query.relative_displacement =
      h * (point_velocity(body_a, motions_[a.body].velocity, middle_of(world, shape_a)) -
           point_velocity(body_b, motions_[b.body].velocity, middle_of(world, shape_b)));
  append_pair_contacts(world, shape_a, shape_b, query, manifolds_, contacts);
}

}  // namespace stiction
