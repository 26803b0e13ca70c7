#pragma once

#include <stiction/collision/narrow_phase.h>

#include <cstddef>
#include <vector>

#include "contact_finder.h"
#include "world_value.h"

namespace stiction {

/// A shape of a body, somewhere.
struct PosedShape {
  std::size_t body = 0;  ///< index into the world's bodies
  int shape = 0;         ///< index in the body's definition
  RigidTransform X_WS;
};

/// Appends the contacts of a pair of shapes, in the order of the narrow phase.
void append_pair_contacts(const WorldValue& world, const PosedShape& a, const PosedShape& b,
                          const NarrowPhaseQuery& query, ManifoldList& manifolds,
                          std::vector<FoundContact>& contacts);

/// The middle of a shape: its velocity stands for that of all its points.
Vec3 middle_of(const WorldValue& world, const PosedShape& shape);

/// Where a shape is on a body that is there.
PosedShape pose_shape(const WorldValue& world, const BodyMotion& motion, std::size_t body,
                      int shape);

/// Whether two contacts are of the same two shapes.
bool is_same_pair(const ContactKey& a, const ContactKey& b);

}  // namespace stiction
