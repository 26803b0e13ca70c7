#pragma once

#include "island_solver.h"

namespace stiction {

/// Solves an island with joints for one step. Its rows are posed repeatedly, each time with what
/// the last solve found about where the step ends (`add_joint_rows`, `JointSpin`), until they fit.
///
/// If no contact presses and the integrator is not of first order, the forces act in two halves,
/// before the motion and after it, and the conditions hold for the velocities at its end, too:
///
///     u = v0 + h/2 M^-1 f + M^-1 J(x0)^T r,    x1 = x0 + h u,   the conditions hold at x1,
///     v1 = u + h/2 M^-1 f + M^-1 J(x1)^T s,    J(x1) v1 = 0,
///
/// which is RATTLE (Andersen 1983): of second order and, if only conditions act, time-reversible
/// and symplectic. Friction, dampers, motors and limits have rows in both halves
/// (`add_joint_rows`). In all other cases u includes all of f, and v1 = u: of first order.
///
/// If posing the rows again leads nowhere, as when bodies turn by a radian or more in the step, the
/// rows of the start are used, with the free motion of bodies without joints: kinetic energy does
/// not grow, and `remove_depth` removes the remaining position errors.
void solve_jointed(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                   IslandTools& tools, IslandSolution& solution);

}  // namespace stiction
