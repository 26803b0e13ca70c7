#pragma once

#include <stiction/contact/contact_problem.h>

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiction {

/// A contact problem in the factored form that Lloyd's solvers read: the columns of N and D of his
/// eq. 8, whose products make the matrix M that is never formed.
///
/// Each contact has three rows of a scaled Jacobian, in the order normal n, tangents x and y, with
/// x along the first facet of the pyramid. With mass M = G G^T they are G^-1 J^T, so that
///
///     u = u_free + left . dv,    dv = sum over contacts of right^T (theta, f_x, f_y)
///
/// where dv = G^T (v+ - v*). From bodies `left` = `right`, in at most two segments of 6 entries
/// (Lloyd's "at most 12 non-zero elements"). From a Delassus operator W = L R^T there is one
/// segment as long as L has columns. Quantities are dimensionless: velocities in units of
/// `velocity_unit`, impulses in `mass_unit` velocity_unit.
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
  /// For each contact, segment and entry of it the four numbers (n, x, y, 0).
  std::vector<double> left;
  std::vector<double> right;  ///< empty where it equals `left`
  /// cos and sin of the angles between x and the d friction directions; opposite ones are exact
  /// negatives. Two for plane problems; none where there are no facets.
  std::vector<std::array<double, 2>> directions;
  double mass_unit = 1;
  double velocity_unit = 1;

  int num_contacts() const { return static_cast<int>(contacts.size()); }
  int num_directions() const { return static_cast<int>(directions.size()); }
  /// Numbers that a contact has in `left`.
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

/// The same with facets: so many `directions`, even and from 4 to 64, the first of them, along x,
/// turned to `facet_angles` (none: all 0).
void make_contact_columns(const ContactProblem& problem, const std::vector<double>& facet_angles,
                          int directions, ContactColumns& columns);

/// The columns of u = W r + q with W given alone, `rows_per_contact` 3 (normal, two tangents) or 2
/// (normal, one tangent: a plane problem, with two directions). A symmetric positive semidefinite W
/// is factored, W = L L^T, with as many columns as its rank; any other is taken as it is, L = W and
/// R = I. `directions` is ignored for plane problems.
ContactColumns make_contact_columns(const Eigen::MatrixXd& W, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& friction, int rows_per_contact,
                                    int directions);

}  // namespace stiction
