#pragma once

#include "island_solver.h"

namespace stiction {

/// Solves an island with joints for one step. Its rows are posed anew, each time with what the
/// solve before found out of where the step ends (`add_joint_rows`, `JointSpin`), until they fit.
///
/// Where joints are all that acts, and they neither slip, nor yield, nor drive, nor stop (what
/// locks them is a condition as others are), and the integrator is not that of first order, the
/// forces act in two halves, before the way and after it, and the conditions hold for the
/// velocities at its end, too:
///
///     u = v0 + h/2 M^-1 f + M^-1 J(x0)^T r,    x1 = x0 + h u,   the conditions hold at x1,
///     v1 = u + h/2 M^-1 f + M^-1 J(x1)^T s,    J(x1) v1 = 0,
///
/// which is RATTLE (Andersen 1983): of second order, time-reversible and symplectic. Elsewhere u is
/// with all of f, and v1 = u: of first order.
///
/// Where posing the rows again leads nowhere, as where bodies turn by a radian or more in the step,
/// the rows of the start take their place, with the free motion of bodies without joints: kinetic
/// energy does not grow, and `remove_depth` takes away what is then wrong with positions.
void solve_jointed(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                   IslandTools& tools, IslandSolution& solution);

}  // namespace stiction
