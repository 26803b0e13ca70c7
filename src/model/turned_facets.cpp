#include "turned_facets.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "contact_answer.h"
#include "facet_angles.h"

namespace stiction {
namespace {

/// Pyramids of an island. In bins of 8 to 40 bodies Newton's method ends on the cone from 43,100 of
/// 47,200 answers of the first that are off it, and from 640 of 3,900 of the second; what more of
/// them add takes longer than the ladder.
constexpr int kMaxPasses = 2;
/// Facets that turn by less have settled, rad.
constexpr double kSettledTurn = 1e-9;

double spacing_of(int directions) { return 2 * std::numbers::pi / directions; }

/// Turns the facets to where the last candidate says that friction points: against the slip where a
/// single facet carries it; along the friction where two do, or where the contact sticks. Returns
/// the largest turn of a contact that carries friction, rad.
double turn_to_friction(const ContactProblem& problem, const ContactSolution& candidate,
                        int directions, std::vector<double>& angles) {
  double largest = 0;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec2 friction = candidate.impulses[c].tail<2>();
    const Vec2 slip = calc_contact_velocity(problem.contacts[c], candidate.velocities).tail<2>();
    const bool is_sliding = slip.norm() > kStickingSlip * problem.velocity_scale;
    double angle = angles[c];
    if (!friction.isZero(0) &&
        (!is_sliding || loads_two_facets(friction, angle, spacing_of(directions)))) {
      angle = angle_of(friction);
    } else if (is_sliding) {
      angle = angle_of(-slip);
    }
    if (!friction.isZero(0)) {
      const double turn = std::remainder(angle - angles[c], 2 * std::numbers::pi);
      largest = std::max(largest, std::abs(turn));
    }
    angles[c] = angle;
  }
  return largest;
}

}  // namespace

bool TurnedFacets::pivot(CoulombSearch& search, ConeFinish& finish) {
  const bool is_known = search.remember();
  if (!search.enter(Rung::pivots, is_known)) return false;
  search.start_facets();
  if (!pyramid_.pose_columns(search)) return false;
  for (int pass = 0; pass < kMaxPasses && search.has_effort_left(); ++pass) {
    if (pass > 0) {
      turn_columns(search);
      search.enter(Rung::pivots, search.is_warm());
      ++search.statistics().passes;
    }
    if (!pyramid_.solve_columns(search, is_known || pass > 0)) return false;
    if (search.consider(false)) {
      // Newton's method on the angles converges quadratically: one more turn takes what an accepted
      // answer is still off the cone to round-off.
      const bool is_off = search.best().residual.cone_angle > kSettledTurn;
      if (!is_off || turn_columns(search) == 0) return true;
      ++search.statistics().passes;
      if (pyramid_.solve_columns(search, true)) search.consider(false);
      return true;
    }
    if (search.enter(Rung::finish, search.is_warm()) && finish.run(search)) return true;
  }
  return false;
}

/// Turns the facets by Newton's method on their angles or, where that is not defined, to the
/// friction and slip of the last candidate. Returns the largest turn, rad.
double TurnedFacets::turn_columns(CoulombSearch& search) {
  FacetAnswer& found = search.found;
  double largest = 0;
  bool is_newton = pyramid_.lloyd().calc_facet_turns(turns_);
  turns_.resize(found.angles.size());  // Rows beyond contacts have no facets to be turned.
  for (const double turn : turns_) largest = std::max(largest, std::abs(turn));
  search.statistics().factorisations += is_newton;
  is_newton = is_newton && largest <= kMaxNewtonTurn && largest > 0;
  const std::vector<double> before = found.angles;
  const int d = pyramid_.directions();
  if (!is_newton) {
    largest = turn_to_friction(search.problem(), search.candidate(), d, found.angles);
  }
  for (int c = 0; c < static_cast<int>(before.size()); ++c) {
    double turn = is_newton ? turns_[c] : found.angles[c] - before[c];
    if (!is_newton) {  // Facets are alike: the nearest one goes there, and carries the friction.
      const double steps = std::round(turn / spacing_of(d));
      turn -= steps * spacing_of(d);
      const int facet = ((static_cast<int>(steps) % d) + d) % d;
      ContactBasis& basis = found.basis.contacts[c];
      if (basis.lambda) basis.phi = std::uint64_t{1} << facet;
    }
    found.angles[c] = before[c] + turn;
    if (turn != 0) pyramid_.columns().turn_facets(c, turn);
  }
  return largest;
}

bool TurnedFacets::solve_pyramids(CoulombSearch& search, ConeFinish& finish) {
  if (!search.enter(Rung::pyramids, false) || !pyramid_.fits(search.problem())) return false;
  search.start_facets();
  for (int pass = 0; pass < kMaxPasses && search.has_effort_left(); ++pass) {
    if (pass > 0) {
      turn_to_friction(search.problem(), search.candidate(), pyramid_.directions(),
                       search.found.angles);
      ++search.statistics().passes;
    }
    const LcpStatus status = pyramid_.solve_standard(search);
    if (search.consider(false) || finish.run(search)) return true;
    if (status != LcpStatus::solved) return false;
  }
  return false;
}

}  // namespace stiction
