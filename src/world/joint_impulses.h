#pragma once

#include <span>
#include <vector>

#include "joint_row_place.h"

namespace stiction {

/// Adds the impulses of the island's joints in a part of a step to the motions, one per joint of
/// the world, as means over the whole step of `duration`. `forces` are the impulses of the rows,
/// one per place, or none in an impact alone; `impact` those of an impact before them, or none.
void add_joint_impulses(const StepView& view, const Island& island,
                        std::span<const JointRowPlace> places, std::span<const double> forces,
                        std::span<const double> impact, double duration,
                        std::vector<JointMotion>& motions);

/// The work that motors and bodies that forces do not move put in through the rows of the island's
/// joints, J, if bodies move with these velocities (one per body of the world). 0 without impulses.
double calc_row_work(const StepView& view, std::span<const JointRowPlace> places,
                     std::span<const double> impulses, std::span<const Vec6> velocities);

/// Likewise for the step's forces, including effort motors, which have no row: a motor's work is
/// its effort times the change of the joint's position.
double calc_joint_work(const StepView& view, const Island& island,
                       std::span<const JointRowPlace> places, std::span<const double> forces,
                       std::span<const Vec6> velocities);

}  // namespace stiction
