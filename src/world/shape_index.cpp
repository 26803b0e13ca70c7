#include "shape_index.h"

#include <algorithm>
#include <limits>

namespace stiction {

Aabb calc_solid_bounds(const Shape& shape, const Aabb& bounds, const Quat& rotation) {
  if (!std::holds_alternative<HeightField>(shape)) return bounds;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Vec3 down = rotation * -Vec3::UnitZ();
  Aabb open = bounds;
  for (int i = 0; i < 3; ++i) {
    if (down[i] < 0) open.lower[i] = -kInfinity;
    if (down[i] > 0) open.upper[i] = kInfinity;
  }
  return open;
}
namespace {

bool is_same(const Aabb& a, const Aabb& b) { return a.lower == b.lower && a.upper == b.upper; }

}  // namespace

void ShapeIndex::update(const WorldValue& world) {
  if (bodies_.size() != world.bodies.size()) follow_bodies(world);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyRecord& record = world.bodies[i];
    if (bodies_[i].id != record.id) follow_bodies(world);
    PlacedBody& body = bodies_[i];
    const bool is_new = body.num_shapes > 0 && !entered_[body.first_shape].is_known;
    if (is_new || body.center != record.center ||
        body.rotation.coeffs() != record.rotation.coeffs()) {
      place(record, body);
    }
    for (std::size_t k = body.first_shape; k < body.first_shape + body.num_shapes; ++k) {
      enter(shapes_[k], rule_(record, shapes_[k]), entered_[k]);
    }
  }
  broad_phase_.settle();
}

void ShapeIndex::follow_bodies(const WorldValue& world) {
  const std::vector<PlacedBody> old_bodies = std::move(bodies_);
  const std::vector<PlacedShape> old_shapes = std::move(shapes_);
  const std::vector<Entered> old_entered = std::move(entered_);
  bodies_.clear();
  shapes_.clear();
  entered_.clear();
  auto old = old_bodies.begin();
  const auto leave = [&](const PlacedBody& body) {
    for (std::size_t k = body.first_shape; k < body.first_shape + body.num_shapes; ++k) {
      if (old_entered[k].entry) broad_phase_.remove(old_shapes[k].id);
    }
  };
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const BodyRecord& record = world.bodies[i];
    while (old != old_bodies.end() && old->id < record.id) leave(*old++);
    const bool is_known = old != old_bodies.end() && old->id == record.id;
    PlacedBody body{record.id, record.center, record.rotation, shapes_.size(), record.num_shapes()};
    for (std::size_t k = 0; k < body.num_shapes; ++k) {
      if (is_known) {
        shapes_.push_back(old_shapes[old->first_shape + k]);
        entered_.push_back(old_entered[old->first_shape + k]);
      } else {
        PlacedShape& placed = shapes_.emplace_back();
        placed.id = record.first_proxy + static_cast<BroadPhase::ProxyId>(k);
        placed.shape = static_cast<int>(k);
        entered_.emplace_back();
      }
      shapes_.back().body = i;
    }
    if (is_known) {
      body.center = old->center;
      body.rotation = old->rotation;
      ++old;
    }
    bodies_.push_back(body);
  }
  while (old != old_bodies.end()) leave(*old++);
}

void ShapeIndex::place(const BodyRecord& record, PlacedBody& body) {
  body.center = record.center;
  body.rotation = record.rotation;
  const RigidTransform X_WB = record.X_WB();
  for (std::size_t k = 0; k < body.num_shapes; ++k) {
    const ShapeDefinition& part = record.definition.shapes[k];
    PlacedShape& placed = shapes_[body.first_shape + k];
    placed.X_WS = X_WB * part.pose;
    placed.bounds = calc_aabb(part.shape, placed.X_WS);
  }
}

void ShapeIndex::enter(const PlacedShape& shape, const std::optional<Entry>& entry,
                       Entered& entered) {
  if (entry && !entered.is_known) {
    broad_phase_.add(shape.id, entry->bounds, entry->movable);
  } else if (entry && !is_same(entry->bounds, entered.entry->bounds)) {
    broad_phase_.update(shape.id, entry->bounds);
  }
  entered = {true, entry};
}

const PlacedShape& ShapeIndex::shape(BroadPhase::ProxyId id) const {
  // If removed bodies have left no gaps in the ids, each shape is at the index of its id.
  const std::size_t expected = id - shapes_.front().id;
  if (expected < shapes_.size() && shapes_[expected].id == id) return shapes_[expected];
  return *std::lower_bound(
      shapes_.begin(), shapes_.end(), id,
      [](const PlacedShape& shape, BroadPhase::ProxyId wanted) { return shape.id < wanted; });
}

}  // namespace stiction
