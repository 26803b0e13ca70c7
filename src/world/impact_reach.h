#pragma once

#include "island_problem.h"

namespace stiction {

/// How much of the island the rebounds of the step reach that can be foreseen at its start: the sum
/// over pairs of bodies that will rebound of the squared number of moving bodies that touch them,
/// directly or through others; all of an island with joints. O(contacts).
double calc_reach_of_rebounds(const StepView& view, const Island& island);

}  // namespace stiction
