#include "cone_finish.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "contact_answer.h"

namespace stiction {
namespace {

/// Contacts slower than this, in units of V, stand still: the rest is round-off.
constexpr double kStillSpeed = 1e-9;
/// Most contacts for which Newton's path is tried; it takes a round for each change of a state.
/// With limits up to 60 or 150 bins of 20 to 80 bodies take as long, heaps of balls longer, because
/// the path meets folds. It was not measured with rows beyond contacts, and is not used there.
constexpr std::size_t kMostOnPath = 20;
/// A pyramid's friction that deviates from the cone by less than this angle (rad) is accepted as it
/// is.
constexpr double kAlignedAngle = 1e-9;

}  // namespace

bool ConeFinish::run(CoulombSearch& search) {
  const ContactProblem& problem = search.problem();
  FacetAnswer& found = search.found;
  Effort& effort = search.share_effort();
  if (!effort.spend(calc_judging_work(problem))) return false;
  join_impulses(problem, found.impulses, found.row_impulses, start_);
  const double before = effort.spent_units();
  best_.reset();
  finish_.run(pose(problem), start_, kSteadyResidual, effort, best_);
  if (best_.residual() > kAcceptedResidual && problem.contacts.size() <= kMostOnPath &&
      problem.rows.empty()) {
    path_.run(system_, start_, {kSteadyResidual, kAcceptedResidual}, effort, best_);
  }
  search.count_factorisations(effort.spent_units() - before);
  if (!std::isfinite(best_.residual())) return false;
  split_impulses(problem, best_.impulses(), found.impulses, found.row_impulses);
  found.has_basis = false;
  if (!search.consider(true)) return false;
  forget_motion(finish_, search);
  return true;
}

bool ConeFinish::run_from_pyramid(CoulombSearch& search) {
  const bool is_good = search.consider(false);
  if (is_good && search.best().residual.cone_angle <= kAlignedAngle) return true;
  return (search.enter(Rung::finish, search.is_warm()) && run(search)) || is_good;
}

SparseIslandSystem& ConeFinish::pose(const ContactProblem& problem) {
  if (!has_island_) {
    make_island_problem(problem, island_);
    system_.set_problem(island_);
    has_island_ = true;
  }
  return system_;
}

void ConeFinish::forget_motion(ExactFinish& finish, CoulombSearch& search) {
  const ContactProblem& problem = search.problem();
  const ContactSolution& best = search.best();
  if (!problem.rows.empty()) return;  // Such problems start from the answer's impulses as they are.
  const double still = std::max(kStillSpeed, search.calc_round_off(best));
  start_velocities_.clear();
  for (const ContactProblem::Body& body : problem.bodies) {
    start_velocities_.push_back(body.start_velocity);
  }
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (best.states[c] == ContactState::open) continue;
    const Vec3 u = calc_contact_velocity(problem.contacts[c], start_velocities_);
    if (u.lpNorm<Eigen::Infinity>() > still * problem.velocity_scale) return;
  }
  momenta_.clear();
  for (const ContactProblem::Body& body : problem.bodies) {
    Vec6& momentum = momenta_.emplace_back();
    momentum << -body.mass * body.start_velocity.head<3>(),
        -body.inertia * body.start_velocity.tail<3>();
  }
  // This solve reuses the factor and costs no more than a few passes over the contacts.
  if (!search.whole_effort().spend(calc_judging_work(problem))) return;
  if (!finish.respond(momenta_, changes_)) return;
  std::vector<Vec3>& next_guess = search.next_guess();
  next_guess = best.impulses;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    next_guess[c] = clipped(problem.contacts[c], best.impulses[c] + changes_[c]);
  }
}

}  // namespace stiction
