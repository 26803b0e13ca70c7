#pragma once

#include <functional>
#include <optional>
#include <span>

#include "end_conditions.h"
#include "island_course.h"

namespace stiction {

struct IslandSolution;
struct IslandTools;

/// Whether viscosity damps the island's slip over the whole step (`ContactModel::damps_slip`), so
/// that it cannot be split in two.
bool is_damped(const StepView& view, const Island& island, const ContactModel& model);

/// Whether the island is one to be followed with second order: small, and a body of it moves by
/// itself at the start or with v+ (one a body of the island, or none), faster than a thousandth of
/// what gravity gives it in the step. What rests is solved once, at the level of velocities; so is
/// what is damped.
bool moves_with_second_order(const StepView& view, const Island& island, const ContactModel& model,
                             std::span<const Vec6> end_velocities);

/// How long a leg should be that begins with these velocities, one a body of the island, s: view.h
/// if it is to be as it is.
using ChooseLeg = std::function<double(std::span<const Vec6> start_velocities)>;

/// Follows an island for view.h seconds with second order, as RATTLE does joints (Andersen 1983),
/// under the laws of contact:
///
///  1. impulses at the start, along the rows there, such that the exact free motion behind them
///     meets the conditions at the end: gaps are not negative, 0 where an impulse acts, and
///     friction opposes the slip at the start, or of what all but sticks there, or turns round by
///     the middle of the step, the mean of the slip at the start and at the end;
///  2. impulses at the end, along the rows there, such that the velocities meet them.
///
/// Each carries half of the force of a contact that lasts, and friction is bounded in each. That
/// it opposes the slip at the start in the first half and at the end in the second is the
/// trapezoidal rule for its direction: where that turns, the mean slip in the first half would be
/// of first order. Laws whose bounds are not Coulomb's cone go by the mean slip, as along one axis
/// of them a contact may stick while it slips along the other. A step of one solve that moves with
/// v+ is of first order whichever rows it takes: what rolls or pivots loses (h w)^2/2 of its energy
/// in each.
///
/// Adds to the course, and to the solution's `ends` where the bodies are then (`motion`, with v+).
/// The time that was followed, s: with `stops` it is less than view.h where a contact ceases to
/// slip within it, whatever follows, or a part of it where the step is too coarse: it gains energy,
/// or the conditions at the end are not reached; nothing is moved then, and a shorter step should
/// end there. 0 where bodies meet in this step, or a corner comes down where another bore: impacts
/// come first. Empty, and as with 0 nothing but effort is booked, where second order is not to be
/// had: bodies turn by more than a radian, go over to other facets, meet what was not posed, the
/// conditions at the end are not reached in a short step, much energy is gained, or a problem was
/// left unsolved.
///
/// Who may `choose` looks along the way itself for what is met: the exact free motion behind the
/// velocities at its start. Then what overlaps at the end is no reason for 0, what touches there
/// and did not bear is left to be hit, and nothing is moved unless the length that is chosen is
/// view.h.
std::optional<double> follow_with_second_order(const StepView& view, const Island& island,
                                               bool stops, IslandTools& tools, IslandCourse& course,
                                               IslandSolution& solution,
                                               const ChooseLeg& choose = {});

}  // namespace stiction
