#pragma once

#include "island_solver.h"

namespace stiction {

/// Solves the impact at the start of the step, if `with_impact`, and then the forces, with the rows
/// of the view; joints are posed by `IslandTools::joint_posing` and `spins`. Returns whether the
/// forces were solved.
bool solve_rows(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                IslandTools& tools, IslandSolution& solution);

}  // namespace stiction
