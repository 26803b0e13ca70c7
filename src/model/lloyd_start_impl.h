#pragma once

// Where `LloydPivoting` starts: the problem, its memory, the first basis and the covering vector.

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "lloyd_kernel_impl.h"

namespace stiction::lloyd {

/// Kernels above this many rows get their memory as they grow.
inline constexpr std::size_t kLargeKernel = 800;
/// Entries of the covering vector where a remembered basis is feasible.
inline constexpr double kSmallCovering = 0.02;

template <class Scalar>
void LloydPivoting<Scalar>::load(const ContactColumns& columns) {
  columns_ = &columns;
  stride_ = columns.stride();
  num_directions_ = columns.num_directions();
  const auto& right = columns.right.empty() ? columns.left : columns.right;
  if constexpr (std::is_same_v<Scalar, double>) {
    left_ = columns.left.data();
    right_ = right.data();
  } else {
    left_store_.assign(columns.left.begin(), columns.left.end());
    right_store_.assign(right.begin(), right.end());
    left_ = left_store_.data();
    right_ = right_store_.data();
  }
  normals_.resize(columns.left.size() / 4);
  for (std::size_t i = 0; i < normals_.size(); ++i) normals_[i] = columns.left[4 * i];
  cosine_.resize(num_directions_);
  sine_.resize(num_directions_);
  for (int j = 0; j < num_directions_; ++j) {
    cosine_[j] = columns.directions[j][0];
    sine_[j] = columns.directions[j][1];
  }
  const std::size_t n = columns.contacts.size();
  contacts_.resize(n);
  nu_.resize(n);
  dnu_.resize(n);
  u_.resize(n);
  du_.resize(n);
  c_nu_.resize(n);
  c_sigma_.resize(n * num_directions_);
  total_velocity_.resize(columns);
  velocity_.resize(columns);
  work_.resize(columns);
  covering_velocity_.resize(columns);
  kernel_max_ = 0;
  reserve();
}

/// Memory for the largest kernel that the problem can have (section 5.2), so that a solve takes
/// none. Very large ones are left to grow as they are needed.
template <class Scalar>
void LloydPivoting<Scalar>::reserve() {
  const std::size_t n = contacts_.size();
  const std::size_t r = std::min<std::size_t>(columns_->dimension, 3 * n) + 3;
  active_.reserve(n);
  candidates_.reserve(n * (num_directions_ + 4) + 1);
  for (auto* list : {&zs_, &ws_, &old_zs_, &old_ws_}) list->reserve(r);
  for (auto* list : {&b_, &dz_, &row_, &a_, &row_size_}) list->reserve(r);
  for (auto* list : {&nonzero_, &rows_left_, &columns_left_, &pivot_rows_, &pivot_columns_}) {
    list->reserve(r);
  }
  if (r > kLargeKernel) return;
  inverse_.reserve(static_cast<int>(r), static_cast<int>(r));
  kernel_.reserve(r * r);
}

template <class Scalar>
Scalar LloydPivoting<Scalar>::random_entry() {  // splitmix64
  std::uint64_t x = random_state_ += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return Scalar(1.0 + rules_.covering_spread * (static_cast<double>(x >> 11) * 0x1p-53));
}

template <class Scalar>
void LloydPivoting<Scalar>::list(int c) {
  if (contacts_[c].listed) return;
  contacts_[c].listed = true;
  active_.push_back(c);
}

template <class Scalar>
void LloydPivoting<Scalar>::set_covering_friction(int c, Scalar value) {
  std::fill_n(c_sigma_.begin() + at(c, 0), num_directions_, value);
  contacts_[c].c_sigma_least = contacts_[c].c_sigma_most = value;
}

template <class Scalar>
void LloydPivoting<Scalar>::reset_contact(int c) {
  const ContactColumns::Contact& source = columns_->contacts[c];
  Contact& contact = contacts_[c];
  contact.theta = contact.bilateral = source.bilateral;
  contact.friction =
      !source.bilateral && source.friction > 0 && (!rules_.reduced || source.prior_bound > 0);
  contact.lambda = contact.listed = false;
  contact.num_phi = 0;
  contact.z_theta = contact.w_nu = -1;
  contact.mu = source.friction;
  contact.prior = source.prior_bound;
  contact.theta_v = contact.theta_d = contact.lambda_v = contact.lambda_d = Scalar(0);
  contact.gamma_v = contact.gamma_d = Scalar(0);
  c_nu_[c] = source.bilateral ? Scalar(0) : random_entry();
  if (!contact.friction && !contact.bilateral) return;
  list(c);
  contact.c_gamma = random_entry();
  set_covering_friction(c, random_entry());
}

template <class Scalar>
void LloydPivoting<Scalar>::reset(const Rules& rules) {
  rules_ = rules;
  needs_warm_covering_ = false;
  random_state_ = rules.seed;
  num_factorisations_ = 0;
  z0_basic_ = has_w_r_ = false;
  w_r_at_ = -1;
  z0_v_ = Scalar(0);
  active_.clear();
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) reset_contact(c);
}

template <class Scalar>
bool LloydPivoting<Scalar>::start_cold(const Rules& rules) {
  reset(rules);
  rebuild_lists();
  inverse_.resize(0, 0);
  has_inverse_ = true;
  if (!zs_.empty() && !invert_kernel(true)) return false;
  evaluate();
  if (!zs_.empty()) correct();
  return true;
}

template <class Scalar>
bool LloydPivoting<Scalar>::start_warm(const LloydBasis& basis, const Rules& rules) {
  const bool is_empty =
      std::all_of(basis.contacts.begin(), basis.contacts.end(),
                  [](const ContactBasis& known) { return known == ContactBasis{}; });
  if (is_empty) return false;
  reset(rules);
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
    Contact& contact = contacts_[c];
    const ContactBasis& known = basis.contacts[c];
    if (contact.bilateral || (!known.theta && !known.lambda && known.phi == 0)) continue;
    list(c);
    contact.theta = known.theta;
    contact.friction = contact.mu > Scalar(0);
    if (!contact.friction) continue;
    for (int j = 0; j < num_directions_ && contact.num_phi < kMaxPhi; ++j) {
      if (known.phi >> j & 1) {
        contact.phi_v[contact.num_phi] = Scalar(0);
        contact.phi[contact.num_phi++] = j;
      }
    }
    contact.lambda = known.lambda && contact.num_phi > 0;
  }
  rebuild_lists();
  if (!factor_kernel()) {  // It has lost its regularity: what is left of it.
    rebuild_lists();
    if (!invert_kernel(true)) return false;
  }
  evaluate();
  correct();
  needs_warm_covering_ = true;
  return true;
}

/// A covering vector that is about 1 where the remembered basis is infeasible and small elsewhere,
/// in terms of that basis, c'; in terms of the problem it is c_w = c'_w - M c'_z.
template <class Scalar>
void LloydPivoting<Scalar>::choose_warm_covering() {
  const auto entry = [&](Scalar value) {
    return random_entry() * Scalar(value < Scalar(0) ? 1.0 : kSmallCovering);
  };
  work_.clear();
  for (const int c : active_) {
    Contact& contact = contacts_[c];
    if (contact.bilateral) continue;
    const Scalar theta = contact.theta ? entry(contact.theta_v) : Scalar(0);
    Scalar x(0), y(0), sum(0);
    for (int k = 0; k < contact.num_phi; ++k) {
      const Scalar phi = entry(contact.phi_v[k]);
      sum += phi;
      x += phi * cosine_[contact.phi[k]];
      y += phi * sine_[contact.phi[k]];
    }
    const Scalar gamma = contact.friction && !contact.lambda ? entry(contact.gamma_v) : Scalar(0);
    contact.c_gamma = gamma - contact.mu * theta + sum;
    work_.add(right_of(c), c, {theta, x, y});
  }
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) spread_warm_covering(c);
}

/// The rows of nu and sigma of the above, from the velocity of c'_z in work_.
template <class Scalar>
void LloydPivoting<Scalar>::spread_warm_covering(int c) {
  const auto entry = [&](Scalar value) {
    return random_entry() * Scalar(value < Scalar(0) ? 1.0 : kSmallCovering);
  };
  Contact& contact = contacts_[c];
  if (contact.bilateral) return;
  const Rows du = work_.dot(left_of(c), c);
  c_nu_[c] = (contact.theta ? Scalar(0) : entry(nu_[c])) - du[0];
  if (!contact.friction) return;
  const Scalar lambda = contact.lambda ? entry(contact.lambda_v) : Scalar(0);
  Scalar least(0);
  for (int j = 0; j < num_directions_; ++j) {
    least = std::min(least, along(j, u_[c]) + contact.lambda_v);
  }
  const Scalar sigma = entry(least);
  for (int j = 0; j < num_directions_; ++j) c_sigma(c, j) = sigma - along(j, du) - lambda;
  for (int k = 0; k < contact.num_phi; ++k) c_sigma(c, contact.phi[k]) -= sigma;
  const auto first = c_sigma_.begin() + at(c, 0);
  const auto [low, high] = std::minmax_element(first, first + num_directions_);
  contact.c_sigma_least = *low;
  contact.c_sigma_most = std::max(magnitude(*low), magnitude(*high));
}

}  // namespace stiction::lloyd
