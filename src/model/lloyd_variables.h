#pragma once

#include <stiction/model/contact_columns.h>
#include <stiction/model/lloyd_lemke.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "segment_vector.h"

namespace stiction::lloyd {

/// The names of Lloyd's variables (eq. 8) and the artificial one (eq. 17).
enum class Kind : std::uint8_t { theta, phi, lambda, z0, nu, sigma, gamma };

/// One variable of the augmented problem.
struct Variable {
  Kind kind = Kind::z0;
  int contact = -1;
  int direction = 0;  ///< of phi and sigma

  bool operator==(const Variable&) const = default;
  bool is_z() const { return kind <= Kind::z0; }
};

/// The variable with the same index on the other side.
inline Variable complement(Variable v) {
  constexpr std::array kOthers = {Kind::nu,    Kind::sigma, Kind::gamma, Kind::z0,
                                  Kind::theta, Kind::phi,   Kind::lambda};
  v.kind = kOthers[static_cast<std::size_t>(v.kind)];
  return v;
}

template <class Scalar>
Scalar magnitude(Scalar x) {
  return x < Scalar(0) ? -x : x;
}

/// The variables of Lloyd's contact LCP (2004, eq. 8) without its matrix: which of them are basic,
/// their values and slopes, and everything that follows from these alone.
template <class Scalar>
class LloydVariables {
 public:
  static constexpr int kMaxPhi = 6;  ///< of one contact that may be basic

  /// (theta, f_x, f_y) in the units of the columns; valid after the end of a run.
  void get_impulses(std::vector<std::array<double, 3>>& impulses) const {
    impulses.assign(contacts_.size(), {});
    for (const int c : active_) impulses[c] = impulse_of(contacts_[c]);
  }

  void get_basis(LloydBasis& basis) const {
    basis.contacts.assign(contacts_.size(), {});
    for (const int c : active_) {
      const Contact& contact = contacts_[c];
      ContactBasis& kept = basis.contacts[c];
      kept = {contact.theta, contact.lambda, 0};
      for (int k = 0; k < contact.num_phi; ++k) kept.phi |= std::uint64_t{1} << contact.phi[k];
    }
  }

 protected:
  struct Contact {
    bool theta = false;     ///< basic
    bool friction = false;  ///< its rows are in the problem
    bool lambda = false;    ///< basic, and phi[0] is phi_x
    bool bilateral = false;
    bool listed = false;  ///< in active_
    int num_phi = 0;
    std::array<int, kMaxPhi> phi{};  ///< directions of basic phi
    int z_theta = -1;                ///< places in the kernel; -1: none
    int w_nu = -1;
    std::array<int, kMaxPhi> z_phi{};
    std::array<int, kMaxPhi> w_sigma{};
    Scalar mu{}, prior{};
    Scalar c_gamma{};
    Scalar c_sigma_least{}, c_sigma_most{};  ///< over the directions
    // Values and slopes along the driving variable.
    Scalar theta_v{}, theta_d{};
    Scalar lambda_v{}, lambda_d{};
    Scalar gamma_v{}, gamma_d{};
    std::array<Scalar, kMaxPhi + 1> phi_v{}, phi_d{};  ///< the last entry: of a driving phi
  };
  struct KernelRow {
    Scalar normal{}, x{}, y{};  ///< of the contact's three rows
    Scalar covering{};          ///< coefficient of z_0 besides the velocity
  };

  using Rows = std::array<Scalar, 4>;  ///< of a contact: (n, x, y, 0)

  void load(const ContactColumns& columns) {
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
    active_.reserve(n);
  }

  // --- Geometry
  const Scalar* left_of(int c) const { return left_ + static_cast<std::size_t>(c) * stride_; }
  const Scalar* right_of(int c) const { return right_ + static_cast<std::size_t>(c) * stride_; }
  const Scalar* normals_of(int c) const {
    return normals_.data() + static_cast<std::size_t>(c) * (stride_ / 4);
  }
  Scalar along(int j, const Rows& u) const { return cosine_[j] * u[1] + sine_[j] * u[2]; }
  Scalar& c_sigma(int c, int j) { return c_sigma_[at(c, j)]; }
  Scalar c_sigma(int c, int j) const { return c_sigma_[at(c, j)]; }
  std::size_t at(int c, int j) const { return static_cast<std::size_t>(c) * num_directions_ + j; }

  // Rows of eqs 31 and 42: n for nu; d_* = d - d_x where lambda is eliminated (45), else d, for
  // sigma.
  KernelRow row_of(Variable w) const {
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
  std::array<Scalar, 3> column_of(Variable z) const {
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

  int find_phi(const Contact& contact, int direction) const {
    int k = 0;
    while (k < contact.num_phi && contact.phi[k] != direction) ++k;
    return k;
  }

  void list(int c) {
    if (contacts_[c].listed) return;
    contacts_[c].listed = true;
    active_.push_back(c);
  }

  void set_covering_friction(int c, Scalar value) {
    std::fill_n(c_sigma_.begin() + at(c, 0), num_directions_, value);
    contacts_[c].c_sigma_least = contacts_[c].c_sigma_most = value;
  }

  // --- Values
  /// Computes all other values from the kernel's variables: phi_x (38), the velocity, lambda (41),
  /// gamma.
  void evaluate() {
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

  /// u of a contact from the total velocity; only its normal part if the contact has no friction
  /// rows.
  void measure_contact(int c) {
    const auto& u_free = columns_->contacts[c].u_free;
    if (!contacts_[c].friction) {
      nu_[c] = u_free[0] + total_velocity_.dot_normal(normals_of(c), c);
      return;
    }
    const Rows du = total_velocity_.dot(left_of(c), c);
    for (int k = 0; k < 3; ++k) u_[c][k] = u_free[k] + du[k];
    nu_[c] = u_[c][0];
  }

  void evaluate_contact(int c) {
    Contact& contact = contacts_[c];
    measure_contact(c);
    if (contact.lambda) {
      contact.lambda_v = -along(contact.phi[0], u_[c]) - c_sigma(c, contact.phi[0]) * z0_v_;
    } else if (contact.friction) {
      Scalar sum(0);
      for (int k = 0; k < contact.num_phi; ++k) sum += contact.phi_v[k];
      contact.gamma_v =
          contact.mu * contact.theta_v - sum + contact.c_gamma * z0_v_ + contact.prior;
    }
  }

  /// Calls visit(kind, contact, direction, value, slope) for all basic variables with a sign,
  /// except z_0.
  template <class Visit>
  void visit_basic(Visit visit) const {
    for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
      const Contact& contact = contacts_[c];
      if (contact.bilateral) continue;
      if (contact.theta) {
        visit(Kind::theta, c, 0, contact.theta_v, contact.theta_d);
      } else {
        visit(Kind::nu, c, 0, nu_[c] + c_nu_[c] * z0_v_, dnu_[c] + c_nu_[c] * z0_d_);
      }
      if (!contact.friction) continue;
      if (contact.lambda) {
        visit(Kind::lambda, c, 0, contact.lambda_v, contact.lambda_d);
      } else {
        visit(Kind::gamma, c, 0, contact.gamma_v, contact.gamma_d);
      }
      for (int k = 0; k < contact.num_phi; ++k) {
        visit(Kind::phi, c, contact.phi[k], contact.phi_v[k], contact.phi_d[k]);
      }
      for (int j = 0; j < num_directions_; ++j) {
        if (find_phi(contact, j) < contact.num_phi) continue;
        visit(Kind::sigma, c, j, along(j, u_[c]) + contact.lambda_v + c_sigma(c, j) * z0_v_,
              along(j, du_[c]) + contact.lambda_d + c_sigma(c, j) * z0_d_);
      }
    }
  }

  /// The most negative basic variable; 0 if there is none.
  Scalar most_negative() const {
    Scalar least(0);
    visit_basic([&](Kind, int, int, Scalar value, Scalar) {
      if (!(value >= least)) least = value;
    });
    return least;
  }

  // --- The end of a run
  /// (theta, f_x, f_y), rounded to the precision of the result.
  std::array<double, 3> impulse_of(const Contact& contact) const {
    Scalar x(0), y(0);
    for (int k = 0; k < contact.num_phi; ++k) {
      x += contact.phi_v[k] * cosine_[contact.phi[k]];
      y += contact.phi_v[k] * sine_[contact.phi[k]];
    }
    return {static_cast<double>(contact.theta_v), static_cast<double>(x), static_cast<double>(y)};
  }

  /// Sets negative impulses, which are round-off now, to zero, rounds all to the precision of the
  /// result, and recomputes the velocities.
  void clip() {
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

  /// The violation of eq. 8 by the impulses: min(nu, theta), min(sigma, phi) and min(gamma,
  /// lambda), with lambda the largest slip against a direction, and impulses in units of the
  /// contact's own mass. Computed from the values of theta and phi and the columns alone.
  Scalar calc_violation() const {
    Scalar largest(0);
    for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) {
      const Scalar violation = calc_contact_violation(c);
      if (!(violation <= largest)) largest = violation;
    }
    return largest;
  }

  Scalar calc_contact_violation(int c) const {
    const Contact& contact = contacts_[c];
    if (contact.bilateral) return magnitude(nu_[c]);
    // Without a bound for friction only nu >= 0 remains.
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
  Scalar normal_response(int c) const {
    const Scalar* left = left_of(c);
    const Scalar* right = right_of(c);
    Scalar sum(0);
    for (int i = 0; i < stride_; i += 4) sum += left[i] * right[i];
    return sum;
  }

  const ContactColumns* columns_ = nullptr;
  int stride_ = 48, num_directions_ = 8;
  const Scalar* left_ = nullptr;
  const Scalar* right_ = nullptr;
  std::vector<Scalar> left_store_, right_store_, normals_, cosine_, sine_;

  std::vector<Contact> contacts_;
  std::vector<int> active_;       ///< contacts that have ever had a variable other than nu
  std::vector<Scalar> nu_, dnu_;  ///< normal velocities at the contacts, and their slopes
  std::vector<Rows> u_, du_;      ///< all three components, for contacts with friction rows
  std::vector<Scalar> c_nu_;
  std::vector<Scalar> c_sigma_;  ///< num_directions per contact
  Scalar z0_v_{}, z0_d_{};
  bool is_fresh_ = false;  ///< values are those of the last `evaluate`

  SegmentVector<Scalar> total_velocity_;  ///< due to all impulses
  SegmentVector<Scalar> velocity_;        ///< along the driving variable
  SegmentVector<Scalar> work_, covering_velocity_;
};

}  // namespace stiction::lloyd
