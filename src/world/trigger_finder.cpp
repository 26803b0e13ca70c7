#include "trigger_finder.h"

#include <stiction/collision/queries.h>

#include <algorithm>

namespace stiction {
namespace {

// A shape at the start and at the end of the step.
struct MovedShape {
  MovedShape(const WorldValue& world, const PlacedShape& placed)
      : body(world.bodies[placed.body]),
        collider(body.colliders[placed.shape]),
        name{body.id, placed.shape},
        X_before(body.previous_X_WB() * body.definition.shapes[placed.shape].pose),
        X_now(placed.X_WS) {}

  bool is_trigger() const { return body.is_trigger(name.shape); }
  Vec3 displacement() const { return X_now.translation - X_before.translation; }

  const BodyRecord& body;
  const Collider& collider;
  BodyShape name;
  RigidTransform X_before;
  RigidTransform X_now;
};

bool can_meet(const WorldValue& world, const MovedShape& trigger, const MovedShape& other) {
  if (trigger.body.id == other.body.id || other.is_trigger()) return false;
  if (trigger.body.is_fixed() && other.body.is_fixed()) return false;
  return world.groups_collide(trigger.body.group_of(trigger.name.shape),
                              other.body.group_of(other.name.shape));
}

bool passed_through(const MovedShape& trigger, const MovedShape& other) {
  const bool is_other_solid = is_solid(other.collider.shape());
  const MovedShape& moving = is_other_solid ? other : trigger;
  const MovedShape& target = is_other_solid ? trigger : other;
  if (!is_solid(moving.collider.shape())) return false;
  const Vec3 displacement = moving.displacement() - target.displacement();
  if (displacement.isZero(0)) return false;
  return cast_shape(moving.collider, moving.X_before, displacement, target.collider,
                    target.X_before, kRestingOverlap)
      .has_value();
}

bool is_at_rest(const BodyRecord& body) {
  return body.center == body.previous_center &&
         body.rotation.coeffs() == body.previous_rotation.coeffs();
}

// The bounds of all that the shape passed through.
Aabb swept_bounds(const BodyRecord& body, const PlacedShape& placed) {
  const ShapeDefinition& part = body.definition.shapes[placed.shape];
  const Aabb now = calc_solid_bounds(part.shape, placed.bounds, placed.X_WS.rotation);
  if (is_at_rest(body)) return now;
  const RigidTransform X_before = body.previous_X_WB() * part.pose;
  const Aabb before =
      calc_solid_bounds(part.shape, calc_aabb(part.shape, X_before), X_before.rotation);
  return {before.lower.cwiseMin(now.lower), before.upper.cwiseMax(now.upper)};
}

bool has_trigger(const WorldValue& world) {
  return std::ranges::any_of(world.bodies, &BodyRecord::has_trigger);
}

}  // namespace

// Triggers are added as movable: the broad phase reports no pairs without a trigger.
TriggerFinder::TriggerFinder()
    : index_([](const BodyRecord& body, const PlacedShape& placed) {
        return std::optional(
            ShapeIndex::Entry{swept_bounds(body, placed), body.is_trigger(placed.shape)});
      }) {}

TriggerFindings TriggerFinder::find(const WorldValue& world) {
  TriggerFindings found;
  if (!has_trigger(world)) return found;
  index_.update(world);
  index_.broad_phase().collect_pairs(pairs_);
  const std::vector<TriggerPair>& before = world.trigger_pairs;
  for (const auto& [a, b] : pairs_) {
    const MovedShape first(world, index_.shape(a));
    const MovedShape second(world, index_.shape(b));
    const MovedShape& trigger = first.is_trigger() ? first : second;
    const MovedShape& other = first.is_trigger() ? second : first;
    if (!can_meet(world, trigger, other)) continue;
    const TriggerPair pair{trigger.name, other.name};
    if (overlaps(trigger.collider, trigger.X_now, other.collider, other.X_now, kRestingOverlap)) {
      found.overlapping.push_back(pair);
    } else if (!std::binary_search(before.begin(), before.end(), pair) &&
               passed_through(trigger, other)) {
      found.passed.push_back(pair);
    }
  }
  std::sort(found.overlapping.begin(), found.overlapping.end());
  std::sort(found.passed.begin(), found.passed.end());
  return found;
}

}  // namespace stiction
