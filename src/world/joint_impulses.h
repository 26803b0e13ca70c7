#pragma once

#include <span>
#include <vector>

#include "joint_row_place.h"

namespace stiction {

/// What the island's joints gave their bodies over a part of a step, as means over the whole step
/// of `duration`, added to the motions, one a joint of the world: `forces` are the impulses of the
/// rows, one a place, or none in an impact alone; `impact` those of an impact before them, or none.
void add_joint_impulses(const StepView& view, const Island& island,
                        std::span<const JointRowPlace> places, std::span<const double> forces,
                        std::span<const double> impact, double duration,
                        std::vector<JointMotion>& motions);

/// What motors and bodies that forces do not move put in through the rows of the island's joints,
/// where bodies move with these velocities (one a body of the world), J. No impulses: nothing.
double calc_row_work(const StepView& view, std::span<const JointRowPlace> places,
                     std::span<const double> impulses, std::span<const Vec6> velocities);

/// Likewise by the step's forces, with those of effort motors, which have no row: what a motor puts
/// in is its effort times what the joint's position changes by.
double calc_joint_work(const StepView& view, const Island& island,
                       std::span<const JointRowPlace> places, std::span<const double> forces,
                       std::span<const Vec6> velocities);

}  // namespace stiction
