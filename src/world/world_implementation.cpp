#include "world_implementation.h"

#include <algorithm>
#include <stdexcept>
#include <string>

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
