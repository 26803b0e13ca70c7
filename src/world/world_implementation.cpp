#include "world_implementation.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace stiction {

std::vector<BodyRecord>::iterator World::Implementation::find(BodyId id) {
  const auto body =
      std::lower_bound(value.bodies.begin(), value.bodies.end(), id,
                       [](const BodyRecord& record, BodyId wanted) { return record.id < wanted; });
  return body != value.bodies.end() && body->id == id ? body : value.bodies.end();
}

BodyRecord& World::Implementation::body(BodyId id) {
  const auto body = find(id);
  if (body != value.bodies.end()) return *body;
  throw std::invalid_argument("expected a body of this world, got the id " +
                              std::to_string(id.value) + ", which it does not have");
}

std::vector<JointRecord>::iterator World::Implementation::find(JointId id) {
  const auto joint = std::ranges::lower_bound(value.joints, id, {}, &JointRecord::id);
  return joint != value.joints.end() && joint->id == id ? joint : value.joints.end();
}

JointRecord& World::Implementation::joint(JointId id) {
  const auto joint = find(id);
  if (joint != value.joints.end()) return *joint;
  throw std::invalid_argument("expected a joint of this world, got the id " +
                              std::to_string(id.value) + ", which it does not have");
}

void World::Implementation::connect(JointRecord& joint) {
  value.is_edited = true;
  const auto index_of = [&](const std::optional<BodyId>& id) {
    return id ? static_cast<std::size_t>(find(*id) - value.bodies.begin()) : kWorldBody;
  };
  const JointDefinition& definition = joint.definition;
  joint.parent = index_of(definition.parent);
  joint.child = index_of(definition.child);
  joint.leader =
      definition.gear
          ? static_cast<std::size_t>(find(definition.gear->leader) - value.joints.begin())
          : kNoJoint;
  if (definition.collide || !definition.parent || !definition.child) return;
  value.joined_bodies.insert(std::minmax(*definition.parent, *definition.child));
}

void World::Implementation::connect_joints() {
  value.is_edited = true;
  const auto joined_before = std::exchange(value.joined_bodies, {});
  for (JointRecord& joint : value.joints) {
    std::optional<JointGear>& gear = joint.definition.gear;
    if (gear && find(gear->leader) == value.joints.end()) gear.reset();
    connect(joint);
  }
  std::ranges::set_difference(joined_before, value.joined_bodies,
                              std::inserter(value.freed_bodies, value.freed_bodies.end()));
}

WorldQueries World::Implementation::queries(const QueryFilter& filter) {
  for (const BodyId id : filter.ignored_bodies) body(id);
  return {value, present_shapes(), filter};
}

const ShapeIndex& World::Implementation::present_shapes() {
  if (is_index_current_) return *index_;
  const std::lock_guard lock(index_mutex_);
  if (is_index_current_) return *index_;
  if (!index_) index_ = make_query_index();
  index_->update(value);
  is_index_current_ = true;
  return *index_;
}

}  // namespace stiction
