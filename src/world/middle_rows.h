#pragma once

#include "island_phase.h"
#include "island_solution.h"

namespace stiction {

/// Puts the island half-way through the step that was solved with the rows of its start: contacts,
/// arms and inertias are those of the poses after h/2 with v+, gaps stay those at the start. With
/// rows J of the middle, the impulses do the work of r . J (v* + v+)/2 along the way h v+, so that
/// at closed contacts a step does not add energy; rows of the start add (h w)^2/2 of it, which for
/// a rod that rolls about its axis is more than there is. What the first solve found is remembered
/// for the second. A contact that is not found there keeps its rows.
///
/// False where no contact that carries load turns noticeably: those of a ball that rolls on a plane
/// do not.
bool put_half_way(const StepView& view, const Island& island, const IslandSolution& solution,
                  ManifoldList& manifolds, IslandPhase& middle);

/// Turns the velocities that were found half-way to where the step starts: spins are those of the
/// body's frame, and bodies move on by v+ from there. Hands over the contacts.
void turn_back(const StepView& view, const Island& island, IslandPhase& middle,
               IslandSolution& solution);

}  // namespace stiction
