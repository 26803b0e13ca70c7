#pragma once

#include <stiction/model/contact_columns.h>
#include <stiction/model/effort.h>
#include <stiction/model/lloyd_lemke.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "lloyd_kernel.h"

namespace stiction::lloyd {

/// IEEE quadruple precision where the compiler has it (113 bits of mantissa), else long double.
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quadruple;
#else
typedef long double Quadruple;
#endif

/// How a run pivots. Tolerances refer to the dimensionless problem.
struct Rules {
  bool reduced = true;           ///< section 5.3: friction rows enter when the contact first
                                 ///< carries a load
  bool slide_activation = true;  ///< the contact then slides at once if the slip is clear
  double covering_spread = 0.1;
  std::uint64_t seed = 1;
  double pivot_threshold = 1e-9;
  double tie_width = 1e-11;
  int pivot_limit = 0;
  Effort* effort = nullptr;  ///< limits its cost; null: no limit
};

enum class End { complementary, ray, limit, broken };

/// Covering entries of rows in which a remembered basis is feasible.
inline constexpr double kSmallCovering = 0.02;
/// Slips above this, in units of V, are clear enough for a contact to start sliding.
inline constexpr double kClearSlip = 0.1;
/// More negative values mean that a pivot has spoiled q'.
inline constexpr double kSpoiled = 1e-6;
/// Covering entries of the friction rows of a contact that becomes active, relative to 1 for the
/// others. Measured: it saves a fifth of the pivots of long stacks.
inline constexpr double kFrictionCovering = 3;
/// Appendix D chooses covering entries that make sigma at least zero; this factor keeps it off
/// zero.
inline constexpr double kCoveringReserve = 1.2;
/// A contact that would need a larger entry slides from its start, where that is allowed.
inline constexpr double kLargeCovering = 1e3;

/// Lemke's algorithm on Lloyd's contact LCP (2004, eq. 8) without its matrix: section 5.1 with
/// Appendix A for the algebra, section 5.3 with Appendix D for the growing problem.
///
/// The basis is kept per contact: whether theta and lambda are basic, and which phi. If lambda is
/// basic, the contact's first basic phi is phi_x; it and lambda are eliminated (eqs 38 and 41). The
/// rest, theta_alpha, phi_kappa and z_0 against nu, sigma and w_r, is the kernel. Its inverse is
/// kept, and updated by one rank-one change per pivot.
///
/// Departures from the paper: free velocities replace N^T k_x (and so include gaps and moving
/// surfaces); a prior normal impulse enters gamma; after a warm start rows of one contact may
/// differ in the covering vector, so that up to `kMaxPhi` of its phi may be basic (Appendix B has
/// two); the theta of bilateral rows always stays basic.
template <class Scalar>
class LloydPivoting : protected LloydKernel<Scalar> {
  using Kernel = LloydKernel<Scalar>;
  using typename Kernel::Contact, typename Kernel::Rows;
  // The problem:
  using Kernel::kMaxPhi, Kernel::columns_, Kernel::num_directions_, Kernel::cosine_, Kernel::sine_,
      Kernel::left_of, Kernel::right_of, Kernel::normals_of, Kernel::along, Kernel::row_of,
      Kernel::column_of;
  // The contacts, what is basic and the covering vector:
  using Kernel::contacts_, Kernel::active_, Kernel::list, Kernel::c_nu_, Kernel::c_sigma_,
      Kernel::c_sigma, Kernel::at, Kernel::set_covering_friction, Kernel::z0_basic_,
      Kernel::has_w_r_, Kernel::w_r_;
  // Values and slopes:
  using Kernel::nu_, Kernel::dnu_, Kernel::u_, Kernel::du_, Kernel::z0_v_, Kernel::z0_d_,
      Kernel::total_velocity_, Kernel::velocity_, Kernel::work_, Kernel::covering_velocity_,
      Kernel::is_fresh_, Kernel::evaluate, Kernel::measure_contact, Kernel::most_negative,
      Kernel::visit_basic, Kernel::clip, Kernel::calc_violation;
  // The kernel:
  using Kernel::zs_, Kernel::ws_, Kernel::z0_at_, Kernel::w_r_at_, Kernel::rebuild_lists,
      Kernel::inverse_, Kernel::has_inverse_, Kernel::b_, Kernel::dz_, Kernel::nonzero_,
      Kernel::calc_covering_velocity, Kernel::multiply_rows, Kernel::invert_kernel,
      Kernel::factor_kernel, Kernel::num_factorisations_, Kernel::effort_, Kernel::spend_pivots,
      Kernel::pivot, Kernel::calc_kernel_error, Kernel::correct, Kernel::refactor, Kernel::refine;

 public:
  void load(const ContactColumns& columns) {
    Kernel::load(columns);
    candidates_.reserve(contacts_.size() * (num_directions_ + 4) + 1);
    kernel_max_ = 0;
  }

  /// Starts with all w basic. False if bilateral rows cost more effort than is left.
  bool start_cold(const Rules& rules) {
    reset(rules);
    rebuild_lists();
    inverse_.resize(0, 0);
    has_inverse_ = true;
    if (!zs_.empty() && !invert_kernel(true)) return false;
    evaluate();
    if (!zs_.empty()) correct();
    return true;
  }

  /// Starts from the given basis, without its linearly dependent part; false if none of it is
  /// usable.
  bool start_warm(const LloydBasis& basis, const Rules& rules) {
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
    if (!factor_kernel()) {  // It has become singular: keep its independent part.
      rebuild_lists();
      if (!invert_kernel(true)) return false;
    }
    evaluate();
    correct();
    needs_warm_covering_ = true;
    return true;
  }

  /// Pivots until z_0 leaves (the basis is then complementary). Adds to `pivots`.
  End run(int& pivots) {
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
      // Section 5.2: its rank is at most that of the columns, plus one each for z_0 and a gamma row
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

  /// Ends a run at a complementary basis: solves for its variables afresh and clips them to what
  /// eq. 8 allows. Returns their violation of it.
  Scalar finish() {
    z0_v_ = Scalar(0);
    if (!is_fresh_) evaluate();
    refine();
    if (!(calc_kernel_error() <= Scalar(kDrift)) && refactor()) refine();
    clip();
    return calc_violation();
  }

  using Kernel::get_basis;
  using Kernel::get_impulses;
  using Kernel::num_factorisations;
  int kernel_max() const { return kernel_max_; }

 private:
  struct Candidate {
    Scalar value, slope;
    Variable variable;
  };

  // --- The first basis and the covering vector
  void reset(const Rules& rules) {
    rules_ = rules;
    effort_ = rules.effort;
    needs_warm_covering_ = false;
    random_state_ = rules.seed;
    num_factorisations_ = 0;
    z0_basic_ = has_w_r_ = false;
    w_r_at_ = -1;
    z0_v_ = Scalar(0);
    active_.clear();
    for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) reset_contact(c);
  }

  void reset_contact(int c) {
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

  Scalar random_entry() {  // splitmix64
    std::uint64_t x = random_state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return Scalar(1.0 + rules_.covering_spread * (static_cast<double>(x >> 11) * 0x1p-53));
  }

  /// Chooses a covering vector c' in terms of the remembered basis: about 1 where the basis is
  /// infeasible and small elsewhere. In terms of the problem it is c_w = c'_w - M c'_z.
  void choose_warm_covering() {
    work_.clear();
    for (const int c : active_) {
      Contact& contact = contacts_[c];
      if (contact.bilateral) continue;
      const Scalar theta = contact.theta ? warm_entry(contact.theta_v) : Scalar(0);
      Scalar x(0), y(0), sum(0);
      for (int k = 0; k < contact.num_phi; ++k) {
        const Scalar phi = warm_entry(contact.phi_v[k]);
        sum += phi;
        x += phi * cosine_[contact.phi[k]];
        y += phi * sine_[contact.phi[k]];
      }
      const Scalar gamma =
          contact.friction && !contact.lambda ? warm_entry(contact.gamma_v) : Scalar(0);
      contact.c_gamma = gamma - contact.mu * theta + sum;
      work_.add(right_of(c), c, {theta, x, y});
    }
    for (int c = 0; c < static_cast<int>(contacts_.size()); ++c) spread_warm_covering(c);
  }

  /// The nu and sigma rows of the warm covering vector, from the velocity of c'_z in work_.
  void spread_warm_covering(int c) {
    Contact& contact = contacts_[c];
    if (contact.bilateral) return;
    const Rows du = work_.dot(left_of(c), c);
    c_nu_[c] = (contact.theta ? Scalar(0) : warm_entry(nu_[c])) - du[0];
    if (!contact.friction) return;
    const Scalar lambda = contact.lambda ? warm_entry(contact.lambda_v) : Scalar(0);
    Scalar least(0);
    for (int j = 0; j < num_directions_; ++j) {
      least = std::min(least, along(j, u_[c]) + contact.lambda_v);
    }
    const Scalar sigma = warm_entry(least);
    for (int j = 0; j < num_directions_; ++j) c_sigma(c, j) = sigma - along(j, du) - lambda;
    for (int k = 0; k < contact.num_phi; ++k) c_sigma(c, contact.phi[k]) -= sigma;
    const auto first = c_sigma_.begin() + at(c, 0);
    const auto [low, high] = std::minmax_element(first, first + num_directions_);
    contact.c_sigma_least = *low;
    contact.c_sigma_most = std::max(magnitude(*low), magnitude(*high));
  }

  Scalar warm_entry(Scalar value) {
    return random_entry() * Scalar(value < Scalar(0) ? 1.0 : kSmallCovering);
  }

  // --- One step of Lemke's algorithm
  /// Section 5.3: the friction rows of a contact enter before its theta does, so that z_0 cannot
  /// leave before they are checked. Appendix D: their covering entries keep sigma >= 0. If the slip
  /// is clear, lambda and phi_x become basic at once, with x the direction that opposes the slip
  /// most; with zero covering entries this changes no velocity.
  void activate(int c) {
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
  void calc_kernel_direction(Variable driving) {
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

  /// Extends the kernel's share of m' to all variables: (38), (41) and (33).
  void spread_direction(Variable driving) {
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

  /// The slopes of theta, phi and gamma of one contact, and its part of the velocity's slope.
  void spread_contact(int c, Variable driving) {
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

  void advance(Variable driving, Scalar step) {
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
    // `enter` looks for it here, even if another phi of the contact leaves.
    Contact& contact = contacts_[driving.contact];
    contact.phi_v[contact.num_phi] = step;
  }

  /// The equations of the kernel hold by construction; deviations show errors of its inverse.
  bool repair_drift() {
    if (calc_kernel_error() <= Scalar(kDrift)) return true;
    evaluate();
    correct();
    if (!(calc_kernel_error() <= Scalar(kDrift)) && !refactor()) return false;
    return most_negative() >= Scalar(-kSpoiled);
  }

  // --- The ratio test: finds the variable that blocks the driving one
  /// Step 0: z_0 rises until no variable is negative; the last one to become zero blocks.
  bool find_first_blocking(Variable& blocking, Scalar& step, Scalar& slope) const {
    step = Scalar(-1);
    visit_basic([&](Kind kind, int c, int j, Scalar value, Scalar rise) {
      if (!(value < Scalar(0)) || !(rise > Scalar(0)) || !(-value > step * rise)) return;
      if (kind == Kind::phi && is_last_phi(c)) return;
      step = -value / rise;
      slope = rise;
      blocking = {kind, c, j};
    });
    return step >= Scalar(0);
  }

  /// The ratio test (18) in two passes after Harris: first the bound that small violations allow,
  /// then the largest pivot within it, with z_0 before all others. The first pass already drops
  /// candidates beyond the bound so far.
  bool find_blocking(Variable driving, Variable& blocking, Scalar& step, Scalar& slope) {
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

  void collect(Scalar value, Scalar slope, Kind kind, int c, int j) {
    if (!(slope < -least_pivot_)) return;
    const Scalar positive = std::max(value, Scalar(0));
    if (positive > bound_ * -slope) return;
    candidates_.push_back({positive, slope, {kind, c, j}});
    bound_ = std::min(bound_, (positive + Scalar(rules_.tie_width)) / -slope);
  }

  void collect_contact(int c, Variable driving) {
    const Contact& contact = contacts_[c];
    if (contact.bilateral) return;
    if (contact.theta) collect(contact.theta_v, contact.theta_d, Kind::theta, c, 0);
    if (!contact.friction) return;
    if (contact.lambda) {
      collect(contact.lambda_v, contact.lambda_d, Kind::lambda, c, 0);
    } else if (!(has_w_r_ && w_r_.contact == c && w_r_.kind == Kind::gamma)) {
      collect(contact.gamma_v, contact.gamma_d, Kind::gamma, c, 0);
    }
    const bool another_enters = driving.kind == Kind::phi && driving.contact == c;
    for (int k = is_last_phi(c) && !another_enters ? 1 : 0; k < contact.num_phi; ++k) {
      collect(contact.phi_v[k], contact.phi_d[k], Kind::phi, c, contact.phi[k]);
    }
    collect_sigma(c);
  }

  /// Appendix C: the last phi of a sliding contact stays, unless another one enters.
  bool is_last_phi(int c) const { return contacts_[c].lambda && contacts_[c].num_phi == 1; }

  /// Collects the sigma of a contact, unless none of them can be within the bound.
  void collect_sigma(int c) {
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
    std::array<Scalar, 64> slope, value;  // filled in a loop without branches, to vectorise
    for (int j = 0; j < num_directions_; ++j) {
      slope[j] = along(j, du) + (contact.lambda_d + covering[j] * z0_d_);
      value[j] = along(j, u) + (contact.lambda_v + covering[j] * z0_v_);
    }
    for (int j = 0; j < num_directions_; ++j) {
      if (!(slope[j] < -least_pivot_) || value[j] > bound_ * -slope[j]) continue;
      if (!(skip >> j & 1)) collect(value[j], slope[j], Kind::sigma, c, j);
    }
  }

  bool choose_candidate(Variable& blocking, Scalar& step, Scalar& slope) const {
    const Candidate* chosen = nullptr;
    for (const Candidate& candidate : candidates_) {
      if (candidate.value > bound_ * -candidate.slope) continue;
      if (candidate.variable.kind == Kind::z0) {  // It is first in the list, and takes precedence.
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

  Rules rules_;
  std::vector<Candidate> candidates_;
  Scalar column_max_{}, least_pivot_{}, bound_{};
  bool needs_warm_covering_ = false;  ///< until z_0 enters
  std::uint64_t random_state_ = 0;
  int kernel_max_ = 0;
};

}  // namespace stiction::lloyd
