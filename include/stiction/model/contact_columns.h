#pragma once

#include <stiction/contact/contact_problem.h>

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiction {

/// A contact problem in the factored form that Lloyd's solvers read: the columns of N and D of his
/// eq. 8. Their products would be the matrix M, which is never formed.
///
/// Each contact has three rows of a scaled Jacobian: the normal n, then tangents x and y, with x
/// along the first facet of the pyramid. With mass M = G G^T they are G^-1 J^T, so that
///
///     u = u_free + left . dv,    dv = sum over contacts of right^T (theta, f_x, f_y)
///
/// where dv = G^T (v+ - v*). Columns made from bodies have `left` = `right`, in at most two
/// segments of 6 entries (Lloyd's "at most 12 non-zero elements"). Columns made from a Delassus
/// operator W = L R^T have one segment with as many entries as L has columns. Quantities are
/// dimensionless: velocities in units of `velocity_unit`, impulses in units of `mass_unit`
/// velocity_unit.
struct ContactColumns {
  struct Contact {
    std::array<int, 2> segment{-1, -1};  ///< first entry of each segment of dv; -1: none
    std::array<double, 3> u_free{};      ///< of (n, x, y)
    double friction = 0;                 ///< mu >= 0
    /// mu times the normal impulse that was applied before (`prior_normal_impulse`), >= 0.
    double prior_bound = 0;
    /// A bilateral row: u_n = 0, theta free; x and y are not used.
    bool bilateral = false;
  };

  int dimension = 0;  ///< entries of dv: 6 m for m bodies
  int width = 6;      ///< entries of a segment
  std::vector<Contact> contacts;
  /// Four numbers (n, x, y, 0) for each contact, segment and entry of the segment.
  std::vector<double> left;
  std::vector<double> right;  ///< empty where it equals `left`
  /// cos and sin of the angles between x and the d friction directions; opposite directions are
  /// exact negatives. Plane problems have two; empty without facets.
  std::vector<std::array<double, 2>> directions;
  double mass_unit = 1;
  double velocity_unit = 1;

  int num_contacts() const { return static_cast<int>(contacts.size()); }
  int num_directions() const { return static_cast<int>(directions.size()); }
  /// The number of entries per contact in `left`.
  int stride() const { return 8 * width; }
  const double* left_of(int c) const { return left.data() + c * stride(); }
  const double* right_of(int c) const {
    return (right.empty() ? left : right).data() + c * stride();
  }

  /// Turns x and y of contact c by `angle`, rad, from x towards y.
  void turn_facets(int c, double angle);
};

/// The columns of a problem's contacts, x along t1, without facets. Reuses memory. O(n).
///
/// The mass unit is the mean of 1 / W_nn, the velocity unit the problem's V, or the largest
/// |u_free| where V is 0. Throws std::invalid_argument unless every number is finite and masses,
/// sizes and indices make sense.
void make_contact_columns(const ContactProblem& problem, ContactColumns& columns);

/// The same with facets: `directions` of them, even and from 4 to 64. The first lies along x, which
/// is turned by `facet_angles` (empty: all 0).
void make_contact_columns(const ContactProblem& problem, const std::vector<double>& facet_angles,
                          int directions, ContactColumns& columns);

/// The columns of u = W r + q for a given W with `rows_per_contact` 3 (normal, two tangents) or 2
/// (normal, one tangent: a plane problem, with two directions). A symmetric positive semidefinite W
/// is factored, W = L L^T, with as many columns as its rank; any other W is used as it is, L = W
/// and R = I. `directions` is ignored for plane problems.
ContactColumns make_contact_columns(const Eigen::MatrixXd& W, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& friction, int rows_per_contact,
                                    int directions);

}  // namespace stiction
