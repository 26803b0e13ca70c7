#pragma once

#include <stiction/model/contact_model.h>

#include <span>

#include "contact_finder.h"
#include "world_value.h"

namespace stiction {

/// The contacts of a step before its bodies moved, and where its joints are expected to be.
struct DepthsBefore {
  std::span<const FoundContact> contacts;
  /// One a body: moved by `kRestingWay` at most. Cleared for those that are displaced.
  std::span<char> at_rest;
  std::span<const JointMotion> joints;  ///< one a joint
  double push_out =
      0;  ///< by how much positions beyond a bound at the start are moved back, m or rad
};

/// Removes overlap at the position level: the smallest displacement, weighted with the masses,
/// after which no contact overlaps,
///
///     d = M^-1 N^T p,   0 <= N d + gap  _|_  p >= 0,
///
/// and no joint has an error: its conditions are rows N d + error = 0, limits that are passed as
/// contacts. Posed as a frictionless contact problem in displacements and solved by `model`, for
/// each group of bodies that contacts and joints tie together by itself. Velocities are left alone,
/// so that no kinetic energy comes of it; potential energy may. Rotation makes the condition
/// nonlinear, so up to 40 passes are made; each sees the contacts afresh, beside those of the pass
/// before. What cannot be removed (a body wedged between walls that are too narrow; joints that
/// contradict each other, after the displacement that all but satisfies them) is left as it is.
///
/// Overlaps and errors below `kTouchingGap`, those of joints in loops below `kLoopTolerance`, are
/// left alone, and so is as much of a pair's as its `WorldValue::placed_depths`. Returns the
/// deepest overlap that remains, m, >= 0.
///
/// `before` tells what the step saw: two bodies at rest overlap as they did then, and only other
/// pairs are looked at again.
double remove_depth(WorldValue& world, const DepthsBefore& before, ContactFinder& finder,
                    ContactModel& model);

}  // namespace stiction
