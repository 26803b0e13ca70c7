#include "canonical_impulses.h"

#include <algorithm>

#include "contact_answer.h"

namespace stiction {
namespace {

/// Stiffness of an open direction, in units of the reciprocal of its own diagonal of H^T M^-1 H:
/// the largest that leaves the factor enough digits.
constexpr double kOpenStiffness = 1e7;
constexpr int kChoiceRounds = 3;
constexpr int kChoiceRefinements = 2;

/// The impulse along the cone's edge against the slip, with a normal part of 1.
Vec3 direction_of_slip(const ContactProblem::Contact& contact, const ContactSolution& solution) {
  const Vec3 u = calc_contact_velocity(contact, solution.velocities);
  Vec3 direction = Vec3::UnitX();
  direction.tail<2>() = -contact.friction * u.tail<2>().normalized();
  return direction;
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

Mat3 CanonicalImpulses::stiffness(const ContactProblem& problem, const ContactSolution& solution,
                                  OpenImpulse open, int c) const {
  Mat3 D = Mat3::Zero();
  if (open == OpenImpulse::none) return D;
  D(0, 0) = kOpenStiffness * island_.groups[c].mass;
  if (open == OpenImpulse::all) {
    D.diagonal() = kOpenStiffness * island_.calc_block(c).diagonal().cwiseInverse();
  }
  if (open == OpenImpulse::slip) {
    const Vec3 direction = direction_of_slip(problem.contacts[c], solution);
    D = D(0, 0) * direction * direction.transpose();
  }
  return D;
}

void CanonicalImpulses::choose(const ContactProblem& problem, const std::vector<OpenImpulse>& open,
                               const ContactSolution& solution, const std::vector<Vec3>& near_to,
                               std::vector<Vec3>& impulses, Effort& effort,
                               ContactStatistics& statistics) {
  impulses = solution.impulses;
  // The velocities determine the impulse of a single contact.
  const auto num_open = std::ssize(open) - std::ranges::count(open, OpenImpulse::none);
  if (num_open <= 1 || !effort.spend(effort.unit())) return;
  ++statistics.factorisations;
  // Every contact has three rows here, whatever its law.
  const std::vector<TangentLaw> laws(open.size(), TangentLaw::held);
  make_island_problem(problem, laws, island_);
  system_.set_problem(island_);

  join_impulses(problem, impulses, solution.row_impulses, r_);
  D_.assign(r_.size(), Mat3::Zero());
  no_push_.assign(r_.size(), Vec3::Zero());
  for (std::size_t c = 0; c < open.size(); ++c) {
    D_[c] = stiffness(problem, solution, open[c], static_cast<int>(c));
    if (open[c] == OpenImpulse::all) r_[c] = near_to[c];
    if (open[c] == OpenImpulse::normal) r_[c].x() = near_to[c].x();
    if (open[c] == OpenImpulse::slip) {
      r_[c] = near_to[c].x() * direction_of_slip(problem.contacts[c], solution);
    }
  }
  if (!system_.factor(D_, true)) return;
  for (int round = 0; round < kChoiceRounds; ++round) {
    system_.calc_imbalance(r_, solution.velocities, b_);
    if (!system_.solve(b_, no_push_, kChoiceRefinements, dv_, du_, dr_)) return;
    for (std::size_t c = 0; c < r_.size(); ++c) r_[c] += dr_[c];
  }
  std::copy_n(r_.begin(), impulses.size(), impulses.begin());
}

}  // namespace stiction
