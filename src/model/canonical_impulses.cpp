#include "canonical_impulses.h"

#include <cmath>

#include "contact_answer.h"

namespace stiction {
namespace {

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

bool is_closed(const ContactProblem& problem, const Vec3& velocity) {
  return velocity.x() <= kClosedSpeed * problem.velocity_scale;
}

bool slips(const ContactProblem& problem, const Vec3& velocity) {
  return velocity.tail<2>().norm() > kClosedSpeed * problem.velocity_scale;
}

std::vector<OpenImpulse> open_impulses(const ContactProblem& problem,
                                       const ContactSolution& solution) {
  std::vector<OpenImpulse> open;
  for (const ContactProblem::Contact& contact : problem.contacts) {
    const Vec3 u = calc_contact_velocity(contact, solution.velocities);
    if (contact.prior_normal_impulse > 0 || !is_closed(problem, u)) {
      open.push_back(OpenImpulse::none);
    } else if (contact.friction == 0) {
      open.push_back(OpenImpulse::normal);
    } else {
      open.push_back(slips(problem, u) ? OpenImpulse::slip : OpenImpulse::all);
    }
  }
  return open;
}

void CanonicalImpulses::add_unknowns(const ContactProblem& problem, OpenImpulse open,
                                     const ContactColumns& columns, int c,
                                     const ContactSolution& solution, const Vec3& near_to) {
  const Vec3& r = solution.impulses[c];
  if (open == OpenImpulse::normal) {
    add_unknown(columns, c, Vec3::UnitX(), r.x(), near_to.x());
  } else if (open == OpenImpulse::slip) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, solution.velocities);
    Vec3 direction = Vec3::UnitX();
    direction.tail<2>() = -contact.friction * u.tail<2>().normalized();
    add_unknown(columns, c, direction, r.x(), near_to.x());
  } else if (open == OpenImpulse::all) {
    for (int k = 0; k < 3; ++k) add_unknown(columns, c, Vec3::Unit(k), r[k], near_to[k]);
  }
}

void CanonicalImpulses::choose(const ContactProblem& problem, const std::vector<OpenImpulse>& open,
                               const ContactColumns& columns, const ContactSolution& solution,
                               const std::vector<Vec3>& near_to, std::vector<Vec3>& impulses,
                               Effort& effort, ContactStatistics& statistics) {
  space_.start(columns);
  values_.clear();
  chosen_.clear();
  impulses = solution.impulses;
  for (int c = 0; c < static_cast<int>(problem.contacts.size()); ++c) {
    add_unknowns(problem, open[c], columns, c, solution, near_to[c]);
  }
  if (space_.size() == 0) return;
  ++statistics.factorisations;
  if (!space_.factor(effort)) return;
  effect_.assign(columns.dimension, 0.0);
  space_.apply(values_, effect_);
  space_.move_to(effect_, chosen_);
  for (int i = 0; i < space_.size(); ++i) {
    const int c = space_.contact(i);
    impulses[c].x() = 0;
    if (open[c] != OpenImpulse::normal) impulses[c].setZero();
  }
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
