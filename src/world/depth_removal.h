#pragma once

#include <stiction/model/contact_model.h>

#include <span>

#include "contact_finder.h"
#include "world_value.h"

namespace stiction {

/// The contacts of a step before its bodies moved, and the expected positions of its joints.
struct DepthsBefore {
  std::span<const FoundContact> contacts;
  /// One per body: whether it moved by at most `kRestingWay`. Cleared for bodies that are
  /// displaced.
  std::span<char> at_rest;
  std::span<const JointMotion> joints;  ///< one per joint
  double push_out = 0;  ///< how far positions beyond a bound at the start are moved back, m or rad
};

/// Removes overlap at the position level: the smallest displacement, weighted with the masses,
/// after which no contact overlaps,
///
///     d = M^-1 N^T p,   0 <= N d + gap  _|_  p >= 0,
///
/// and no joint has an error: its conditions are rows N d + error = 0, and limits that are exceeded
/// act like contacts. This is posed as a frictionless contact problem in displacements and solved
/// by `model`, separately for each group of bodies that contacts and joints tie together.
/// Velocities do not change, so that no kinetic energy is created; potential energy may be.
/// Rotation makes the condition nonlinear, so up to 40 passes are made; each finds the contacts
/// anew and keeps those of the pass before. Errors that cannot be removed stay (a body wedged
/// between walls that are too narrow; joints that contradict each other, after the displacement
/// that comes closest to satisfying them).
///
/// Ignores overlaps and errors below `kTouchingGap` (for joints in loops below `kLoopTolerance`),
/// and as much of a pair's overlap as its `WorldValue::placed_depths`. Returns the deepest overlap
/// that remains, m, >= 0.
///
/// `before` is what the step saw: two bodies at rest overlap as they did then, and only other pairs
/// are examined again.
double remove_depth(WorldValue& world, const DepthsBefore& before, ContactFinder& finder,
                    ContactModel& model);

}  // namespace stiction
