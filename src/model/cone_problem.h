#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/delassus.h>

#include <Eigen/Core>

#include <vector>

namespace stiction {

/// Coulomb's problem on its true cone for a given Delassus operator: u = W r + q, and for each
/// contact c
///
///     0 <= u_n  _|_  r_n >= 0,    |r_t| <= mu r_n,    r_t = -mu r_n u_t / |u_t| where it slips.
///
/// A contact has `dimension` rows, its normal first. They may be followed by rows with bounds of
/// their own, l <= r <= h, possibly infinite: u >= 0 where r = l, <= 0 where r = h, and 0 between.
/// W need be neither symmetric nor regular. The numbers are dimensionless: W has a mean diagonal of
/// 1 and the largest entry of q is 1.
struct ConeProblem {
  int dimension = 3;  ///< 2 or 3
  Eigen::MatrixXd W;
  Eigen::VectorXd q;
  Eigen::VectorXd mu;
  Eigen::VectorXd lower = {};  ///< l and
  Eigen::VectorXd upper = {};  ///< h of the rows after the contacts

  int num_contacts() const { return static_cast<int>(mu.size()); }
  int size() const { return static_cast<int>(q.size()); }
  int first_row(int c) const { return dimension * c; }
};

/// A contact problem condensed to its contacts and the rows beyond them.
struct CondensedCone {
  Delassus delassus;
  ConeProblem cone;
  Eigen::VectorXd prior;    ///< normal impulses applied before, which friction may use
  double impulse_unit = 1;  ///< N s

  /// O(n^2) for n contacts and rows. The problem must outlive it.
  void pose(const ContactProblem& problem);
  /// Impulses of contacts and rows in N s, in the cone's units, and the reverse.
  Eigen::VectorXd scaled(const std::vector<Vec3>& impulses,
                         const std::vector<double>& row_impulses) const;
  void unscale(const Eigen::VectorXd& r, std::vector<Vec3>& impulses,
               std::vector<double>& row_impulses) const;

 private:
  const ContactProblem* problem_ = nullptr;
};

/// The bounds of a problem's rows, in units of `impulse_unit` (N s), scaled like the rows of
/// `Delassus`.
void get_row_bounds(const ContactProblem& problem, double impulse_unit,
                    Eigen::Ref<Eigen::VectorXd> lower, Eigen::Ref<Eigen::VectorXd> upper);

}  // namespace stiction
