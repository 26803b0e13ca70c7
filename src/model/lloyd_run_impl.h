#pragma once

// Lemke's algorithm in `LloydPivoting`: its loop, the driving direction, and contacts that become
// active.

#include <algorithm>

#include "lloyd_values_impl.h"

namespace stiction::lloyd {

/// Slips above this, in units of V, are clear enough for a contact to start sliding.
inline constexpr double kClearSlip = 0.1;
/// Values more negative than this mean that a pivot has spoiled q'.
inline constexpr double kSpoiled = 1e-6;
/// Covering entries of the friction rows of a contact that becomes active, against 1 for the
/// others: measured, it saves a fifth of the pivots of long stacks.
inline constexpr double kFrictionCovering = 3;
/// Appendix D sets covering entries so that sigma is at least zero; this factor keeps it off zero.
inline constexpr double kCoveringReserve = 1.2;
/// A contact that would need a larger one slides from its start, where that is allowed.
inline constexpr double kLargeCovering = 1e3;

template <class Scalar>
End LloydPivoting<Scalar>::run(int& pivots) {
  if (most_negative() >= Scalar(-rules_.tie_width)) return End::complementary;
  if (!has_inverse_) {
    rebuild_lists();
    if (!invert_kernel(false)) return End::broken;
  }
  if (needs_warm_covering_) choose_warm_covering();
  Variable driving{Kind::z0, -1, 0};
  while (true) {
    if (driving.kind == Kind::theta) activate(driving.contact);
    calc_kernel_direction(driving);
    spread_direction(driving);
    Variable blocking;
    Scalar step(0), slope(0);
    const bool is_blocked = driving.kind == Kind::z0
                                ? find_first_blocking(blocking, step, slope)
                                : find_blocking(driving, blocking, step, slope);
    if (!is_blocked) return End::ray;
    if (!(step < Scalar(1e30))) return End::broken;
    if (driving.kind == Kind::phi && contacts_[driving.contact].num_phi == kMaxPhi) {
      return End::broken;  // Appendix B, in its weaker form after a warm start
    }
    if (pivots >= rules_.pivot_limit) return End::limit;
    if (!spend_pivots(1)) return End::limit;
    ++pivots;
    advance(driving, step);
    is_fresh_ = false;
    pivot(driving, blocking, slope);
    // Section 5.2: its rank is at most that of the columns, and one each for z_0 and a gamma row
    // w_r.
    if (static_cast<int>(zs_.size()) > columns_->dimension + 2) return End::broken;
    kernel_max_ = std::max(kernel_max_, static_cast<int>(zs_.size()));
    if (driving.kind == Kind::lambda && contacts_[driving.contact].num_phi == 0) {
      return End::broken;  // Appendix C
    }
    if (blocking.kind == Kind::z0) return End::complementary;
    if (!repair_drift()) return End::broken;
    driving = complement(blocking);
  }
}

/// The equations of the kernel hold by construction; what is off shows the errors of its inverse.
template <class Scalar>
bool LloydPivoting<Scalar>::repair_drift() {
  if (calc_kernel_error() <= Scalar(kDrift)) return true;
  evaluate();
  correct();
  if (!(calc_kernel_error() <= Scalar(kDrift)) && !refactor()) return false;
  return most_negative() >= Scalar(-kSpoiled);
}

/// Section 5.3: the friction rows of a contact enter before its theta does, so that z_0 cannot
/// leave with them unchecked. Appendix D: their covering entries keep sigma >= 0. Where the slip is
/// clear, lambda and phi_x become basic at once, x the direction that opposes it most; with zeros
/// as covering entries that changes no velocity.
template <class Scalar>
void LloydPivoting<Scalar>::activate(int c) {
  Contact& contact = contacts_[c];
  if (contact.friction || contact.mu == Scalar(0)) return;
  contact.friction = true;
  list(c);
  measure_contact(c);
  int x = 0;
  Scalar least(0);
  for (int j = 0; j < num_directions_; ++j) {
    const Scalar slip = along(j, u_[c]);
    if (slip < least) {
      least = slip;
      x = j;
    }
  }
  const Scalar needed = -least / z0_v_ * Scalar(kCoveringReserve);
  const bool slides = least < Scalar(-kClearSlip) || !(needed <= Scalar(kLargeCovering));
  if (rules_.slide_activation && slides) {
    contact.lambda = true;
    contact.num_phi = 1;
    contact.phi[0] = x;
    contact.z_phi[0] = contact.w_sigma[0] = -1;
    contact.c_gamma = Scalar(0);
    set_covering_friction(c, Scalar(0));
    contact.lambda_v = -least;
    contact.phi_v[0] = Scalar(0);
    return;
  }
  contact.c_gamma = Scalar(kFrictionCovering) * random_entry();
  set_covering_friction(c, std::max(needed, Scalar(kFrictionCovering) * random_entry()));
  contact.gamma_v = contact.c_gamma * z0_v_ + contact.prior;
}

/// The kernel's share of m' (20, 21): -K^-1 of the driving column, or a column of K^-1.
template <class Scalar>
void LloydPivoting<Scalar>::calc_kernel_direction(Variable driving) {
  const int r = static_cast<int>(zs_.size());
  dz_.assign(r, Scalar(0));
  if (!driving.is_z()) {
    for (int i = 0; i < r; ++i) dz_[i] = inverse_(i, w_r_at_);
    return;
  }
  if (driving.kind == Kind::lambda) {  // E of (8): 1 in each sigma row of the contact
    const Contact& contact = contacts_[driving.contact];
    for (int i = 0; i < r; ++i) {
      for (int k = 0; k < contact.num_phi; ++k) dz_[i] -= inverse_(i, contact.w_sigma[k]);
    }
    return;
  }
  if (driving.kind == Kind::z0) {
    calc_covering_velocity();
    multiply_rows(covering_velocity_);
    for (std::size_t i = 0; i < ws_.size(); ++i) b_[i] += row_of(ws_[i]).covering;
    for (int i = 0; i < r; ++i) dz_[i] = -inverse_.row_times(i, b_.data());
    return;
  }
  work_.clear();
  work_.add(right_of(driving.contact), driving.contact, column_of(driving));
  multiply_rows(work_);
  for (int i = 0; i < r; ++i) {
    const Scalar* row = inverse_.row(i);
    Scalar sum(0);
    for (const int j : nonzero_) sum += row[j] * b_[j];
    dz_[i] = -sum;
  }
}

/// From the kernel's share of m' to all of it: (38), (41) and (33).
template <class Scalar>
void LloydPivoting<Scalar>::spread_direction(Variable driving) {
  if (driving.kind == Kind::theta) list(driving.contact);
  z0_d_ = Scalar(driving.kind == Kind::z0 ? 1 : 0);
  if (z0_basic_) z0_d_ = dz_[z0_at_];
  column_max_ = magnitude(z0_d_);
  for (const Scalar& entry : dz_) column_max_ = std::max(column_max_, magnitude(entry));
  velocity_.clear();
  for (const int c : active_) spread_contact(c, driving);
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
    if (contacts_[c].friction) {
      du_[c] = velocity_.dot(left_of(c), c);
      dnu_[c] = du_[c][0];
      column_max_ = std::max({column_max_, magnitude(du_[c][1]), magnitude(du_[c][2])});
    } else {
      dnu_[c] = velocity_.dot_normal(normals_of(c), c);
    }
    column_max_ = std::max(column_max_, magnitude(dnu_[c]));
  }
  for (const int c : active_) {
    Contact& contact = contacts_[c];
    if (!contact.lambda) continue;
    contact.lambda_d = -along(contact.phi[0], du_[c]) - c_sigma(c, contact.phi[0]) * z0_d_;
  }
  if (driving.kind == Kind::lambda) contacts_[driving.contact].lambda_d = Scalar(1);
}

/// The slopes of theta, phi and gamma of one contact, and their part of the velocity's.
template <class Scalar>
void LloydPivoting<Scalar>::spread_contact(int c, Variable driving) {
  Contact& contact = contacts_[c];
  const bool drives = driving.contact == c;
  contact.theta_d = contact.z_theta >= 0 ? dz_[contact.z_theta] : Scalar(0);
  if (drives && driving.kind == Kind::theta) contact.theta_d = Scalar(1);
  Scalar x(0), y(0), sum(0);
  if (drives && driving.kind == Kind::phi) {
    sum = Scalar(1);
    x = cosine_[driving.direction];
    y = sine_[driving.direction];
  }
  for (int k = contact.lambda ? 1 : 0; k < contact.num_phi; ++k) {
    const Scalar slope = dz_[contact.z_phi[k]];
    contact.phi_d[k] = slope;
    sum += slope;
    x += slope * cosine_[contact.phi[k]];
    y += slope * sine_[contact.phi[k]];
  }
  const Scalar slack = contact.mu * contact.theta_d - sum + contact.c_gamma * z0_d_;
  if (contact.lambda) {
    contact.phi_d[0] = slack;
    x += slack * cosine_[contact.phi[0]];
    y += slack * sine_[contact.phi[0]];
  } else {
    contact.gamma_d = slack;
  }
  if (contact.theta_d != Scalar(0) || x != Scalar(0) || y != Scalar(0)) {
    velocity_.add(right_of(c), c, {contact.theta_d, x, y});
  }
}

template <class Scalar>
void LloydPivoting<Scalar>::advance(Variable driving, Scalar step) {
  z0_v_ += step * z0_d_;
  total_velocity_.add(velocity_, step);
  for (std::size_t c = 0; c < nu_.size(); ++c) nu_[c] += step * dnu_[c];
  for (const int c : active_) {
    Contact& contact = contacts_[c];
    if (contact.friction) {
      for (int k = 1; k < 3; ++k) u_[c][k] += step * du_[c][k];
    }
    contact.theta_v += step * contact.theta_d;
    for (int k = 0; k < contact.num_phi; ++k) contact.phi_v[k] += step * contact.phi_d[k];
    contact.lambda_v += step * contact.lambda_d;
    contact.gamma_v += step * contact.gamma_d;
    if (contact.lambda) contact.gamma_v = Scalar(0);
  }
  if (driving.kind != Kind::phi) return;
  // Where `enter` will look for it, also if another phi of the contact leaves.
  Contact& contact = contacts_[driving.contact];
  contact.phi_v[contact.num_phi] = step;
}

}  // namespace stiction::lloyd
