#pragma once

// The values of the variables of `LloydPivoting`: from the kernel's to all others, their errors,
// and the end of a run.

#include <algorithm>
#include <type_traits>

#include "lloyd_kernel_impl.h"

namespace stiction::lloyd {

/// Kernel equations that are off by more are repaired.
inline constexpr double kDrift = 1e-10;

/// From the kernel's variables to all others: phi_x (38), the velocity, lambda (41), gamma.
template <class Scalar>
void LloydPivoting<Scalar>::evaluate() {
  total_velocity_.clear();
  for (const int c : active_) {
    Contact& contact = contacts_[c];
    if (!contact.theta && contact.num_phi == 0) continue;
    Scalar x(0), y(0), sum(0);
    for (int k = contact.lambda ? 1 : 0; k < contact.num_phi; ++k) {
      sum += contact.phi_v[k];
      x += contact.phi_v[k] * cosine_[contact.phi[k]];
      y += contact.phi_v[k] * sine_[contact.phi[k]];
    }
    if (contact.lambda) {
      contact.phi_v[0] =
          contact.mu * contact.theta_v - sum + contact.c_gamma * z0_v_ + contact.prior;
      x += contact.phi_v[0] * cosine_[contact.phi[0]];
      y += contact.phi_v[0] * sine_[contact.phi[0]];
    }
    total_velocity_.add(right_of(c), c, {contact.theta_v, x, y});
  }
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) evaluate_contact(c);
  is_fresh_ = true;
}

/// u of a contact from the total velocity: all of it, or without friction rows its normal part.
template <class Scalar>
void LloydPivoting<Scalar>::measure_contact(int c) {
  const auto& u_free = columns_->contacts[c].u_free;
  if (!contacts_[c].friction) {
    nu_[c] = u_free[0] + total_velocity_.dot_normal(normals_of(c), c);
    return;
  }
  const Rows du = total_velocity_.dot(left_of(c), c);
  for (int k = 0; k < 3; ++k) u_[c][k] = u_free[k] + du[k];
  nu_[c] = u_[c][0];
}

template <class Scalar>
void LloydPivoting<Scalar>::evaluate_contact(int c) {
  Contact& contact = contacts_[c];
  measure_contact(c);
  if (contact.lambda) {
    contact.lambda_v = -along(contact.phi[0], u_[c]) - c_sigma(c, contact.phi[0]) * z0_v_;
  } else if (contact.friction) {
    Scalar sum(0);
    for (int k = 0; k < contact.num_phi; ++k) sum += contact.phi_v[k];
    contact.gamma_v = contact.mu * contact.theta_v - sum + contact.c_gamma * z0_v_ + contact.prior;
  }
}

/// The values of the kernel's w, which ought to be zero, into b_; the largest magnitude.
template <class Scalar>
Scalar LloydPivoting<Scalar>::calc_kernel_error() {
  b_.resize(ws_.size());
  Scalar largest(0);
  for (std::size_t i = 0; i < ws_.size(); ++i) {
    const Variable w = ws_[i];
    const Contact& contact = contacts_[w.contact];
    if (w.kind == Kind::gamma) {
      b_[i] = contact.gamma_v;
    } else if (w.kind == Kind::nu) {
      b_[i] = nu_[w.contact] + c_nu_[w.contact] * z0_v_;
    } else {
      b_[i] = along(w.direction, u_[w.contact]) + contact.lambda_v;
      if (z0_basic_) b_[i] += c_sigma(w.contact, w.direction) * z0_v_;
    }
    const Scalar size = magnitude(b_[i]);
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

/// One step of iterative refinement: z -= X w.
template <class Scalar>
void LloydPivoting<Scalar>::correct() {
  calc_kernel_error();
  if (!has_inverse_) solve_factored();
  for (int i = 0; i < static_cast<int>(zs_.size()); ++i) {
    const Scalar change = has_inverse_ ? -inverse_.row_times(i, b_.data()) : -b_[i];
    const Variable z = zs_[i];
    if (z.kind == Kind::z0) {
      z0_v_ += change;
    } else if (z.kind == Kind::theta) {
      contacts_[z.contact].theta_v += change;
    } else {
      Contact& contact = contacts_[z.contact];
      contact.phi_v[find_phi(contact, z.direction)] += change;
    }
  }
  evaluate();
}

template <class Scalar>
bool LloydPivoting<Scalar>::refactor() {
  rebuild_lists();
  if (!invert_kernel(false)) return false;
  evaluate();
  correct();
  return true;
}

/// The most negative basic variable; 0 if there is none.
template <class Scalar>
Scalar LloydPivoting<Scalar>::most_negative() const {
  Scalar least(0);
  const auto consider = [&](Scalar value) {
    if (!(value >= least)) least = value;
  };
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
    if (!contacts_[c].theta && !contacts_[c].bilateral) consider(nu_[c] + c_nu_[c] * z0_v_);
  }
  for (const int c : active_) {
    const Contact& contact = contacts_[c];
    if (contact.bilateral) continue;
    if (contact.theta) consider(contact.theta_v);
    if (!contact.friction) continue;
    consider(contact.lambda ? contact.lambda_v : contact.gamma_v);
    for (int k = 0; k < contact.num_phi; ++k) consider(contact.phi_v[k]);
    for (int j = 0; j < num_directions_; ++j) {
      if (find_phi(contact, j) < contact.num_phi) continue;
      consider(along(j, u_[c]) + contact.lambda_v + c_sigma(c, j) * z0_v_);
    }
  }
  return least;
}

/// Refines the kernel's variables until its equations hold to round-off.
template <class Scalar>
void LloydPivoting<Scalar>::refine() {
  constexpr int kRefinements = 3;
  const Scalar exact(std::is_same_v<Scalar, double> ? 1e-13 : 1e-16);
  Scalar error = calc_kernel_error();
  for (int i = 0; i < kRefinements && !(error <= exact); ++i) {
    correct();
    error = calc_kernel_error();
  }
}

template <class Scalar>
Scalar LloydPivoting<Scalar>::finish() {
  z0_v_ = Scalar(0);
  if (!is_fresh_) evaluate();
  refine();
  if (!(calc_kernel_error() <= Scalar(kDrift)) && refactor()) refine();
  clip();
  return calc_violation();
}

/// (theta, f_x, f_y), rounded to what is returned.
template <class Scalar>
std::array<double, 3> LloydPivoting<Scalar>::impulse_of(const Contact& contact) const {
  Scalar x(0), y(0);
  for (int k = 0; k < contact.num_phi; ++k) {
    x += contact.phi_v[k] * cosine_[contact.phi[k]];
    y += contact.phi_v[k] * sine_[contact.phi[k]];
  }
  return {static_cast<double>(contact.theta_v), static_cast<double>(x), static_cast<double>(y)};
}

/// Negative impulses, which are round-off now, become zero, and all are rounded to what is
/// returned; the velocities follow.
template <class Scalar>
void LloydPivoting<Scalar>::clip() {
  bool has_changed = !std::is_same_v<Scalar, double>;
  const auto clip_one = [&](Scalar& value) {
    has_changed |= value < Scalar(0);
    value = Scalar(static_cast<double>(std::max(value, Scalar(0))));
  };
  for (const int c : active_) {
    Contact& contact = contacts_[c];
    if (!contact.bilateral) clip_one(contact.theta_v);
    for (int k = 0; k < contact.num_phi; ++k) clip_one(contact.phi_v[k]);
  }
  if (!has_changed) return;
  total_velocity_.clear();
  for (const int c : active_) {
    const std::array<double, 3> impulse = impulse_of(contacts_[c]);
    total_velocity_.add(right_of(c), c,
                        {Scalar(impulse[0]), Scalar(impulse[1]), Scalar(impulse[2])});
  }
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) measure_contact(c);
}

/// How much the impulses violate eq. 8: min(nu, theta), min(sigma, phi) and min(gamma, lambda),
/// with lambda the largest slip against a direction, impulses in units of the contact's own mass.
/// From the values of theta and phi, the columns and nothing else.
template <class Scalar>
Scalar LloydPivoting<Scalar>::calc_violation() const {
  Scalar largest(0);
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
    const Scalar violation = calc_contact_violation(c);
    if (!(violation <= largest)) largest = violation;
  }
  return largest;
}

template <class Scalar>
Scalar LloydPivoting<Scalar>::calc_contact_violation(int c) const {
  const Contact& contact = contacts_[c];
  if (contact.bilateral) return magnitude(nu_[c]);
  // Without a bound for friction only nu >= 0 is left.
  if (!contact.friction && !contact.theta) return std::max(-nu_[c], Scalar(0));
  const Scalar response = normal_response(c);
  const auto violation_of = [&](Scalar velocity, Scalar impulse) {
    return magnitude(std::min(velocity, impulse * response));
  };
  Scalar largest = violation_of(nu_[c], contact.theta_v);
  if (!contact.friction) return largest;
  Scalar lambda(0);
  for (int j = 0; j < num_directions_; ++j) lambda = std::max(lambda, -along(j, u_[c]));
  Scalar gamma = contact.mu * contact.theta_v + contact.prior;
  for (int k = 0; k < contact.num_phi; ++k) {
    gamma -= contact.phi_v[k];
    const Scalar sigma = along(contact.phi[k], u_[c]) + lambda;
    const Scalar violation = violation_of(sigma, contact.phi_v[k]);
    if (!(violation <= largest)) largest = violation;
  }
  const Scalar violation = violation_of(lambda, gamma);
  return violation <= largest ? largest : violation;
}

/// W_nn of a contact.
template <class Scalar>
Scalar LloydPivoting<Scalar>::normal_response(int c) const {
  const Scalar* left = left_of(c);
  const Scalar* right = right_of(c);
  Scalar sum(0);
  for (int i = 0; i < stride_; i += 4) sum += left[i] * right[i];
  return sum;
}

/// After `finish`.
template <class Scalar>
void LloydPivoting<Scalar>::get_impulses(std::vector<std::array<double, 3>>& impulses) const {
  impulses.assign(contacts_.size(), {});
  for (const int c : active_) impulses[c] = impulse_of(contacts_[c]);
}

template <class Scalar>
void LloydPivoting<Scalar>::get_basis(LloydBasis& basis) const {
  basis.contacts.assign(contacts_.size(), {});
  for (const int c : active_) {
    const Contact& contact = contacts_[c];
    ContactBasis& kept = basis.contacts[c];
    kept = {contact.theta, contact.lambda, 0};
    for (int k = 0; k < contact.num_phi; ++k) kept.phi |= std::uint64_t{1} << contact.phi[k];
  }
}

}  // namespace stiction::lloyd
