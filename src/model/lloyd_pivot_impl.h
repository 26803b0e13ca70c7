#pragma once

// What a pivot of `LloydPivoting` does to the inverse of its kernel, and to its lists.

#include <algorithm>

#include "lloyd_kernel_impl.h"

namespace stiction::lloyd {

/// Exchanges `driving` and `blocking`, whose slope is the pivot m'_s: one rank-one change of the
/// inverse, rows and columns added and dropped.
template <class Scalar>
void LloydPivoting<Scalar>::pivot(Variable driving, Variable blocking, Scalar slope) {
  if (blocking.kind == Kind::phi && row_that_leaves(blocking) < 0) {
    if (contacts_[blocking.contact].num_phi > 1) {
      switch_phi_x(blocking.contact, 1);
    } else {
      append_phi_x(blocking.contact);
    }
  }
  calc_blocking_row(blocking);
  if (blocking.kind == Kind::lambda) restore_eliminated(blocking.contact);
  const int out_z = row_that_leaves(blocking);
  const Scalar inverse_slope = Scalar(1) / slope;
  for (Scalar& entry : row_) entry *= -inverse_slope;
  for (int i = 0; i < inverse_.rows(); ++i) {
    if (i != out_z && dz_[i] != Scalar(0)) inverse_.update_row(i, dz_[i], row_.data());
  }

  const int old_w_r_at = w_r_at_;
  const int in_w = blocking.is_z() ? -1 : append_blocking_w(driving, blocking, inverse_slope);
  const bool joins_kernel = driving.is_z() && driving.kind != Kind::lambda;
  const int in_z = joins_kernel ? insert_driving_z(driving, out_z, in_w, inverse_slope) : -1;
  leave(blocking);
  if (in_w >= 0) w_r_at_ = in_w;
  enter(driving, in_z, old_w_r_at);
  if (out_z >= 0 && in_z < 0) drop_z(out_z);
  if (driving.kind == Kind::lambda || (!driving.is_z() && blocking.is_z())) drop_w(old_w_r_at);
  const bool is_new_phi_x = driving.kind == Kind::phi && contacts_[driving.contact].lambda &&
                            contacts_[driving.contact].num_phi == 1;
  if (driving.kind == Kind::lambda || is_new_phi_x) eliminate(driving.contact);
}

/// The row of the pivoted matrix that belongs to `blocking`, over the kernel's w, into row_; where
/// it is no z of the kernel, its coefficients over the kernel's z into a_.
template <class Scalar>
void LloydPivoting<Scalar>::calc_blocking_row(Variable blocking) {
  const int columns = static_cast<int>(ws_.size());
  row_.assign(columns, Scalar(0));
  const int own = blocking.is_z() ? row_that_leaves(blocking) : -1;
  if (own >= 0) {
    std::copy_n(inverse_.row(own), columns, row_.begin());
    return;
  }
  a_.assign(zs_.size(), Scalar(0));
  const int c = blocking.contact;
  const Contact& contact = contacts_[c];
  if (blocking.kind == Kind::gamma) {
    if (contact.theta) a_[contact.z_theta] = contact.mu;
    for (int k = 0; k < contact.num_phi; ++k) a_[contact.z_phi[k]] = Scalar(-1);
    if (z0_basic_) a_[z0_at_] = contact.c_gamma;
  } else if (blocking.kind == Kind::lambda) {  // (41): lambda = -d_x . v_c - c_x z_0
    const int x = contact.phi[0];
    calc_row_coefficients(c, {Scalar(0), -cosine_[x], -sine_[x], -c_sigma(c, x)});
  } else {
    calc_row_coefficients(c, row_of(blocking));
  }
  for (std::size_t i = 0; i < zs_.size(); ++i) {
    if (a_[i] != Scalar(0)) inverse_.add_row(static_cast<int>(i), a_[i], row_.data());
  }
}

/// a_i = row . (kernel column i).
template <class Scalar>
void LloydPivoting<Scalar>::calc_row_coefficients(int c, const KernelRow& row) {
  work_.clear();
  work_.add(left_of(c), c, {row.normal, row.x, row.y});
  int last = -1;
  bool is_touched = false;
  Rows h{};
  for (std::size_t i = 0; i < zs_.size(); ++i) {
    const Variable z = zs_[i];
    if (z.kind == Kind::z0) {
      calc_covering_velocity();
      a_[i] = row.covering + work_.dot(covering_velocity_);
      continue;
    }
    if (z.contact != last) {
      is_touched = work_.touches(z.contact);
      if (is_touched) h = work_.dot(right_of(z.contact), z.contact);
      last = z.contact;
    }
    if (!is_touched) continue;
    const auto column = column_of(z);
    a_[i] = column[0] * h[0] + column[1] * h[1] + column[2] * h[2];
  }
}

/// The kernel's row of a blocking z; -1 for lambda and the eliminated phi_x.
template <class Scalar>
int LloydPivoting<Scalar>::row_that_leaves(Variable blocking) const {
  if (blocking.kind == Kind::z0) return z0_at_;
  if (!blocking.is_z() || blocking.kind == Kind::lambda) return -1;
  const Contact& contact = contacts_[blocking.contact];
  if (blocking.kind == Kind::theta) return contact.z_theta;
  return contact.z_phi[find_phi(contact, blocking.direction)];
}

/// Makes the k-th phi of a sliding contact its phi_x, so that the old one may leave.
template <class Scalar>
void LloydPivoting<Scalar>::switch_phi_x(int c, int k) {
  append_phi_x(c);
  Contact& contact = contacts_[c];
  const int z_gone = contact.z_phi[k];
  const int w_gone = contact.w_sigma[k];
  std::swap(contact.phi[0], contact.phi[k]);
  std::swap(contact.phi_v[0], contact.phi_v[k]);
  std::swap(contact.phi_d[0], contact.phi_d[k]);
  contact.z_phi[k] = contact.z_phi[0];
  contact.w_sigma[k] = contact.w_sigma[0];
  contact.z_phi[0] = contact.w_sigma[0] = -1;
  dz_[z_gone] = dz_.back();
  dz_.pop_back();
  drop_z(z_gone);
  drop_w(w_gone);
}

/// Undoes the elimination of contact c before its lambda leaves: phi_x and sigma_x return, gamma
/// gets a column. The entries of lambda's row (41) in the new columns go to row_.
template <class Scalar>
void LloydPivoting<Scalar>::restore_eliminated(int c) {
  const int x = contacts_[c].phi[0];
  const int r = inverse_.rows();
  // b_gamma = 1: b_* = d_x on the right-hand side of (42), (44), (47).
  work_.clear();
  work_.add(right_of(c), c, {Scalar(0), cosine_[x], sine_[x]});
  multiply_rows(work_);
  Scalar row_gamma = along(x, work_.dot(left_of(c), c));  // d_x . b_*
  gamma_at_ = inverse_.columns();
  inverse_.append_column();
  ws_.push_back({Kind::gamma, c, 0});
  for (int i = 0; i < r; ++i) {
    Scalar sum(0);
    for (const int j : nonzero_) sum += inverse_(i, j) * b_[j];
    inverse_(i, gamma_at_) = sum;
    row_gamma += a_[i] * sum;
  }
  append_phi_x(c);
  inverse_(r, gamma_at_) -= Scalar(1);  // b_gamma of (38)
  Scalar row_sigma(1);                  // b_x of (41)
  for (int i = 0; i < r; ++i) row_sigma += a_[i] * inverse_(i, gamma_at_ + 1);
  row_.push_back(row_gamma);
  row_.push_back(row_sigma);
}

/// Takes phi_x of contact c back into the inverse: a row for it, a column for sigma_x.
template <class Scalar>
void LloydPivoting<Scalar>::append_phi_x(int c) {
  Contact& contact = contacts_[c];
  const int r = inverse_.rows();
  const int column = inverse_.columns();
  const bool has_sigma_r = has_w_r_ && w_r_.kind == Kind::sigma && w_r_.contact == c;
  inverse_.append_column();
  for (int i = 0; i < r; ++i) {  // b_x = 1: b'_kappa = -E b_x of (31), b'_r = -e b_x of (45)
    Scalar* entries = inverse_.row(i);
    for (int k = 1; k < contact.num_phi; ++k) entries[column] -= entries[contact.w_sigma[k]];
    if (has_sigma_r) entries[column] -= entries[w_r_at_];
  }
  // (38): phi_x = mu theta - E' phi + c_gamma z_0 - b_gamma
  inverse_.append_row();
  Scalar* phi_x = inverse_.row(r);
  if (contact.theta) inverse_.add_row(contact.z_theta, contact.mu, phi_x);
  for (int k = 1; k < contact.num_phi; ++k) inverse_.add_row(contact.z_phi[k], Scalar(-1), phi_x);
  if (z0_basic_) inverse_.add_row(z0_at_, contact.c_gamma, phi_x);
  zs_.push_back({Kind::phi, c, contact.phi[0]});
  ws_.push_back({Kind::sigma, c, contact.phi[0]});
  dz_.push_back(contact.phi_d[0]);
  contact.z_phi[0] = r;
  contact.w_sigma[0] = column;
}

/// Once lambda of contact c is basic, or its phi_x has been replaced: the largest phi becomes phi_x
/// and leaves the kernel with its sigma. Rows and columns of an inverse may be left out; what stays
/// is the inverse of the Schur complement.
template <class Scalar>
void LloydPivoting<Scalar>::eliminate(int c) {
  Contact& contact = contacts_[c];
  if (contact.num_phi == 0) return;  // against Appendix C; `run` ends there
  int x = 0;
  for (int k = 1; k < contact.num_phi; ++k) {
    if (contact.phi_v[k] > contact.phi_v[x]) x = k;
  }
  std::swap(contact.phi[0], contact.phi[x]);
  std::swap(contact.phi_v[0], contact.phi_v[x]);
  std::swap(contact.z_phi[0], contact.z_phi[x]);
  std::swap(contact.w_sigma[0], contact.w_sigma[x]);
  drop_z(contact.z_phi[0]);
  drop_w(contact.w_sigma[0]);
  contact.z_phi[0] = contact.w_sigma[0] = -1;
}

/// The column of a blocking w: a new one, or in place of a driving w.
template <class Scalar>
int LloydPivoting<Scalar>::append_blocking_w(Variable driving, Variable blocking,
                                             Scalar inverse_slope) {
  int column = w_r_at_;
  if (driving.is_z()) {
    inverse_.append_column();
    ws_.push_back(blocking);
    column = inverse_.columns() - 1;
  } else {
    ws_[column] = blocking;
  }
  for (int i = 0; i < inverse_.rows(); ++i) inverse_(i, column) = dz_[i] * inverse_slope;
  return column;
}

/// The row of a driving z: a new one, or in place of a blocking z.
template <class Scalar>
int LloydPivoting<Scalar>::insert_driving_z(Variable driving, int out_z, int in_w,
                                            Scalar inverse_slope) {
  int row = out_z;
  if (row < 0) {
    inverse_.append_row();
    zs_.push_back(driving);
    row = inverse_.rows() - 1;
  }
  zs_[row] = driving;
  std::copy(row_.begin(), row_.end(), inverse_.row(row));
  if (in_w >= 0) inverse_(row, in_w) = inverse_slope;
  return row;
}

/// Books a driving z into the basis; its complement was w_r.
template <class Scalar>
void LloydPivoting<Scalar>::enter(Variable driving, int in_z, int old_w_r_at) {
  if (!driving.is_z()) return;
  if (driving.kind == Kind::z0) {
    z0_basic_ = true;
    z0_at_ = in_z;
    return;
  }
  list(driving.contact);
  Contact& contact = contacts_[driving.contact];
  if (driving.kind == Kind::theta) {
    contact.theta = true;
    contact.z_theta = in_z;
    contact.w_nu = old_w_r_at;
  } else if (driving.kind == Kind::phi) {
    const int k = contact.num_phi++;
    contact.phi[k] = driving.direction;
    contact.z_phi[k] = in_z;
    contact.w_sigma[k] = old_w_r_at;
  } else {
    contact.lambda = true;
  }
}

/// Books a variable out of the basis. w_r becomes it or its complement.
template <class Scalar>
void LloydPivoting<Scalar>::leave(Variable v) {
  has_w_r_ = v.kind != Kind::z0;
  w_r_ = v.is_z() ? complement(v) : v;
  if (v.kind == Kind::z0) {
    z0_basic_ = false;
    z0_v_ = Scalar(0);
    z0_at_ = w_r_at_ = -1;
    return;
  }
  Contact& contact = contacts_[v.contact];
  if (v.kind == Kind::theta) {
    contact.theta = false;
    contact.theta_v = contact.theta_d = Scalar(0);
    w_r_at_ = contact.w_nu;
    contact.z_theta = contact.w_nu = -1;
  } else if (v.kind == Kind::phi) {
    int k = find_phi(contact, v.direction);
    w_r_at_ = contact.w_sigma[k];
    for (; k + 1 < contact.num_phi; ++k) {
      contact.phi[k] = contact.phi[k + 1];
      contact.phi_v[k] = contact.phi_v[k + 1];
      contact.z_phi[k] = contact.z_phi[k + 1];
      contact.w_sigma[k] = contact.w_sigma[k + 1];
    }
    contact.phi_v[k] = contact.phi_v[k + 1];  // of a driving phi
    --contact.num_phi;
  } else if (v.kind == Kind::lambda) {
    contact.lambda = false;
    contact.lambda_v = contact.lambda_d = contact.gamma_v = Scalar(0);
    w_r_at_ = gamma_at_;
  }
}

}  // namespace stiction::lloyd
