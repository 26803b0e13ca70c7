#pragma once

// The kernel of `LloydPivoting`: the lists of its variables, its rows and columns, and the matrix.

#include <algorithm>

#include "lloyd_pivoting.h"

namespace stiction::lloyd {

template <class Scalar>
Scalar magnitude(Scalar x) {
  return x < Scalar(0) ? -x : x;
}

// Rows of eqs 31 and 42: n for nu; d_* = d - d_x where lambda is eliminated (45), else d, for
// sigma.
template <class Scalar>
auto LloydPivoting<Scalar>::row_of(Variable w) const -> KernelRow {
  if (w.kind == Kind::nu) return {Scalar(1), Scalar(0), Scalar(0), c_nu_[w.contact]};
  const Contact& contact = contacts_[w.contact];
  KernelRow row{Scalar(0), cosine_[w.direction], sine_[w.direction],
                c_sigma(w.contact, w.direction)};
  if (contact.lambda) {
    row.x -= cosine_[contact.phi[0]];
    row.y -= sine_[contact.phi[0]];
    row.covering -= c_sigma(w.contact, contact.phi[0]);
  }
  return row;
}

// Columns of (28): N_* = N + mu D_x and D_* = D - D_x where phi_x is eliminated, else N and D.
template <class Scalar>
std::array<Scalar, 3> LloydPivoting<Scalar>::column_of(Variable z) const {
  const Contact& contact = contacts_[z.contact];
  const bool is_theta = z.kind == Kind::theta;
  std::array<Scalar, 3> column{Scalar(is_theta ? 1 : 0), Scalar(0), Scalar(0)};
  if (!is_theta) {
    column[1] = cosine_[z.direction];
    column[2] = sine_[z.direction];
  }
  if (!contact.lambda) return column;
  const Scalar factor = is_theta ? contact.mu : Scalar(-1);
  column[1] += factor * cosine_[contact.phi[0]];
  column[2] += factor * sine_[contact.phi[0]];
  return column;
}

template <class Scalar>
int LloydPivoting<Scalar>::find_phi(const Contact& contact, int direction) const {
  int k = 0;
  while (k < contact.num_phi && contact.phi[k] != direction) ++k;
  return k;
}

template <class Scalar>
void LloydPivoting<Scalar>::place_z(Variable z, int place) {
  zs_[place] = z;
  if (z.kind == Kind::z0) {
    z0_at_ = place;
  } else if (z.kind == Kind::theta) {
    contacts_[z.contact].z_theta = place;
  } else {
    Contact& contact = contacts_[z.contact];
    contact.z_phi[find_phi(contact, z.direction)] = place;
  }
}

template <class Scalar>
void LloydPivoting<Scalar>::place_w(Variable w, int place) {
  ws_[place] = w;
  if (has_w_r_ && w == w_r_) {
    w_r_at_ = place;
  } else if (w.kind == Kind::nu) {
    contacts_[w.contact].w_nu = place;
  } else {
    Contact& contact = contacts_[w.contact];
    contact.w_sigma[find_phi(contact, w.direction)] = place;
  }
}

template <class Scalar>
void LloydPivoting<Scalar>::drop_z(int place) {
  inverse_.drop_row(place);
  const Variable last = zs_.back();
  zs_.pop_back();
  if (place < static_cast<int>(zs_.size())) place_z(last, place);
}

template <class Scalar>
void LloydPivoting<Scalar>::drop_w(int place) {
  inverse_.drop_column(place);
  const Variable last = ws_.back();
  ws_.pop_back();
  if (place < static_cast<int>(ws_.size())) place_w(last, place);
}

/// The kernel's variables in the order of the contacts; z_0 and w_r last.
template <class Scalar>
void LloydPivoting<Scalar>::rebuild_lists() {
  zs_.clear();
  ws_.clear();
  const auto add = [&](Variable z) {
    zs_.push_back(z);
    ws_.push_back(complement(z));
    place_z(z, static_cast<int>(zs_.size()) - 1);
    place_w(ws_.back(), static_cast<int>(ws_.size()) - 1);
  };
  for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
    Contact& contact = contacts_[c];
    if (contact.theta) add({Kind::theta, c, 0});
    if (contact.lambda) contact.z_phi[0] = contact.w_sigma[0] = -1;
    for (int k = contact.lambda ? 1 : 0; k < contact.num_phi; ++k) {
      add({Kind::phi, c, contact.phi[k]});
    }
  }
  if (!z0_basic_) return;
  zs_.push_back({Kind::z0, -1, 0});
  z0_at_ = static_cast<int>(zs_.size()) - 1;
  ws_.push_back(w_r_);
  w_r_at_ = static_cast<int>(ws_.size()) - 1;
}

/// c_* = D_x c_gamma (39).
template <class Scalar>
void LloydPivoting<Scalar>::calc_covering_velocity() {
  covering_velocity_.clear();
  for (const int c : active_) {
    const Contact& contact = contacts_[c];
    if (!contact.lambda || contact.c_gamma == Scalar(0)) continue;
    const int x = contact.phi[0];
    covering_velocity_.add(right_of(c), c,
                           {Scalar(0), contact.c_gamma * cosine_[x], contact.c_gamma * sine_[x]});
  }
}

/// b_i = (kernel row i) . velocity, in b_; the i where it may be other than zero in nonzero_.
template <class Scalar>
void LloydPivoting<Scalar>::multiply_rows(const SegmentVector<Scalar>& velocity) {
  b_.assign(ws_.size(), Scalar(0));
  nonzero_.clear();
  int last = -1;
  bool is_touched = false;
  Rows h{};
  for (int i = 0; i < static_cast<int>(ws_.size()); ++i) {
    const Variable w = ws_[i];
    if (w.kind == Kind::gamma) continue;
    if (w.contact != last) {
      is_touched = velocity.touches(w.contact);
      if (is_touched) h = velocity.dot(left_of(w.contact), w.contact);
      last = w.contact;
    }
    if (!is_touched) continue;
    const KernelRow row = row_of(w);
    b_[i] = row.normal * h[0] + row.x * h[1] + row.y * h[2];
    nonzero_.push_back(i);
  }
}

/// The matrix of (31), (42), (44) or (47) itself, by rows, into kernel_; false if what it is for, a
/// factorisation, costs more effort than is left.
template <class Scalar>
bool LloydPivoting<Scalar>::calc_kernel() {
  const int r = static_cast<int>(zs_.size());
  if (!spend_pivots(r)) return false;
  ++num_factorisations_;
  kernel_.assign(static_cast<std::size_t>(r) * r, Scalar(0));
  for (int j = 0; j < r; ++j) {
    const Variable z = zs_[j];
    const bool is_z0 = z.kind == Kind::z0;
    if (is_z0) {
      calc_covering_velocity();
    } else {
      work_.clear();
      work_.add(right_of(z.contact), z.contact, column_of(z));
    }
    multiply_rows(is_z0 ? covering_velocity_ : work_);
    for (int i = 0; i < r; ++i) {
      const Variable w = ws_[i];
      Scalar entry = b_[i];
      if (w.kind == Kind::gamma) {
        if (is_z0) entry = contacts_[w.contact].c_gamma;
        if (z.contact == w.contact) {
          entry = z.kind == Kind::theta ? contacts_[w.contact].mu : Scalar(-1);
        }
      } else if (is_z0) {
        entry += row_of(w).covering;
      }
      kernel_[static_cast<std::size_t>(i) * r + j] = entry;
    }
  }
  return true;
}

/// Books the effort of pivots; a factorisation costs one for each row.
template <class Scalar>
bool LloydPivoting<Scalar>::spend_pivots(int count) {
  if (!rules_.effort) return true;
  const auto r = static_cast<double>(zs_.size());
  return rules_.effort->spend(count * (3 * r * r + 100.0 * static_cast<double>(contacts_.size())));
}

}  // namespace stiction::lloyd
