#pragma once

#include <cstddef>
#include <vector>

#include "island_ways.h"
#include "next_touch.h"

namespace stiction {

class ContactModel;
struct IslandSolution;
struct IslandTools;

/// Memory of `solve_through_impacts`, one per thread.
struct ImpactSequenceTools {
  IslandWaysTools ways;
  IslandPhase held;             ///< the contacts that a part is solved with
  std::vector<double> touches;  ///< when contacts of each pair of shapes close, s; infinity: never
  std::vector<int> meetings;    ///< per body of the island
  /// contacts held at the end of the step, if analyses were requested
  std::vector<HeldContact> analysed;
  NextTouchTools touch;
  std::vector<ContactKey> grazing;  ///< contacts to hold in advance, unordered
  // With joints, one per body of the world, for those of the island and those it touches:
  std::vector<BodyMotion> ends;  ///< at the end of the leg
  std::vector<Vec6> velocities;  ///< along it
};

/// Solves an island for a step in which bodies meet, with each impact at its time. Bodies follow
/// their paths to the first impact, where the law of impact (see `solve_impact`) acts on all
/// contacts that touch the struck bodies, with their arms at that time; then to the next one, and
/// so on. Between impacts, bodies that no contact holds fly along the exact path of constant
/// forces. Held bodies follow a solve of the rest of the step (`solve_forces`) for the share of it
/// that passes until the next impact. Where possible, one or two bodies move with second order up
/// to the touch on that very path: supporting contacts are at their gap there, and contacts that
/// come down together are hit together. Bodies that an impact does not reach, through contacts that
/// touch or are held, continue as before.
///
/// An island with joints is solved as a whole, with its joints held at the end of each leg, which
/// is a touch or the end of the step. There, and among more than eight bodies, contacts that will
/// not rebound are held before they close, with their gaps, so that only rebounds are met at their
/// time.
///
/// A rebound ends in rest if it would end within h/10, or within (1 - e) h among more than eight
/// bodies, or within h with joints. Contacts with gaps of up to `kTouchingGap` are hit
/// simultaneously, those with larger gaps one after the other. A body has no restitution for the
/// rest of the step after 16 meetings, or if the forces on its part close a contact at once that
/// has just opened. If that body belongs to an island with joints, or if impacts reached too much
/// of a large island, the rest of the step is solved without restitution, all contacts at once. A
/// `first_leg` above 0, s, is one that second order is known to be able to follow. Sets the
/// solution's `contacts` and `ends`; its impulses are the sums.
void solve_through_impacts(const StepView& view, const Island& island, double first_leg,
                           bool keep_problem, IslandTools& tools, IslandSolution& solution);

/// The same for an island that could not be solved well for the whole step: each solve covers at
/// most `most_leg` seconds. Ends, with an unusable solution, at the first solve that fails, or that
/// holds joints as they are at its start although it may not.
void solve_in_pieces(const StepView& view, const Island& island, double most_leg,
                     bool may_hold_at_start, bool keep_problem, IslandTools& tools,
                     IslandSolution& solution);

}  // namespace stiction
