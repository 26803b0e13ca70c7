#include "cone_problem.h"

#include <stiction/model/pyramid.h>

#include <algorithm>
#include <cstddef>

namespace stiction {

void CondensedCone::pose(const ContactProblem& problem) {
  problem_ = &problem;
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
  cone.lower.resize(cone.q.size() - 3 * n);
  cone.upper.resize(cone.lower.size());
  get_row_bounds(problem, impulse_unit, cone.lower, cone.upper);
}

Eigen::VectorXd CondensedCone::scaled(const std::vector<Vec3>& impulses,
                                      const std::vector<double>& row_impulses) const {
  const auto n = static_cast<Eigen::Index>(impulses.size());
  Eigen::VectorXd r(cone.q.size());
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    r.segment<3>(3 * static_cast<Eigen::Index>(c)) = impulses[c] / impulse_unit;
  }
  for (std::size_t i = 0; i < row_impulses.size(); ++i) {
    r[3 * n + static_cast<Eigen::Index>(i)] =
        row_impulses[i] / (problem_->rows[i].length * impulse_unit);
  }
  return r;
}

void CondensedCone::unscale(const Eigen::VectorXd& r, std::vector<Vec3>& impulses,
                            std::vector<double>& row_impulses) const {
  const auto n = static_cast<Eigen::Index>(impulses.size());
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    impulses[c] = impulse_unit * r.segment<3>(3 * static_cast<Eigen::Index>(c));
  }
  for (std::size_t i = 0; i < row_impulses.size(); ++i) {
    const ContactProblem::Row& row = problem_->rows[i];
    row_impulses[i] = std::clamp(
        impulse_unit * row.length * r[3 * n + static_cast<Eigen::Index>(i)], row.lower, row.upper);
  }
}

void get_row_bounds(const ContactProblem& problem, double impulse_unit,
                    Eigen::Ref<Eigen::VectorXd> lower, Eigen::Ref<Eigen::VectorXd> upper) {
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const ContactProblem::Row& row = problem.rows[i];
    lower[static_cast<Eigen::Index>(i)] = row.lower / (row.length * impulse_unit);
    upper[static_cast<Eigen::Index>(i)] = row.upper / (row.length * impulse_unit);
  }
}

}  // namespace stiction
