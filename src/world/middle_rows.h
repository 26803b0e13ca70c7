#pragma once

#include "island_phase.h"
#include "island_solution.h"

namespace stiction {

/// Puts the island half-way through the step that was solved with the rows of its start: contacts,
/// arms and inertias are those of the poses after h/2 with v+; gaps stay those at the start. With
/// rows J of the middle, the impulses do the work r . J (v* + v+)/2 along the displacement h v+, so
/// that a step adds no energy at closed contacts; rows of the start add (h w)^2/2 of it, which for
/// a rod that rolls about its axis is more than it has. The first solve's result is remembered for
/// the second. A contact that is not found half-way keeps its rows.
///
/// Returns false if no contact that carries load turns noticeably: those of a ball that rolls on a
/// plane do not.
bool put_half_way(const StepView& view, const Island& island, const IslandSolution& solution,
                  ManifoldList& manifolds, IslandPhase& middle);

/// Turns the velocities found half-way back to where the step starts: spins belong to the body's
/// frame, and bodies move on by v+ from there. Hands over the contacts.
void turn_back(const StepView& view, const Island& island, IslandPhase& middle,
               IslandSolution& solution);

}  // namespace stiction
