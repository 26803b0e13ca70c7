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

/// The world as a value, and the tools it steps with and is asked with, made when they are first
/// needed.
struct World::Implementation {
  WorldValue value;
  std::unique_ptr<StepTools> tools;

  explicit Implementation(const WorldOptions& options) { value.options = options; }
  Implementation(const Implementation& other) : value(other.value) {}

  std::vector<BodyRecord>::iterator find(BodyId id);
  /// Throws std::invalid_argument for a body that is not there.
  BodyRecord& body(BodyId id);
  std::vector<JointRecord>::iterator find(JointId id);
  /// Throws std::invalid_argument for a joint that is not there.
  JointRecord& joint(JointId id);
  /// Finds the bodies and the leader of a new joint, and whether they do not touch because of it.
  void connect(JointRecord& joint);
  /// The same for all joints, after bodies or joints are gone; gears whose leader is gone go, too.
  void connect_joints();

  StepTools& step_tools() {
    if (!tools) tools = std::make_unique<StepTools>(value.options);
    return *tools;
  }

  /// Questions about the world as it is; for as long as the filter lives and the world stays.
  /// Several threads may ask at once. Throws std::invalid_argument for a filter that names a body
  /// that is not there.
  WorldQueries queries(const QueryFilter& filter);
  /// To be told when a body comes, goes or moves.
  void set_moved() { is_index_current_ = false; }

 private:
  const ShapeIndex& present_shapes();

  std::mutex index_mutex_;
  std::unique_ptr<ShapeIndex> index_;
  std::atomic<bool> is_index_current_ = false;
};

}  // namespace stiction
