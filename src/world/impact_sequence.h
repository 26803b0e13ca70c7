#pragma once

#include <cstddef>
#include <vector>

#include "island_course.h"
#include "island_phase.h"
#include "next_touch.h"

namespace stiction {

struct IslandSolution;
struct IslandTools;

/// Memory of `solve_through_impacts`, one a thread.
struct ImpactSequenceTools {
  IslandPhase now, held;
  std::vector<FoundContact> pairs;
  std::vector<BodyPath> paths;  ///< one a body of the world
  // With joints, one a body of the world, of those of the island and what they touch:
  std::vector<BodyMotion> ends;  ///< at the end of the leg
  std::vector<Vec6> velocities;  ///< along it
  NextTouchTools touch;
  IslandCourse course;
};

/// Whether an island is small enough to be led through its impacts one by one.
bool can_be_led(const Island& island);

/// Whether by the solution with all contacts at once a body turns so fast while it is near another
/// that whether and how they meet has to be found out on their paths, even without restitution.
bool is_thrown_about(const StepView& view, const Island& island, const ContactModel& model,
                     const IslandSolution& solution);

/// Solves an island for a step in which bodies meet, each impact at its time: bodies follow their
/// paths to the first one, the law of impact (see `solve_impact`) acts there on all contacts of the
/// island that touch, with their arms as they are then, and so on. Between the impacts, bodies that
/// no contact holds fly along the exact path of constant forces, and those that are held go the way
/// of a solve of the rest of the step (`solve_forces`), of which they get the share that they take.
///
/// Bodies of joints are led by solves that hold the joints where each leg ends, at a touch or with
/// the step; there, and among more than eight bodies, contacts that will not rebound are held
/// before they close, with their gaps, so that only rebounds are met at their time.
///
/// A rebound that would end within h/10, there within h, is none: the contact rests. An impact
/// reaches what touches the bodies that are struck or is tied to them. Contacts with gaps of up to
/// `kTouchingGap` are hit at once, those with larger gaps one after the other. After 16 impacts
/// what is left of the step is solved without restitution, all contacts at once. Sets the
/// solution's `contacts` and `ends`; its impulses are the sums.
void solve_through_impacts(const StepView& view, const Island& island, bool keep_problem,
                           IslandTools& tools, IslandSolution& solution);

}  // namespace stiction
