#include "newton_round.h"

#include "group_law.h"

namespace stiction {
namespace {

/// R of Newton's equation in units of 1 / compliance. The next round has to remove 1e-7 of the
/// velocity that an impulse makes; a stiffer R loses that many digits in the factor.
constexpr double kNewtonStiffness = 1e7;
/// Refinements of its solution: without them D's large elements leave 1e-6 in the momentum.
constexpr int kNewtonRefinements = 2;

}  // namespace

void NewtonRound::start(IslandSystem& system, const Rows& r) {
  system_ = &system;
  has_factor_ = false;
  r_ = r;
  system.calc_velocities(r_, v_);
  z_.resize(r.size());
  D_.resize(r.size());
  g_.resize(r.size());
  states_.assign(r.size(), -1);
}

void NewtonRound::find_points() {
  system_->calc_relative(v_, u_);
  for (int c = 0; c < system_->num_groups(); ++c) {
    z_[c] = calc_natural_point(system_->group(c), r_[c], u_[c]);
  }
}

int NewtonRound::choose_states() {
  int num_changes = 0;
  for (int c = 0; c < system_->num_groups(); ++c) {
    const int state = find_group_state(system_->group(c), z_[c]);
    num_changes += state != states_[c];
    states_[c] = state;
  }
  return num_changes;
}

int NewtonRound::find_step() {
  bool is_symmetric = true;
  for (int c = 0; c < system_->num_groups(); ++c) {
    const double R = system_->proximal_mass(c, kNewtonStiffness);
    const LinearModel model =
        linearise_group(system_->group(c), states_[c], r_[c], u_[c], z_[c], R);
    D_[c] = model.D;
    g_[c] = model.g;
    is_symmetric = is_symmetric && model.is_symmetric;
  }
  const int sign = system_->factor(D_, is_symmetric);
  has_factor_ = sign != 0;
  if (!has_factor_) return 0;
  system_->calc_imbalance(r_, v_, b_);
  return system_->solve(b_, g_, kNewtonRefinements, dv_, du_, dr_) ? sign : 0;
}

void NewtonRound::move(double share) {
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += share * dv_[i];
  for (std::size_t c = 0; c < r_.size(); ++c) r_[c] += share * dr_[c];
}

Vec3 NewtonRound::calc_point_change(int c) const {
  return calc_natural_point(system_->group(c), dr_[c], du_[c]);
}

bool NewtonRound::respond(const std::vector<Vec6>& momenta, Rows& dr) {
  if (!has_factor_) return false;
  g_.assign(g_.size(), Vec3::Zero());
  return system_->solve(momenta, g_, kNewtonRefinements, dv_, du_, dr);
}

}  // namespace stiction
