#pragma once

#include <stiction/contact/contact_problem.h>

#include <functional>
#include <vector>

#include "contact_posing.h"

namespace stiction {

/// Solves a contact problem of some of an island's contacts, given by their indices in its list;
/// there may be no guesses.
using ContactSolve = std::function<void(const ContactProblem&, std::span<const ContactGuess>,
                                        std::span<const std::size_t>, ContactSolution&)>;

/// The result of an impact within the step for an island, one entry per contact or body of it.
struct Impact {
  std::vector<Vec3> impulses;  ///< of both phases, contact frame, N s, on body a
  std::vector<ContactState> states;
  std::vector<char> rebounds;    ///< contacts that restitution drives apart
  std::vector<Vec6> velocities;  ///< of the bodies after the impact
  /// of both phases, for the rows of the problem that the impact is part of
  std::vector<double> row_impulses;
};

/// Slower approaches are not impacts, and have no restitution, m/s: 0.01 m/s or twice what gravity
/// adds in a step.
double least_impact_speed(const StepView& view);

/// Returns the island's contacts that take part in an impact at the start of the step, as indices
/// in its list. Empty if restitution acts on no contact; it acts if e > 0, the bodies approach at
/// the start of the step faster than `least_impact_speed`, and they meet within the step.
std::vector<std::size_t> select_bouncing(const StepView& view, const Island& island);

/// The separation speed up to which a contact does not rebound, m/s; it then has no restitution.
using LeastRebound = std::function<double(const FoundContact&)>;

/// Solves the impact of the contacts at these indices by Poisson's law in two phases, on the
/// velocities at the start of the step, without forces and gaps (Anitescu and Potra 1997, section
/// 4; Lloyd 2004 has none):
///
///  1. compression: no approach at any of the contacts; impulses theta_c;
///  2. restitution: e theta_c at every contact is given, and the impulses needed against renewed
///     approach are solved for; friction leans on both, |f| <= mu (theta + e theta_c).
///
/// Only rows beyond contacts that act instantaneously take part: those that are neither soft nor
/// boxed. With equal e and without friction no energy is gained. With friction or several contacts
/// Poisson's law may add energy, in rare geometries: then all e are reduced by one factor, found to
/// 1/32, with which it does not.
Impact solve_impact(const StepView& view, const Island& island, const ContactProblem& problem,
                    std::span<const std::size_t> selected, const LeastRebound& least_rebound,
                    const ContactSolve& solve);

/// Turns the problem of the step's forces into the one after an impact: it starts from the
/// velocities after the impact, and contacts that rebound must not approach again (instead of the
/// gap condition). If they had to keep their separation speed, anything in the way of the
/// rebounding bodies would be pushed as by a piston (two bodies in a corner went from 17 to 295 J).
void start_from_impact(const StepView& view, const Island& island, const Impact& impact,
                       ContactProblem& problem);

}  // namespace stiction
