#include "canonical_impulses.h"

#include <cmath>

namespace stiction {
namespace {

/// Contacts that part slower than this, in units of V, are closed.
constexpr double kClosedSpeed = 1e-8;

/// The length of a contact's column along a direction: the root of its diagonal entry of W.
double column_length(const ContactColumns& columns, int c, const Vec3& direction) {
  const double* rows = columns.left_of(c);
  double sum = 0;
  for (int i = 0; i < columns.stride(); i += 4) {
    const double entry =
        direction.x() * rows[i] + direction.y() * rows[i + 1] + direction.z() * rows[i + 2];
    sum += entry * entry;
  }
  return std::sqrt(sum);
}

}  // namespace

void CanonicalImpulses::choose(const ContactProblem& problem, const ContactColumns& columns,
                               const ContactSolution& solution, const std::vector<Vec3>& near_to,
                               std::vector<Vec3>& impulses) {
  space_.start(columns);
  values_.clear();
  chosen_.clear();
  impulses = solution.impulses;
  const double closed = kClosedSpeed * problem.velocity_scale;
  for (int c = 0; c < static_cast<int>(problem.contacts.size()); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, solution.velocities);
    if (contact.prior_normal_impulse > 0 || u.x() > closed) continue;
    const Vec3& r = solution.impulses[c];
    if (u.tail<2>().norm() > closed || contact.friction == 0) {
      Vec3 direction = Vec3::UnitX();
      if (contact.friction > 0) direction.tail<2>() = -contact.friction * u.tail<2>().normalized();
      add_unknown(columns, c, direction, r.x(), near_to[c].x());
      continue;
    }
    for (int k = 0; k < 3; ++k) add_unknown(columns, c, Vec3::Unit(k), r[k], near_to[c][k]);
  }
  if (space_.size() == 0 || !space_.factor()) return;
  effect_.assign(columns.dimension, 0.0);
  space_.apply(values_, effect_);
  space_.move_to(effect_, chosen_);
  for (int i = 0; i < space_.size(); ++i) impulses[space_.contact(i)].setZero();
  for (int i = 0; i < space_.size(); ++i) {
    const auto& d = space_.direction(i);
    impulses[space_.contact(i)] += chosen_[i] * Vec3(d[0], d[1], d[2]);
  }
}

/// Scaled to columns of length one, so that equal values are equal loads.
void CanonicalImpulses::add_unknown(const ContactColumns& columns, int c, const Vec3& direction,
                                    double value, double near_to) {
  Vec3 component = Vec3::Zero();
  const int k = direction.x() != 0 ? 0 : (direction.y() != 0 ? 1 : 2);
  component[k] = 1;
  const double scale = 1 / column_length(columns, c, component);
  if (!std::isfinite(scale)) return;
  space_.add(c, {scale * direction.x(), scale * direction.y(), scale * direction.z()});
  values_.push_back(value / scale);
  chosen_.push_back(near_to / scale);
}

}  // namespace stiction
