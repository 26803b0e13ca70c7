#pragma once

// The ratio test of `LloydPivoting`: which variable blocks the driving one.

#include <algorithm>
#include <array>
#include <cstdint>

#include "lloyd_kernel_impl.h"

namespace stiction::lloyd {

/// Step 0: z_0 rises until no variable is negative; the last one to become zero blocks.
template <class Scalar>
bool LloydPivoting<Scalar>::find_first_blocking(Variable& blocking, Scalar& step,
                                                Scalar& slope) const {
  step = Scalar(-1);
  const auto consider = [&](Scalar value, Scalar rise, Kind kind, int c, int j) {
    if (!(value < Scalar(0)) || !(rise > Scalar(0)) || !(-value > step * rise)) return;
    step = -value / rise;
    slope = rise;
    blocking = {kind, c, j};
  };
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
    const Contact& contact = contacts_[c];
    if (contact.bilateral) continue;
    if (contact.theta) {
      consider(contact.theta_v, contact.theta_d, Kind::theta, c, 0);
    } else {
      consider(nu_[c], dnu_[c] + c_nu_[c], Kind::nu, c, 0);
    }
    if (!contact.friction) continue;
    if (contact.lambda) {
      consider(contact.lambda_v, contact.lambda_d, Kind::lambda, c, 0);
    } else {
      consider(contact.gamma_v, contact.gamma_d, Kind::gamma, c, 0);
    }
    for (int k = contact.lambda && contact.num_phi == 1 ? 1 : 0; k < contact.num_phi; ++k) {
      consider(contact.phi_v[k], contact.phi_d[k], Kind::phi, c, contact.phi[k]);
    }
    for (int j = 0; j < num_directions_; ++j) {
      if (find_phi(contact, j) < contact.num_phi) continue;
      consider(along(j, u_[c]) + contact.lambda_v,
               along(j, du_[c]) + contact.lambda_d + c_sigma(c, j), Kind::sigma, c, j);
    }
  }
  return step >= Scalar(0);
}

/// The ratio test (18) in two passes after Harris: the bound that small violations allow, then the
/// largest pivot within it, z_0 before all others. The first pass keeps what is within the bound so
/// far.
template <class Scalar>
bool LloydPivoting<Scalar>::find_blocking(Variable driving, Variable& blocking, Scalar& step,
                                          Scalar& slope) {
  candidates_.clear();
  least_pivot_ = std::max(Scalar(rules_.pivot_threshold) * column_max_, Scalar(1e-13));
  bound_ = Scalar(1e30);
  if (z0_basic_) collect(z0_v_, z0_d_, Kind::z0, -1, 0);
  const int nu_r = has_w_r_ && w_r_.kind == Kind::nu ? w_r_.contact : -1;
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
    const Scalar fall = dnu_[c] + c_nu_[c] * z0_d_;
    if (!(fall < -least_pivot_)) continue;
    const Scalar value = nu_[c] + c_nu_[c] * z0_v_;
    if (value > bound_ * -fall || contacts_[c].theta || c == nu_r) continue;
    if (contacts_[c].bilateral) continue;
    collect(value, fall, Kind::nu, c, 0);
  }
  for (const int c : active_) collect_contact(c, driving);
  return choose_candidate(blocking, step, slope);
}

template <class Scalar>
inline void LloydPivoting<Scalar>::collect(Scalar value, Scalar slope, Kind kind, int c, int j) {
  if (!(slope < -least_pivot_)) return;
  const Scalar positive = std::max(value, Scalar(0));
  if (positive > bound_ * -slope) return;
  candidates_.push_back({positive, slope, {kind, c, j}});
  bound_ = std::min(bound_, (positive + Scalar(rules_.tie_width)) / -slope);
}

template <class Scalar>
void LloydPivoting<Scalar>::collect_contact(int c, Variable driving) {
  const Contact& contact = contacts_[c];
  if (contact.bilateral) return;
  if (contact.theta) collect(contact.theta_v, contact.theta_d, Kind::theta, c, 0);
  if (!contact.friction) return;
  int first_phi = 0;
  if (contact.lambda) {
    collect(contact.lambda_v, contact.lambda_d, Kind::lambda, c, 0);
    // Appendix C: the last phi of a sliding contact stays, unless another one enters.
    const bool another_enters = driving.kind == Kind::phi && driving.contact == c;
    first_phi = contact.num_phi == 1 && !another_enters ? 1 : 0;
  } else if (!(has_w_r_ && w_r_.contact == c && w_r_.kind == Kind::gamma)) {
    collect(contact.gamma_v, contact.gamma_d, Kind::gamma, c, 0);
  }
  for (int k = first_phi; k < contact.num_phi; ++k) {
    collect(contact.phi_v[k], contact.phi_d[k], Kind::phi, c, contact.phi[k]);
  }
  collect_sigma(c);
}

/// The sigma of a contact, unless none of them can be within the bound.
template <class Scalar>
void LloydPivoting<Scalar>::collect_sigma(int c) {
  const Contact& contact = contacts_[c];
  const Rows& u = u_[c];
  const Rows& du = du_[c];
  const Scalar fall = magnitude(du[1]) + magnitude(du[2]) + magnitude(contact.lambda_d) +
                      contact.c_sigma_most * magnitude(z0_d_);
  const Scalar least =
      contact.lambda_v + contact.c_sigma_least * z0_v_ - magnitude(u[1]) - magnitude(u[2]);
  if (fall < least_pivot_ || least > bound_ * fall) return;
  std::uint64_t skip = 0;
  for (int k = 0; k < contact.num_phi; ++k) skip |= std::uint64_t{1} << contact.phi[k];
  if (has_w_r_ && w_r_.contact == c && w_r_.kind == Kind::sigma) {
    skip |= std::uint64_t{1} << w_r_.direction;
  }
  const Scalar* covering = c_sigma_.data() + at(c, 0);
  std::array<Scalar, 64> slope, value;  // apart from the decisions, for the sake of vector units
  for (int j = 0; j < num_directions_; ++j) {
    slope[j] = along(j, du) + (contact.lambda_d + covering[j] * z0_d_);
    value[j] = along(j, u) + (contact.lambda_v + covering[j] * z0_v_);
  }
  for (int j = 0; j < num_directions_; ++j) {
    if (!(slope[j] < -least_pivot_) || value[j] > bound_ * -slope[j]) continue;
    if (!(skip >> j & 1)) collect(value[j], slope[j], Kind::sigma, c, j);
  }
}

template <class Scalar>
bool LloydPivoting<Scalar>::choose_candidate(Variable& blocking, Scalar& step,
                                             Scalar& slope) const {
  const Candidate* chosen = nullptr;
  for (const Candidate& candidate : candidates_) {
    if (candidate.value > bound_ * -candidate.slope) continue;
    if (candidate.variable.kind == Kind::z0) {  // It stands first, and is taken before all others.
      chosen = &candidate;
      break;
    }
    if (!chosen || candidate.slope < chosen->slope) chosen = &candidate;
  }
  if (!chosen) return false;
  slope = chosen->slope;
  step = chosen->value / -slope;
  blocking = chosen->variable;
  return true;
}

}  // namespace stiction::lloyd
