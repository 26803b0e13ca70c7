#pragma once

#include <stiction/collision/narrow_phase.h>

#include <cstddef>
#include <span>
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

/// A shape, where its body is, and how fast that moves.
struct MovingShape {
  const PosedShape& shape;
  const BodyMotion& body;
  const Vec6& velocity;  ///< of the centre of mass and angular, world
};

/// Puts how A moves against B in a time (s) into the query, to whose deviation it adds that of
/// shapes that go round their bodies' centres. What is displaced is the middle of the
/// shape that moves; of two that do, of a ball, which has no corners, else of the smaller one.
void predict_motion(const WorldValue& world, const MovingShape& a, const MovingShape& b,
                    double time, NarrowPhaseQuery& query);

/// Where a shape is on a body that is there.
PosedShape pose_shape(const WorldValue& world, const BodyMotion& motion, std::size_t body,
                      int shape);

/// Appends the contacts of the two shapes of `pair` within `margin`, m, where the bodies are at
/// these motions and go on with these velocities for a time, s.
void append_contacts_at(const WorldValue& world, const FoundContact& pair, BodyMotions motions,
                        const Vec6& velocity_a, const Vec6& velocity_b, double margin, double time,
                        ManifoldList& manifolds, std::vector<FoundContact>& contacts);

/// Whether two contacts are of the same two shapes.
bool is_same_pair(const ContactKey& a, const ContactKey& b);
/// Of the contacts, of ascending keys, those of the two shapes of one.
std::span<const FoundContact> contacts_of(std::span<const FoundContact> contacts,
                                          const ContactKey& pair);

/// Whether a contact found again elsewhere in the step is held by the same side: by normals less
/// than 45 degrees apart. A corner that leaves a tile may have the tile's next side as its nearest
/// one.
bool is_same_side(const FoundContact& a, const FoundContact& b);

}  // namespace stiction
