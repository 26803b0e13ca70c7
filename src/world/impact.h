#pragma once

#include <stiction/contact/contact_problem.h>

#include <functional>
#include <vector>

#include "contact_posing.h"

namespace stiction {

/// Answers a contact problem of some of an island's contacts, given by their places in its list;
/// guesses may be none.
using ContactSolve = std::function<void(const ContactProblem&, std::span<const ContactGuess>,
                                        std::span<const std::size_t>, ContactSolution&)>;

/// What an impact within the step does to an island, one entry per contact or body of it.
struct Impact {
  std::vector<Vec3> impulses;  ///< of both phases, contact frame, N s, on body a
  std::vector<ContactState> states;
  std::vector<char> rebounds;        ///< contacts that restitution drives apart
  std::vector<Vec6> velocities;      ///< of the bodies after it
  std::vector<double> row_impulses;  ///< of both phases, of the rows of the problem it is part of
};

/// Slower approaches are no impacts, and have no restitution, m/s: 0.01 m/s or twice what gravity
/// gives in a step.
double least_impact_speed(const StepView& view);

/// The island's contacts that take part in an impact at the start of the step, as places in its
/// list; none where restitution acts on no contact: e > 0, the bodies approach at the start of the
/// step faster than `least_impact_speed`, and they meet within the step.
std::vector<std::size_t> select_bouncing(const StepView& view, const Island& island);

/// The speed of separation up to which a contact does not rebound, m/s; it has no restitution then.
using LeastRebound = std::function<double(const FoundContact&)>;

/// The impact of the contacts at these places by Poisson's law in two phases, on the velocities at
/// the start of the step, without forces and gaps (Anitescu and Potra 1997, section 4; Lloyd 2004
/// has none):
///
///  1. compression: no approach at any of the contacts; impulses theta_c;
///  2. restitution: e theta_c at every contact is given, what else is needed against renewed
///     approach is solved for; friction leans on both, |f| <= mu (theta + e theta_c).
///
/// Rows beyond contacts act as far as they do so at once: those that are neither soft nor boxed.
/// With equal e and without friction no energy is gained; with friction or several contacts
/// Poisson's law may put some in, in rare geometries: then all e are smaller by one factor, found
/// to 1/32, with which it does not.
Impact solve_impact(const StepView& view, const Island& island, const ContactProblem& problem,
                    std::span<const std::size_t> selected, const LeastRebound& least_rebound,
                    const ContactSolve& solve);

/// Turns the problem of the step's forces into the one after an impact: it starts from the
/// velocities after it, and contacts that rebound must not approach again (instead of the gap
/// condition). Were they to keep their speed of separation, whatever is in the way of bodies that
/// fly apart would be pushed as by a piston (two bodies in a corner went from 17 to 295 J).
void start_from_impact(const StepView& view, const Island& island, const Impact& impact,
                       ContactProblem& problem);

}  // namespace stiction
