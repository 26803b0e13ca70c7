#include "canonical_impulses.h"

#include <cmath>

namespace stiction {
namespace {

/// Contacts that part slower than this, in units of V, are closed.
constexpr double kClosedSpeed = 1e-8;
constexpr double kRankThreshold = 1e-11;

double diagonal(const Delassus& delassus, int c, int component) {
  return delassus.W(3 * c + component, 3 * c + component);
}

}  // namespace

void CanonicalImpulses::choose(const ContactProblem& problem, const Delassus& delassus,
                               const ContactSolution& solution, std::vector<Vec3>& impulses) {
  contacts_.clear();
  directions_.clear();
  values_.clear();
  impulses = solution.impulses;
  for (int c = 0; c < static_cast<int>(problem.contacts.size()); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, solution.velocities);
    if (contact.prior_normal_impulse > 0 || u.x() > kClosedSpeed * problem.velocity_scale) continue;
    const Vec3& r = solution.impulses[c];
    const bool slides = u.tail<2>().norm() > kClosedSpeed * problem.velocity_scale;
    if (slides || contact.friction == 0) {
      Vec3 direction = Vec3::UnitX();
      if (slides) direction.tail<2>() = -contact.friction * u.tail<2>().normalized();
      add_unknown(delassus, c, direction, r.x());
      continue;
    }
    for (int k = 0; k < 3; ++k) add_unknown(delassus, c, Vec3::Unit(k), r[k]);
  }
  if (contacts_.empty()) return;

  const int k = static_cast<int>(contacts_.size());
  const int n = static_cast<int>(delassus.W.rows());
  response_.resize(n, k);
  for (int j = 0; j < k; ++j) {
    response_.col(j) = delassus.W.middleCols<3>(3 * contacts_[j]) * directions_[j];
  }
  const Eigen::Map<const Eigen::VectorXd> y(values_.data(), k);
  const Eigen::VectorXd wanted = response_ * y;
  factors_.setThreshold(kRankThreshold);
  factors_.compute(response_);
  const Eigen::VectorXd least = factors_.solve(wanted);
  for (const int c : contacts_) impulses[c].setZero();
  for (int j = 0; j < k; ++j) impulses[contacts_[j]] += least[j] * directions_[j];
}

/// Scaled so that equal values are equal loads.
void CanonicalImpulses::add_unknown(const Delassus& delassus, int c, const Vec3& direction,
                                    double value) {
  const int component = direction.x() != 0 ? 0 : (direction.y() != 0 ? 1 : 2);
  const double scale = 1 / std::sqrt(diagonal(delassus, c, component));
  contacts_.push_back(c);
  directions_.push_back(direction * scale);
  values_.push_back(value / scale);
}

}  // namespace stiction
