#pragma once

#include <stiction/world/world.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "world_queries.h"
#include "world_step.h"
#include "world_value.h"

namespace stiction {

/// The world as a value, and the tools to step and query it, made when they are first needed.
struct World::Implementation {
  WorldValue value;
  std::unique_ptr<StepTools> tools;

  explicit Implementation(const WorldOptions& options) { value.options = options; }
  Implementation(const Implementation& other) : value(other.value) {}

  std::vector<BodyRecord>::iterator find(BodyId id);
  /// Throws std::invalid_argument if there is no such body.
  BodyRecord& body(BodyId id);
  std::vector<JointRecord>::iterator find(JointId id);
  /// Throws std::invalid_argument if there is no such joint.
  JointRecord& joint(JointId id);
  /// Finds the bodies and the leader of a new joint, and whether the joint keeps the bodies from
  /// colliding.
  void connect(JointRecord& joint);
  /// The same for all joints, after bodies or joints were removed; also removes gears whose leader
  /// is gone.
  void connect_joints();

  StepTools& step_tools() {
    if (!tools) tools = std::make_unique<StepTools>(value.options);
    return *tools;
  }

  /// Queries of the world as it is; valid as long as the filter lives and the world does not
  /// change. Several threads may query at once. Throws std::invalid_argument if the filter names a
  /// body that does not exist.
  WorldQueries queries(const QueryFilter& filter);
  /// To be called when a body comes, goes or moves.
  void set_moved() { is_index_current_ = false; }

 private:
  const ShapeIndex& present_shapes();

  std::mutex index_mutex_;
  std::unique_ptr<ShapeIndex> index_;
  std::atomic<bool> is_index_current_ = false;
};

}  // namespace stiction
