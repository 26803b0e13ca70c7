#pragma once

#include <stiction/model/effort.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernel_inverse.h"
#include "lloyd_variables.h"

namespace stiction::lloyd {

/// Larger errors of the kernel's equations are repaired.
inline constexpr double kDrift = 1e-10;
/// Diagonal pivots of the kernel below this, relative to their rows, are rank noise of redundant
/// contacts.
inline constexpr double kRankThreshold = 1e-10;
/// The same threshold for a kernel that should be regular.
inline constexpr double kSingular = 1e-12;
/// Kernels with more rows than this allocate memory as they grow.
inline constexpr std::size_t kLargeKernel = 800;

/// The kernel of a basis: theta_alpha, phi_kappa and z_0 against nu, sigma and w_r, which remain
/// after lambda and phi_x of each contact are eliminated (eqs 38 and 41). Holds its lists, its
/// matrix and the inverse, and the values that follow from it.
template <class Scalar>
class LloydKernel : protected LloydVariables<Scalar> {
 public:
  /// Factorisations of this run, including its start.
  int num_factorisations() const { return num_factorisations_; }

 protected:
  using Variables = LloydVariables<Scalar>;
  using typename Variables::Contact, typename Variables::KernelRow, typename Variables::Rows;
  using Variables::contacts_, Variables::active_, Variables::list, Variables::c_nu_,
      Variables::c_sigma, Variables::cosine_, Variables::sine_, Variables::left_of,
      Variables::right_of, Variables::along, Variables::find_phi, Variables::row_of,
      Variables::column_of;
  using Variables::evaluate, Variables::nu_, Variables::u_, Variables::z0_v_, Variables::work_,
      Variables::covering_velocity_;

  /// Reserves memory for the largest kernel that the problem can have (section 5.2), so that a
  /// solve does not allocate. Very large kernels grow on demand.
  void load(const ContactColumns& columns) {
    Variables::load(columns);
    const std::size_t r = std::min<std::size_t>(columns.dimension, 3 * contacts_.size()) + 3;
    for (auto* variables : {&zs_, &ws_, &old_zs_, &old_ws_}) variables->reserve(r);
    for (auto* numbers : {&b_, &dz_, &row_, &a_, &row_size_}) numbers->reserve(r);
    for (auto* places : {&nonzero_, &rows_left_, &columns_left_, &pivot_rows_, &pivot_columns_}) {
      places->reserve(r);
    }
    if (r > kLargeKernel) return;
    inverse_.reserve(static_cast<int>(r), static_cast<int>(r));
    kernel_.reserve(r * r);
  }

  /// The kernel's variables in the order of the contacts; z_0 and w_r last.
  void rebuild_lists() {
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

  /// Books the effort of `count` pivots; a factorisation costs one per row.
  bool spend_pivots(int count) {
    if (!effort_) return true;
    const auto r = static_cast<double>(zs_.size());
    return effort_->spend(count * (3 * r * r + 100.0 * static_cast<double>(contacts_.size())));
  }

  /// c_* = D_x c_gamma (39).
  void calc_covering_velocity() {
    covering_velocity_.clear();
    for (const int c : active_) {
      const Contact& contact = contacts_[c];
      if (!contact.lambda || contact.c_gamma == Scalar(0)) continue;
      const int x = contact.phi[0];
      covering_velocity_.add(right_of(c), c,
                             {Scalar(0), contact.c_gamma * cosine_[x], contact.c_gamma * sine_[x]});
    }
  }

  /// b_ = kernel rows times velocity; nonzero_ lists the entries that may differ from zero.
  void multiply_rows(const SegmentVector<Scalar>& velocity) {
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

  /// Inverts the kernel of the present lists by exchanging all z with all w. `paired`: pivots are
  /// taken on the diagonal (a variable with its complement), and pairs that depend linearly on the
  /// others become non-basic. Otherwise returns false if the kernel is singular.
  bool invert_kernel(bool paired) {
    if (!calc_kernel()) return false;
    const int r = static_cast<int>(zs_.size());
    rows_left_.resize(r);
    columns_left_.resize(r);
    row_size_.assign(r, Scalar(0));
    for (int i = 0; i < r; ++i) {
      rows_left_[i] = columns_left_[i] = i;
      for (int j = 0; j < r; ++j) {
        row_size_[i] =
            std::max(row_size_[i], magnitude(kernel_[static_cast<std::size_t>(i) * r + j]));
      }
    }
    pivot_rows_.clear();
    pivot_columns_.clear();
    while (!rows_left_.empty()) {
      int q = -1;
      const int p = choose_pivot(paired, q);
      if (p < 0) break;
      exchange(p, q);
      pivot_rows_.push_back(p);
      pivot_columns_.push_back(q);
      std::erase(rows_left_, p);
      std::erase(columns_left_, q);
    }
    if (!rows_left_.empty()) {
      if (!paired) return false;
      drop_dependent();
    }
    store_inverse();
    return true;
  }

  /// P K = L U with row pivoting, in kernel_: a third of the work of an inverse, for a basis that
  /// may already be the final one. False if the kernel is singular.
  bool factor_kernel() {
    if (!calc_kernel()) return false;
    has_inverse_ = false;
    const std::size_t r = zs_.size();
    const auto row = [&](std::size_t i) { return kernel_.data() + i * r; };
    pivot_rows_.assign(r, 0);
    for (std::size_t k = 0; k < r; ++k) {
      std::size_t p = k;
      Scalar size(0);
      for (std::size_t i = k; i < r; ++i) {
        if (magnitude(row(i)[k]) > size) {
          size = magnitude(row(i)[k]);
          p = i;
        }
      }
      if (!(size > Scalar(kSingular))) return false;
      pivot_rows_[k] = static_cast<int>(p);
      if (p != k) std::swap_ranges(row(k), row(k) + r, row(p));
      const Scalar inverse_pivot = Scalar(1) / row(k)[k];
      for (std::size_t i = k + 1; i < r; ++i) {
        if (row(i)[k] == Scalar(0)) continue;
        const Scalar factor = row(i)[k] *= inverse_pivot;
        for (std::size_t j = k + 1; j < r; ++j) row(i)[j] -= factor * row(k)[j];
      }
    }
    return true;
  }

  /// Puts the values of the kernel's w, which should be zero, into b_; returns the largest
  /// magnitude.
  Scalar calc_kernel_error() {
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
  void correct() {
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

  bool refactor() {
    rebuild_lists();
    if (!invert_kernel(false)) return false;
    evaluate();
    correct();
    return true;
  }

  /// Refines the kernel's variables until its equations hold to round-off.
  void refine() {
    constexpr int kRefinements = 3;
    const Scalar exact(std::is_same_v<Scalar, double> ? 1e-13 : 1e-16);
    Scalar error = calc_kernel_error();
    for (int i = 0; i < kRefinements && !(error <= exact); ++i) {
      correct();
      error = calc_kernel_error();
    }
  }

  /// Exchanges `driving` and `blocking`, whose slope is the pivot m'_s: one rank-one change of the
  /// inverse, with rows and columns added and dropped.
  void pivot(Variable driving, Variable blocking, Scalar slope) {
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

  Effort* effort_ = nullptr;
  KernelInverse<Scalar> inverse_;
  bool has_inverse_ = true;  ///< false: kernel_ and pivot_rows_ hold factors instead
  std::vector<Variable> zs_, ws_;
  bool z0_basic_ = false;
  int z0_at_ = -1;
  bool has_w_r_ = false;
  Variable w_r_;
  int w_r_at_ = -1;
  std::vector<Scalar> b_;     ///< one entry per ws_
  std::vector<Scalar> dz_;    ///< slopes along the driving variable
  std::vector<int> nonzero_;  ///< entries of b_ that may differ from zero
  int num_factorisations_ = 0;

 private:
  // --- Lists
  void place_z(Variable z, int place) {
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

  void place_w(Variable w, int place) {
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

  void drop_z(int place) {
    inverse_.drop_row(place);
    const Variable last = zs_.back();
    zs_.pop_back();
    if (place < static_cast<int>(zs_.size())) place_z(last, place);
  }

  void drop_w(int place) {
    inverse_.drop_column(place);
    const Variable last = ws_.back();
    ws_.pop_back();
    if (place < static_cast<int>(ws_.size())) place_w(last, place);
  }

  // --- The matrix and its inverse or factors, from scratch
  /// Puts the matrix of (31), (42), (44) or (47), row by row, into kernel_. False if the
  /// factorisation it is needed for costs more effort than is left.
  bool calc_kernel() {
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

  /// Chooses the next row of `exchange`, and its column in `column`; -1 if the rest is singular.
  int choose_pivot(bool paired, int& column) {
    const int r = static_cast<int>(zs_.size());
    int row = -1;
    Scalar largest(paired ? kRankThreshold : kSingular);
    for (const int i : rows_left_) {
      const int j = paired ? i : columns_left_.front();
      const Scalar size = magnitude(kernel_[static_cast<std::size_t>(i) * r + j]);
      if (size > largest * row_size_[i] && row_size_[i] > Scalar(0)) {
        largest = size / row_size_[i];
        row = i;
        column = j;
      }
    }
    return row;
  }

  /// Solves row p of w = K z for z_q and substitutes it into the other rows.
  void exchange(int p, int q) {
    const std::size_t r = zs_.size();
    Scalar* pivot_row = kernel_.data() + p * r;
    const Scalar inverse_pivot = Scalar(1) / pivot_row[q];
    for (std::size_t j = 0; j < r; ++j) pivot_row[j] *= -inverse_pivot;
    pivot_row[q] = inverse_pivot;
    for (std::size_t i = 0; i < r; ++i) {
      Scalar* row = kernel_.data() + i * r;
      const Scalar factor = row[q];
      if (static_cast<int>(i) == p || factor == Scalar(0)) continue;
      row[q] = Scalar(0);
      for (std::size_t j = 0; j < r; ++j) row[j] += factor * pivot_row[j];
    }
  }

  /// Makes the pairs in rows_left_ non-basic. A bilateral row that depends on others leaves the
  /// kernel and keeps its impulse of zero.
  void drop_dependent() {
    for (const int i : rows_left_) {
      const Variable z = zs_[i];
      Contact& contact = contacts_[z.contact];
      if (z.kind == Kind::theta) {
        contact.theta = false;
        contact.theta_v = Scalar(0);
        contact.z_theta = contact.w_nu = -1;
        continue;
      }
      int k = find_phi(contact, z.direction);
      for (; k + 1 < contact.num_phi; ++k) contact.phi[k] = contact.phi[k + 1];
      --contact.num_phi;
    }
  }

  /// Copies the exchanged kernel to inverse_ and the lists, without the pairs in rows_left_.
  void store_inverse() {
    const int r = static_cast<int>(zs_.size());
    const int rank = static_cast<int>(pivot_rows_.size());
    row_size_.assign(r, Scalar(0));  // place of each surviving pair; -1 for the others
    for (const int i : rows_left_) row_size_[i] = Scalar(-1);
    int kept = 0;
    for (int i = 0; i < r; ++i) {
      if (row_size_[i] == Scalar(0)) row_size_[i] = Scalar(kept++);
    }
    const auto place = [&](int i) { return static_cast<int>(row_size_[i]); };
    old_zs_ = zs_;
    old_ws_ = ws_;
    zs_.resize(rank);
    ws_.resize(rank);
    for (int k = 0; k < r; ++k) {
      if (place(k) < 0) continue;
      place_z(old_zs_[k], place(k));
      place_w(old_ws_[k], place(k));
    }
    inverse_.resize(rank, rank);
    has_inverse_ = true;
    for (int k = 0; k < rank; ++k) {
      const Scalar* row = kernel_.data() + static_cast<std::size_t>(pivot_rows_[k]) * r;
      for (int l = 0; l < rank; ++l) {
        inverse_(place(pivot_columns_[k]), place(pivot_rows_[l])) = row[pivot_columns_[l]];
      }
    }
  }

  /// b_ = K^-1 b_ by the factors.
  void solve_factored() {
    const std::size_t r = zs_.size();
    for (std::size_t k = 0; k < r; ++k) std::swap(b_[k], b_[pivot_rows_[k]]);
    for (std::size_t i = 0; i < r; ++i) {
      const Scalar* row = kernel_.data() + i * r;
      for (std::size_t j = 0; j < i; ++j) b_[i] -= row[j] * b_[j];
    }
    for (std::size_t i = r; i-- > 0;) {
      const Scalar* row = kernel_.data() + i * r;
      for (std::size_t j = i + 1; j < r; ++j) b_[i] -= row[j] * b_[j];
      b_[i] /= row[i];
    }
  }

  // --- Parts of a pivot
  /// Puts the row of the pivoted matrix that belongs to `blocking`, over the kernel's w, into row_.
  /// If it is not a z of the kernel, also puts its coefficients over the kernel's z into a_.
  void calc_blocking_row(Variable blocking) {
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
  void calc_row_coefficients(int c, const KernelRow& row) {
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
  int row_that_leaves(Variable blocking) const {
    if (blocking.kind == Kind::z0) return z0_at_;
    if (!blocking.is_z() || blocking.kind == Kind::lambda) return -1;
    const Contact& contact = contacts_[blocking.contact];
    if (blocking.kind == Kind::theta) return contact.z_theta;
    return contact.z_phi[find_phi(contact, blocking.direction)];
  }

  /// Makes the k-th phi of a sliding contact its phi_x, so that the old one may leave.
  void switch_phi_x(int c, int k) {
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
  /// gets a column. Appends the entries of lambda's row (41) in the new columns to row_.
  void restore_eliminated(int c) {
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
  void append_phi_x(int c) {
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

  /// Call once lambda of contact c is basic, or its phi_x has been replaced: makes the largest phi
  /// the phi_x and removes it from the kernel with its sigma. Dropping rows and columns of an
  /// inverse leaves the inverse of the Schur complement.
  void eliminate(int c) {
    Contact& contact = contacts_[c];
    if (contact.num_phi == 0) return;  // contradicts Appendix C; `run` ends then
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

  /// Fills the column of a blocking w: a new one, or that of a driving w.
  int append_blocking_w(Variable driving, Variable blocking, Scalar inverse_slope) {
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

  /// Fills the row of a driving z: a new one, or that of a blocking z.
  int insert_driving_z(Variable driving, int out_z, int in_w, Scalar inverse_slope) {
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

  /// Makes a driving z basic; its complement was w_r.
  void enter(Variable driving, int in_z, int old_w_r_at) {
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

  /// Makes a variable non-basic. w_r becomes it or its complement.
  void leave(Variable v) {
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

  std::vector<Scalar> row_, a_;  ///< the blocking row over ws_ and over zs_
  int gamma_at_ = -1;            ///< of `restore_eliminated`
  std::vector<Scalar> kernel_, row_size_;
  std::vector<int> rows_left_, columns_left_, pivot_rows_, pivot_columns_;
  std::vector<Variable> old_zs_, old_ws_;
};

}  // namespace stiction::lloyd
