#include "cone_problem.h"

#include <stiction/model/pyramid.h>

#include <cstddef>

namespace stiction {

void CondensedCone::pose(const ContactProblem& problem) {
  calc_delassus(problem, delassus);
  const PyramidUnits units = natural_units(problem, delassus);
  impulse_unit = units.mass * units.velocity;
  const auto n = static_cast<Eigen::Index>(problem.contacts.size());
  cone.dimension = 3;
  cone.W = units.mass * delassus.W;
  cone.q = delassus.u_free / units.velocity;
  cone.mu.resize(n);
  prior.resize(n);
  for (Eigen::Index c = 0; c < n; ++c) {
    const ContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(c)];
    cone.mu[c] = contact.friction;
    prior[c] = contact.prior_normal_impulse / impulse_unit;
  }
}

Eigen::VectorXd CondensedCone::scaled(const std::vector<Vec3>& impulses) const {
  Eigen::VectorXd r(3 * static_cast<Eigen::Index>(impulses.size()));
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    r.segment<3>(3 * static_cast<Eigen::Index>(c)) = impulses[c] / impulse_unit;
  }
  return r;
}

void CondensedCone::unscale(const Eigen::VectorXd& r, std::vector<Vec3>& impulses) const {
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    impulses[c] = impulse_unit * r.segment<3>(3 * static_cast<Eigen::Index>(c));
  }
}

}  // namespace stiction
