#pragma once

#include <stiction/model/contact_columns.h>
#include <stiction/model/effort.h>
#include <stiction/model/lloyd_lemke.h>

#include <array>
#include <cstdint>
#include <vector>

#include "kernel_inverse.h"
#include "lloyd_variable.h"
#include "segment_vector.h"

namespace stiction::lloyd {

/// How a run pivots. Tolerances refer to the dimensionless problem.
struct Rules {
  bool reduced = true;           ///< section 5.3: friction enters with the contact's first load
  bool slide_activation = true;  ///< it then slides at once where the slip is clear
  double covering_spread = 0.1;
  std::uint64_t seed = 1;
  double pivot_threshold = 1e-9;
  double tie_width = 1e-11;
  int pivot_limit = 0;
  Effort* effort = nullptr;  ///< that it may cost; null: no limit
};

enum class End { complementary, ray, limit, broken };

/// Lemke's algorithm on Lloyd's contact LCP (2004, eq. 8) without its matrix: section 5.1 with
/// Appendix A for the algebra, section 5.3 with Appendix D for the growing problem.
///
/// The basis is kept per contact: whether theta and lambda are basic, and which phi. Where lambda
/// is basic, the contact's first basic phi is phi_x; it and lambda are eliminated (eqs 38 and 41).
/// What is left, theta_alpha, phi_kappa and z_0 against nu, sigma and w_r, is the kernel, whose
/// inverse is kept and updated by one rank-one change a pivot.
///
/// Departures from the paper: free velocities stand for N^T k_x (so gaps and moving surfaces are in
/// them); a prior normal impulse enters gamma; rows of one contact may differ in the covering
/// vector after a warm start, and then up to `kMaxPhi` of its phi be basic (Appendix B has two);
/// bilateral rows have theta basic for ever.
template <class Scalar>
class LloydPivoting {
 public:
  static constexpr int kMaxPhi = 6;

  void load(const ContactColumns& columns);

  /// All w basic. False if bilateral rows cost more effort than is left.
  bool start_cold(const Rules& rules);
  /// The given basis, less what is linearly dependent in it; false if none of it is usable.
  bool start_warm(const LloydBasis& basis, const Rules& rules);

  /// Pivots until z_0 is out (the basis is then complementary). Adds to `pivots`.
  End run(int& pivots);

  /// From a complementary basis: its variables solved for afresh and clipped to what eq. 8 allows.
  /// Returns how much they violate it.
  Scalar finish();

  /// (theta, f_x, f_y) in the units of the columns; after `finish`.
  void get_impulses(std::vector<std::array<double, 3>>& impulses) const;
  void get_basis(LloydBasis& basis) const;
  int kernel_max() const { return kernel_max_; }
  /// Of this run, its start included.
  int num_factorisations() const { return num_factorisations_; }

 private:
  struct Contact {
    bool theta = false;     ///< basic
    bool friction = false;  ///< its rows are in the problem
    bool lambda = false;    ///< basic, and phi[0] is phi_x
    bool bilateral = false;
    bool listed = false;  ///< in active_
    int num_phi = 0;
    std::array<int, kMaxPhi> phi{};  ///< directions of basic phi
    int z_theta = -1;                ///< places in the kernel; -1: not there
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
    std::array<Scalar, kMaxPhi + 1> phi_v{}, phi_d{};  ///< the last: of a driving phi
  };
  struct Candidate {
    Scalar value, slope;
    Variable variable;
  };
  struct KernelRow {
    Scalar normal{}, x{}, y{};  ///< of the contact's three rows
    Scalar covering{};          ///< what multiplies z_0 besides the velocity
  };

  using Rows = std::array<Scalar, 4>;  ///< of a contact: (n, x, y, 0)

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

  // --- The start: lloyd_start_impl.h
  void reserve();
  Scalar random_entry();
  void list(int c);
  void set_covering_friction(int c, Scalar value);
  void reset_contact(int c);
  void reset(const Rules& rules);
  void choose_warm_covering();
  void spread_warm_covering(int c);

  // --- Lemke's algorithm: lloyd_run_impl.h
  bool repair_drift();
  void activate(int c);
  void calc_kernel_direction(Variable driving);
  void spread_direction(Variable driving);
  void spread_contact(int c, Variable driving);
  void advance(Variable driving, Scalar step);

  // --- What blocks: lloyd_ratio_test_impl.h
  bool find_first_blocking(Variable& blocking, Scalar& step, Scalar& slope) const;
  bool find_blocking(Variable driving, Variable& blocking, Scalar& step, Scalar& slope);
  void collect(Scalar value, Scalar slope, Kind kind, int c, int j);
  void collect_contact(int c, Variable driving);
  void collect_sigma(int c);
  bool choose_candidate(Variable& blocking, Scalar& step, Scalar& slope) const;

  // --- A pivot: lloyd_pivot_impl.h
  void pivot(Variable driving, Variable blocking, Scalar slope);
  void calc_blocking_row(Variable blocking);
  void calc_row_coefficients(int c, const KernelRow& row);
  int row_that_leaves(Variable blocking) const;
  void switch_phi_x(int c, int k);
  void append_phi_x(int c);
  void restore_eliminated(int c);
  void eliminate(int c);
  int append_blocking_w(Variable driving, Variable blocking, Scalar inverse_slope);
  int insert_driving_z(Variable driving, int out_z, int in_w, Scalar inverse_slope);
  void enter(Variable driving, int in_z, int old_w_r_at);
  void leave(Variable v);

  // --- The kernel: lloyd_kernel_impl.h
  KernelRow row_of(Variable w) const;
  std::array<Scalar, 3> column_of(Variable z) const;
  int find_phi(const Contact& contact, int direction) const;
  void place_z(Variable z, int at);
  void place_w(Variable w, int at);
  void drop_z(int at);
  void drop_w(int at);
  void rebuild_lists();
  void calc_covering_velocity();
  void multiply_rows(const SegmentVector<Scalar>& velocity);
  bool calc_kernel();
  bool spend_pivots(int count);

  // --- Its inverse: lloyd_inverse_impl.h
  bool invert_kernel(bool paired);
  int choose_pivot(bool paired, int& column);
  void exchange(int p, int q);
  void drop_dependent();
  void store_inverse();
  bool factor_kernel();
  void solve_factored();

  // --- Values: lloyd_values_impl.h
  void evaluate();
  void evaluate_contact(int c);
  void measure_contact(int c);
  Scalar calc_kernel_error();
  void correct();
  bool refactor();
  void refine();
  std::array<double, 3> impulse_of(const Contact& contact) const;
  void clip();
  Scalar calc_violation() const;
  Scalar calc_contact_violation(int c) const;
  Scalar normal_response(int c) const;
  Scalar most_negative() const;

  Rules rules_;
  const ContactColumns* columns_ = nullptr;
  int stride_ = 48, num_directions_ = 8;
  const Scalar* left_ = nullptr;
  const Scalar* right_ = nullptr;
  std::vector<Scalar> left_store_, right_store_, normals_, cosine_, sine_;

  std::vector<Contact> contacts_;
  std::vector<int> active_;       ///< contacts that have ever had a variable but nu
  std::vector<Scalar> nu_, dnu_;  ///< normal velocities at the contacts, and their slopes
  std::vector<Rows> u_, du_;      ///< of contacts with friction rows all three
  std::vector<Scalar> c_nu_;
  std::vector<Scalar> c_sigma_;  ///< num_directions a contact

  KernelInverse<Scalar> inverse_;
  bool has_inverse_ = true;  ///< false: kernel_ and pivot_rows_ hold factors instead
  std::vector<Variable> zs_, ws_;
  bool z0_basic_ = false;
  int z0_at_ = -1;
  bool has_w_r_ = false;
  Variable w_r_;
  int w_r_at_ = -1;
  int gamma_at_ = -1;  ///< of `restore_eliminated`
  Scalar z0_v_{}, z0_d_{};

  SegmentVector<Scalar> total_velocity_;  ///< of all impulses
  SegmentVector<Scalar> velocity_;        ///< along the driving variable
  SegmentVector<Scalar> work_, covering_velocity_;
  std::vector<Scalar> b_, dz_, row_, a_;
  std::vector<int> nonzero_;
  std::vector<Scalar> kernel_, row_size_;
  std::vector<int> rows_left_, columns_left_, pivot_rows_, pivot_columns_;
  std::vector<Variable> old_zs_, old_ws_;
  std::vector<Candidate> candidates_;
  Scalar column_max_{}, least_pivot_{}, bound_{};
  bool needs_warm_covering_ = false;  ///< before z_0 may enter
  bool is_fresh_ = false;             ///< values are those of the last `evaluate`
  std::uint64_t random_state_ = 0;
  int kernel_max_ = 0, num_factorisations_ = 0;
};

}  // namespace stiction::lloyd
