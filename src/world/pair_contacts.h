#pragma once

#include <stiction/collision/narrow_phase.h>

#include <cstddef>
#include <span>
#include <vector>

#include "contact_finder.h"
#include "world_value.h"

namespace stiction {

/// A shape of a body at some pose.
struct PosedShape {
  std::size_t body = 0;  ///< index into the world's bodies
  int shape = 0;         ///< index in the body's definition
  RigidTransform X_WS;
};

/// Appends the contacts of a pair of shapes, in the order of the narrow phase.
void append_pair_contacts(const WorldValue& world, const PosedShape& a, const PosedShape& b,
                          const NarrowPhaseQuery& query, ManifoldList& manifolds,
                          std::vector<FoundContact>& contacts);

/// A shape with its body's motion and velocity.
struct MovingShape {
  const PosedShape& shape;
  const BodyMotion& body;
  const Vec6& velocity;  ///< of the centre of mass and angular, world
};

/// Sets the motion of A against B over a time (s) in the query, and adds the deviation of shapes
/// that circle around their bodies' centres. The displacement is that of the centre of the moving
/// shape; if both move, of a ball, which has no corners, else of the smaller shape.
void predict_motion(const WorldValue& world, const MovingShape& a, const MovingShape& b,
                    double time, NarrowPhaseQuery& query);

/// The pose of a shape on a body with this motion.
PosedShape pose_shape(const WorldValue& world, const BodyMotion& motion, std::size_t body,
                      int shape);

/// Appends the contacts of the two shapes of `pair` within `margin`, m, with the bodies at these
/// motions, which go on with these velocities for a time, s.
void append_contacts_at(const WorldValue& world, const FoundContact& pair, BodyMotions motions,
                        const Vec6& velocity_a, const Vec6& velocity_b, double margin, double time,
                        ManifoldList& manifolds, std::vector<FoundContact>& contacts);

/// True if two contacts are between the same two shapes.
bool is_same_pair(const ContactKey& a, const ContactKey& b);
/// Returns those of the contacts (ascending keys) that are between the same two shapes.
std::span<const FoundContact> contacts_of(std::span<const FoundContact> contacts,
                                          const ContactKey& pair);

/// True if a contact that was found again elsewhere in the step is held by the same side: normals
/// differ by less than 45 degrees. A corner that leaves a tile may have the tile's next side as its
/// nearest one.
bool is_same_side(const FoundContact& a, const FoundContact& b);

}  // namespace stiction
