#pragma once

#include "island_solver.h"

namespace stiction {

/// An impact at the start of the step, if one is asked for, then the forces, with the rows of the
/// view; with joints as `IslandTools::joint_posing` and `spins` say. Whether the forces were
/// solved.
bool solve_rows(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                IslandTools& tools, IslandSolution& solution);

}  // namespace stiction
