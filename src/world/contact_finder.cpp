#include "contact_finder.h"

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

MaterialId material_of(const BodyRecord& body, int shape) {
  return body.definition.shapes[shape].material.value_or(body.definition.material);
}

GroupId group_of(const BodyRecord& body, int shape) {
  return body.definition.shapes[shape].group.value_or(body.definition.group);
}

}  // namespace

void ContactFinder::find(const WorldValue& world, std::span<const SearchMotion> motions, double h,
                         std::vector<FoundContact>& contacts) {
  contacts.clear();
  place_proxies(world, motions);
  update_broad_phase();
  broad_phase_.collect_pairs(pairs_);
  const auto proxy = [this](BroadPhase::ProxyId id) -> const Proxy& {
    return *std::lower_bound(
        proxies_.begin(), proxies_.end(), id,
        [](const Proxy& p, BroadPhase::ProxyId wanted) { return p.id < wanted; });
  };
  for (const auto& [a, b] : pairs_) find_pair(world, proxy(a), proxy(b), motions, h, contacts);
  std::sort(contacts.begin(), contacts.end(),
            [](const FoundContact& a, const FoundContact& b) { return a.key < b.key; });
}

void ContactFinder::place_proxies(const WorldValue& world, std::span<const SearchMotion> motions) {
  proxies_.clear();
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const BodyRecord& body = world.bodies[i];
    const RigidTransform X_WB = body.X_WB();
    for (std::size_t k = 0; k < body.num_shapes(); ++k) {
      const ShapeDefinition& part = body.definition.shapes[k];
      Proxy proxy;
      proxy.id = body.first_proxy + static_cast<BroadPhase::ProxyId>(k);
      proxy.body = i;
      proxy.shape = static_cast<int>(k);
      proxy.X_WS = X_WB * part.pose;
      proxy.bounds = enlarged(calc_aabb(part.shape, proxy.X_WS), motions[i].margin);
      proxy.movable = body.is_dynamic();
      proxies_.push_back(proxy);
    }
  }
}

void ContactFinder::update_broad_phase() {
  std::vector<BroadPhase::ProxyId> present;
  present.reserve(proxies_.size());
  for (const Proxy& proxy : proxies_) present.push_back(proxy.id);
  for (const BroadPhase::ProxyId id : in_tree_) {
    if (!std::binary_search(present.begin(), present.end(), id)) broad_phase_.remove(id);
  }
  for (const Proxy& proxy : proxies_) {
    if (std::binary_search(in_tree_.begin(), in_tree_.end(), proxy.id)) {
      broad_phase_.update(proxy.id, proxy.bounds);
    } else {
      broad_phase_.add(proxy.id, proxy.bounds, proxy.movable);
    }
  }
  in_tree_ = std::move(present);
}

void ContactFinder::find_pair(const WorldValue& world, const Proxy& a, const Proxy& b,
                              std::span<const SearchMotion> motions, double h,
                              std::vector<FoundContact>& contacts) {
  const BodyRecord& body_a = world.bodies[a.body];
  const BodyRecord& body_b = world.bodies[b.body];
  if (a.body == b.body) return;
  if (!world.groups_collide(group_of(body_a, a.shape), group_of(body_b, b.shape))) return;

  NarrowPhaseQuery query;
  query.margin = motions[a.body].margin + motions[b.body].margin;
  query.relative_displacement =
      h * (point_velocity(body_a, motions[a.body].velocity, a.X_WS.translation) -
           point_velocity(body_b, motions[b.body].velocity, b.X_WS.translation));
  calc_manifold(body_a.definition.shapes[a.shape].shape, a.X_WS,
                body_b.definition.shapes[b.shape].shape, b.X_WS, query, manifold_);
  if (manifold_.points.empty()) return;

  FoundContact contact;
  contact.body_a = a.body;
  contact.body_b = b.body;
  contact.frame = make_contact_frame(manifold_.normal);
  contact.surface = world.materials.mix(material_of(body_a, a.shape), material_of(body_b, b.shape));
  for (const ManifoldPoint& point : manifold_.points) {
    contact.key = {body_a.id, body_b.id, a.shape, b.shape, point.feature};
    contact.point = point.point;
    contact.gap = point.gap;
    contacts.push_back(contact);
  }
}

}  // namespace stiction
