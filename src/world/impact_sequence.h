#pragma once

#include <cstddef>
#include <vector>

#include "island_ways.h"
#include "next_touch.h"

namespace stiction {

class ContactModel;
struct IslandSolution;
struct IslandTools;

/// Memory of `solve_through_impacts`, one a thread.
struct ImpactSequenceTools {
  IslandWaysTools ways;
  IslandPhase held;             ///< of the contacts of a part those that it is solved with
  std::vector<double> touches;  ///< when contacts of each pair of shapes close, s; infinity: never
  std::vector<int> meetings;    ///< of each body of the island
  std::vector<HeldContact> analysed;  ///< those at the end of the step that were asked about
  NextTouchTools touch;
  std::vector<ContactKey> grazing;  ///< to be held ahead, in no order
  // With joints, one a body of the world, of those of the island and what they touch:
  std::vector<BodyMotion> ends;  ///< at the end of the leg
  std::vector<Vec6> velocities;  ///< along it
};

/// Solves an island for a step in which bodies meet, each impact at its time: bodies follow their
/// paths to the first one, the law of impact (see `solve_impact`) acts there on all contacts that
/// touch what is struck, with their arms as they are then, and so on. Between the impacts, bodies
/// that no contact holds fly along the exact path of constant forces, and those that are held go
/// the way of a solve of the rest of the step (`solve_forces`), of which they get the share that
/// they take. One or two bodies go, where that is to be had, with second order to the touch on that
/// very way: what bears is at its gap there, and what comes down together is hit together. What an
/// impact does not reach, by contacts that touch or are held, goes on as it did.
///
/// Bodies of joints are led by solves that hold the joints where each leg ends, at a touch or with
/// the step, all of the island at once; there, and among more than eight bodies, contacts that will
/// not rebound are held before they close, with their gaps, so that only rebounds are met at their
/// time.
///
/// A rebound that would end within h/10, or among more than eight bodies (1 - e) h, or with joints
/// within h, is none: the contact rests. Contacts with gaps of up to `kTouchingGap` are hit at
/// once, those with larger gaps one after the other. A body that has met 16 things, or whose part
/// the forces lead nowhere since they close what just parts, has no restitution for the rest of the
/// step. Where that is a body of an island with joints, or impacts reached too much of a large
/// island, what is left of the step is solved without restitution, all contacts at once. A
/// `first_leg` above 0, s, is one that was found to be followed with second order. Sets the
/// solution's `contacts` and `ends`; its impulses are the sums.
void solve_through_impacts(const StepView& view, const Island& island, double first_leg,
                           bool keep_problem, IslandTools& tools, IslandSolution& solution);

/// The same for an island that was not solved well for the whole step: nothing is solved for more
/// than `most_leg` seconds at once. Ends, the solution of no use, with the first solve that fails,
/// or that holds joints as they are at its start where it may not.
void solve_in_pieces(const StepView& view, const Island& island, double most_leg,
                     bool may_hold_at_start, bool keep_problem, IslandTools& tools,
                     IslandSolution& solution);

}  // namespace stiction
