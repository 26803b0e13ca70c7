#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lcp_solvers.h>
#include <stiction/lcp/ppm.h>
#include <stiction/lcp/row_space.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/effort.h>

#include <Eigen/Core>

#include <span>
#include <string>
#include <vector>

#include "island_problem.h"

namespace stiction {

/// Solves contact problems in which only the normal conditions are complementary: frictionless,
/// no-slip and viscous contacts (Drumwright, sections IV to VI). That is Gauss's principle of least
/// constraint with unilateral conditions, one convex program: in mass-weighted velocities, M = G
/// G^T and dv = G^T (v+ - v*), the dv of least norm with
///
///     B dv + b = 0,      N dv + n >= 0.
///
/// B holds the rows that are to stand still (J, S and T of eq. 47) or, with an entry of dv of their
/// own, those that yield: dampers with a compliance 1/(h c), so that no viscosity is too large and
/// an infinite one would hold, and soft rows beyond contacts. N holds the normals; dv = B^T y + N^T
/// z, z >= 0 orthogonal to N dv + n. Rows beyond contacts may have other bounds, l <= z <= u: then
/// N dv + n is >= 0 where z = l, <= 0 where z = u, and 0 between. dv is unique; z is where the
/// loaded rows are independent.
///
/// The independent rows of B are found first (FIND-INDICES, Drumwright's Algorithm 2); the others
/// give no impulse. The rest is a problem for a solver of the toolbox, in one of two forms:
///
/// - condensed, of z alone (eqs 9-10): with P the projection onto the motions that B allows, and
///   dv_0 the least one that B asks for,
///
///       w = N P N^T z + n + N dv_0,     l <= z <= u,
///
///   which is symmetric positive semidefinite;
/// - in factors, of y and z, whose matrix is never formed: O(rows) a pivot.
///
/// O(m^2) a row, with m coordinates of dv, besides what the solver takes.
class NormalSolver {
 public:
  /// "ppm", "active-set" or "lemke". The second is the dual active-set method of Goldfarb and
  /// Idnani 1983, in terms of z Keller's. The first takes the form in factors of many rows.
  explicit NormalSolver(std::string name);
  const std::string& name() const { return name_; }

  /// Finds the impulses of the contacts and rows, `laws` one a contact, linear ones. `loaded`, one
  /// a contact or empty, are those that are likely to carry a normal impulse. Where that is more
  /// effort than is left, what it has by then.
  void solve(const ContactProblem& problem, std::span<const TangentLaw> laws,
             std::span<const char> loaded, std::vector<Vec3>& impulses,
             std::vector<double>& row_impulses, Effort& effort, ContactStatistics& statistics);

  /// The condensed LCP of the normal impulses, in m/s and N s. Of a problem without rows beyond
  /// contacts.
  Lcp pose(const ContactProblem& problem, std::span<const TangentLaw> laws);

 private:
  /// A row of B or N.
  struct Row {
    int group = 0;
    int component = 0;
    double length = 1;            ///< by which it was divided
    double free = 0;              ///< entry of b or n
    int own = -1;                 ///< entry of dv that no other row has; -1: none
    double own_part = 0;          ///< what the row has there
    double lower = 0, upper = 0;  ///< of y or z
  };

  void make_rows(const ContactProblem& problem, std::span<const TangentLaw> laws,
                 std::span<const char> loaded);
  void add_rows(const ContactProblem& problem, int group);
  template <class Visit>
  void for_segments(const Row& row, const Visit& visit) const;
  void write(const Row& row);
  double calc_speed(const Row& row) const;
  bool append(const Row& row, double value);
  double& impulse(const Row& row);
  void set_impulse(const Row& row, double multiplier);

  bool find_independent_rows(Effort& effort);
  void add_states(std::span<const char> loaded);
  void solve_in_factors(std::span<const char> loaded, Effort& effort,
                        ContactStatistics& statistics);
  void solve_condensed(std::span<const char> loaded, Effort& effort, ContactStatistics& statistics);
  bool condense(Effort& effort);
  void answer(const LcpSolution& solution, Effort& effort);

  std::string name_;
  IslandProblem island_;             ///< with G^-1 H in place of H
  std::vector<Mat6> roots_;          ///< G^-T of each body
  int dimension_ = 0;                ///< m
  double unit_ = 1;                  ///< of dv
  std::vector<Row> free_, bounded_;  ///< B and N
  RowSpace space_;                   ///< of the rows of `basis_`
  std::vector<Row> basis_;           ///< independent rows of B; in the end of N, too
  BoxLcp condensed_;
  Eigen::MatrixXd allowed_;  ///< P N^T
  FactoredBoxLcp factored_;
  std::vector<BoundState> states_;  ///< from which the solver starts
  std::vector<Vec3> impulses_;      ///< of groups
  NamedLcpSolver solver_;
  PpmSolver factored_solver_;
  Eigen::VectorXd row_, given_, motion_, multipliers_;
};

}  // namespace stiction
