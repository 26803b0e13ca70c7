#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <vector>

#include "cone_problem.h"

namespace stiction {

/// Turns the first facets (rad, one a contact; of no meaning in plane problems) against the slip of
/// contacts that carry no impulse.
void point_against_slip(const ConeProblem& problem, std::vector<double>& angles);

/// Turns facets, which are `spacing` apart (rad), to what the impulses r say. Facets are alike: the
/// nearest one goes against the slip where a single one carries the friction, else along the
/// friction.
void align_facets(const ConeProblem& problem, const Eigen::VectorXd& r, double spacing,
                  std::vector<double>& angles);

/// Shakes the facets by at most `range`, rad; reproducibly.
void perturb_facets(double range, std::uint64_t seed, std::vector<double>& angles);

/// The largest difference, rad.
double largest_turn(const std::vector<double>& from, const std::vector<double>& to);

}  // namespace stiction
