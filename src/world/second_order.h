#pragma once

#include <functional>
#include <optional>
#include <span>

#include "end_conditions.h"
#include "island_course.h"

namespace stiction {

struct IslandSolution;
struct IslandTools;

/// True if viscosity damps the island's slip over the whole step (`ContactModel::damps_slip`), so
/// that the step cannot be split in two.
bool is_damped(const StepView& view, const Island& island, const ContactModel& model);

/// True if the island should be followed with second order: it is small, and one of its bodies
/// moves by itself, at the start or with v+ (one per body of the island, or none), faster than a
/// thousandth of the speed that gravity gives it in the step. Resting islands are solved once, at
/// the velocity level; so are damped ones.
bool moves_with_second_order(const StepView& view, const Island& island, const ContactModel& model,
                             std::span<const Vec6> end_velocities);

/// Returns the length, s, of a leg that starts with these velocities, one per body of the island;
/// view.h leaves it as it is.
using ChooseLeg = std::function<double(std::span<const Vec6> start_velocities)>;

/// Follows an island for view.h seconds with second order, as RATTLE does joints (Andersen 1983),
/// under the laws of contact:
///
///  1. impulses at the start, along the rows there, such that the exact free motion after them
///     meets the conditions at the end: gaps are not negative, 0 where an impulse acts, and
///     friction opposes the slip at the start; at a contact that nearly sticks there, or whose
///     slip has reversed by the middle of the step, it opposes the mean of the slips at start and
///     end;
///  2. impulses at the end, along the rows there, such that the velocities meet the conditions.
///
/// Each carries half of the force of a lasting contact, and friction is bounded in each. Opposing
/// the slip at the start in the first half and that at the end in the second is the trapezoidal
/// rule for the direction of friction: if the direction turns, using the mean slip in the first
/// half would be of first order. Laws whose bounds are not Coulomb's cone use the mean slip, since
/// a contact may stick along one of their axes while it slips along the other. A step of one solve
/// that moves with v+ is of first order whichever rows it uses: rolling or pivoting bodies lose
/// (h w)^2/2 of their energy in each.
///
/// Adds to the course and to the solution's `ends`, whose `motion` becomes that at the end, with
/// v+. Returns the time followed, s:
///
///  - view.h, as a rule;
///  - less, with `stops`, if a contact ceases to slip within the step, whatever follows, or if the
///    step is too coarse (it gains energy, or misses the conditions at the end): nothing is moved
///    then, and a shorter step should end at this time;
///  - 0 if bodies meet in this step, or a corner comes down where another bore load: impacts come
///    first. Nothing is booked but effort;
///  - empty, likewise, if second order is impossible: bodies turn by more than a radian, move to
///    other facets, meet something that was not posed, miss the conditions at the end even in a
///    short step, gain much energy, or a problem was left unsolved.
///
/// With `choose`, the caller determines what is met along the way, which is the exact free motion
/// after the velocities at its start. Then overlap at the end is no reason for 0, new contacts that
/// touch there are left to be hit (but for those beyond a seam of flush tiles that take over), and
/// nothing is moved unless the chosen length is view.h.
std::optional<double> follow_with_second_order(const StepView& view, const Island& island,
                                               bool stops, IslandTools& tools, IslandCourse& course,
                                               IslandSolution& solution,
                                               const ChooseLeg& choose = {});

}  // namespace stiction
