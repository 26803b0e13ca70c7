#include "coulomb_law.h"

#include <stiction/contact/cone_residual.h>
#include <stiction/contact/coulomb_residual.h>

#include <cstddef>
#include <vector>

#include "facet_angles.h"
#include "island_pyramid.h"

namespace stiction {

ContactResidual CoulombLaw::judge(const ContactProblem& problem,
                                  const ContactSolution& solution) const {
  return has_true_cone() ? calc_cone_residual_parts(problem, solution)
                         : calc_coulomb_residual(problem, solution, options().directions);
}

PosedProblem CoulombLaw::pose(const ContactProblem& problem,
                              const ContactSolution& solution) const {
  std::vector<double> angles(problem.contacts.size(), 0.0);
  // With a facet along each friction impulse, an answer on the cone is also one on the pyramid.
  for (std::size_t c = 0; has_true_cone() && c < angles.size(); ++c) {
    const Vec2 friction = solution.impulses[c].tail<2>();
    if (!friction.isZero(0)) angles[c] = angle_of(friction);
  }
  return pose_as_pyramid(problem, solution, angles, options().directions);
}

}  // namespace stiction
